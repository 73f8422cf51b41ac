// pddl.c: see pddl.h. An action is tried by joining the atoms of its precondition with the facts
// that hold; what is left of it is evaluated then.
#include "pddl.h"

#include "support.h"

#include <ctype.h>

#define ARITY_MAX 4
#define BOUND_MAX 24 // variables at once

// ---- memory: everything is freed at the end

typedef struct chunk {
    struct chunk *next;
    uint64_t data[];
} chunk;

static chunk *chunks;

static void *take(size_t bytes)
{
    chunk *c = calloc(1, sizeof *c + bytes);
    assert_non_null(c);
    c->next = chunks;
    chunks = c;
    return c->data;
}

static void free_all(void)
{
    for (chunk *next; chunks; chunks = next) {
        next = chunks->next;
        free(chunks);
    }
}

// A list that grows; the old one is left to free_all.
#define PUSH(list, count, capacity, item)                                                          \
    do {                                                                                           \
        if ((count) == (capacity)) {                                                               \
            (capacity) = (capacity) ? 2 * (capacity) : 16;                                         \
            void *grown = take((capacity) * sizeof *(list));                                       \
            if (count)                                                                             \
                memcpy(grown, list, (count) * sizeof *(list));                                     \
            (list) = grown;                                                                        \
        }                                                                                          \
        (list)[(count)++] = (item);                                                                \
    } while (0)

// ---- words and lists

typedef struct node {
    const char *word; // NULL: a list
    struct node **items;
    size_t count, capacity;
} node;

static node *read_node(const char **text)
{
    const char *p = *text;
    node *n = take(sizeof *n);
    while (isspace((unsigned char)*p) || *p == ';')
        p += *p == ';' ? strcspn(p, "\n") : 1;
    if (*p == '(') {
        for (p++;;) {
            while (isspace((unsigned char)*p) || *p == ';')
                p += *p == ';' ? strcspn(p, "\n") : 1;
            if (!*p)
                fail_msg("a list is not closed");
            if (*p == ')')
                break;
            node *item = read_node(&p);
            PUSH(n->items, n->count, n->capacity, item);
        }
        *text = p + 1;
        return n;
    }
    size_t length = strcspn(p, " \t\r\n();");
    if (!length)
        fail_msg("a word or a list should stand at: %.20s", p);
    char *word = take(length + 1);
    memcpy(word, p, length);
    n->word = word;
    *text = p + length;
    return n;
}

static bool is(const node *n, const char *word)
{
    return n->word && !strcmp(n->word, word);
}

static const char *head(const node *n)
{
    if (n->word || !n->count || !n->items[0]->word)
        fail_msg("a list that begins with a word should stand here");
    return n->items[0]->word;
}

static bool heads(const node *n, const char *word)
{
    return !strcmp(head(n), word);
}

// ---- what is declared

typedef struct name { // an object, a variable or a predicate's place, with its type
    const char *word, *type;
} name;

typedef struct names {
    name *list;
    size_t count, capacity;
} names;

typedef struct predicate {
    const char *word;
    names places;
    bool changes; // some action has it as an effect
} predicate;

typedef struct action {
    names parameters;
    const node *precondition, *effect;
} action;

typedef uint64_t atom; // predicate << 48 | arguments, 12 bits each

typedef struct atoms {
    atom *list;
    size_t count, capacity;
} atoms;

typedef struct task {
    const node *types, *requirements, *goal;
    names objects;
    predicate predicates[64];
    size_t predicate_count;
    action actions[32];
    size_t action_count;
    atoms fixed, start;     // facts that never change; and those that hold at first
    const node *values[64]; // (= (function object...) number)
    size_t value_count;
    bool adl, metric;
} task;

typedef struct binding {
    const char *variable;
    int object; // -1: free
    const char *type;
} binding;

typedef struct scope { // a state, and what variables stand for
    const task *t;
    const atoms *state;
    binding bound[BOUND_MAX];
    size_t count;
} scope;

static bool requires(const task *t, const char *word)
{
    for (size_t i = 1; t->requirements && i < t->requirements->count; i++)
        if (is(t->requirements->items[i], word))
            return true;
    return false;
}

static void demand(const task *t, const char *what, const char *word)
{
    if (!t->adl && !requires(t, word))
        fail_msg("'%s' needs %s among the requirements", what, word);
}

// "a b - type c - other", from item `first` on.
static names read_names(const task *t, const node *n, size_t first)
{
    names out = {0};
    for (size_t i = first, untyped = 0; i < n->count; i++) {
        if (!is(n->items[i], "-")) {
            name one = {.word = n->items[i]->word};
            PUSH(out.list, out.count, out.capacity, one);
            continue;
        }
        const char *type = ++i < n->count ? n->items[i]->word : NULL;
        bool known = type && !strcmp(type, "number");
        for (size_t k = 1; type && t->types && k < t->types->count; k++)
            known |= is(t->types->items[k], type);
        if (!known)
            fail_msg("type '%s' is not declared", type ? type : "");
        for (; untyped < out.count; untyped++)
            out.list[untyped].type = type;
    }
    for (size_t i = 0; i < out.count; i++)
        if (!out.list[i].word || !out.list[i].type)
            fail_msg("a name without a type");
    return out;
}

static int find_object(const task *t, const char *word)
{
    for (size_t i = 0; i < t->objects.count; i++)
        if (!strcmp(t->objects.list[i].word, word))
            return (int)i;
    fail_msg("'%s' is not declared", word);
    return -1;
}

static size_t find_predicate(const task *t, const char *word)
{
    for (size_t i = 0; i < t->predicate_count; i++)
        if (!strcmp(t->predicates[i].word, word))
            return i;
    fail_msg("predicate '%s' is not declared", word);
    return 0;
}

// ---- atoms and conditions

static binding *find_variable(scope *s, const char *word)
{
    for (size_t i = s->count; i--;)
        if (!strcmp(s->bound[i].variable, word))
            return &s->bound[i];
    fail_msg("variable '%s' is not declared", word);
    return NULL;
}

// The object that a word stands for, -1 for a variable that is free.
static int value_in(scope *s, const node *n)
{
    return *n->word == '?' ? find_variable(s, n->word)->object : find_object(s->t, n->word);
}

static atom make_atom(scope *s, const node *n)
{
    size_t p = find_predicate(s->t, head(n));
    const names *places = &s->t->predicates[p].places;
    atom a = (atom)p << 48;
    if (n->count - 1 != places->count)
        fail_msg("'%s' has %zu arguments, not %zu", head(n), places->count, n->count - 1);
    for (size_t i = 0; i < places->count; i++) {
        int object = value_in(s, n->items[i + 1]);
        if (object < 0)
            fail_msg("a variable of '%s' is free", head(n));
        if (strcmp(s->t->objects.list[object].type, places->list[i].type))
            fail_msg("'%s' is no %s in '%s'", s->t->objects.list[object].word, places->list[i].type,
                     head(n));
        a |= (atom)(unsigned)object << 12 * i;
    }
    return a;
}

static int compare_atoms(const void *a, const void *b)
{
    atom x = *(const atom *)a, y = *(const atom *)b;
    return (x > y) - (x < y);
}

static void sort(atoms *a)
{
    if (a->count)
        qsort(a->list, a->count, sizeof *a->list, compare_atoms);
}

static bool contains(const atoms *set, atom a)
{
    return set->count && bsearch(&a, set->list, set->count, sizeof a, compare_atoms);
}

static bool holds(scope *, const node *);
typedef bool visitor(scope *, void *);
static bool join(scope *, const node *, size_t part, visitor *, void *context);

static bool stop(UNUSED scope *s, UNUSED void *context)
{
    return true;
}

static void declare(scope *s, const names *variables)
{
    for (size_t i = 0; i < variables->count; i++) {
        assert_true(s->count < BOUND_MAX);
        s->bound[s->count++] = (binding){variables->list[i].word, -1, variables->list[i].type};
    }
}

static bool exists(scope *s, const node *n)
{
    names variables = read_names(s->t, n->items[1], 0);
    size_t before = s->count;
    demand(s->t, "exists", ":existential-preconditions");
    declare(s, &variables);
    bool found = join(s, n->items[2], 0, stop, NULL);
    s->count = before;
    return found;
}

static bool holds(scope *s, const node *n)
{
    const char *word = head(n);
    if (!strcmp(word, "and") || !strcmp(word, "or")) {
        bool all = *word == 'a';
        if (!all)
            demand(s->t, word, ":disjunctive-preconditions");
        for (size_t i = 1; i < n->count; i++)
            if (holds(s, n->items[i]) != all)
                return !all;
        return all;
    }
    if (!strcmp(word, "not")) {
        demand(s->t, word, ":negative-preconditions");
        return !holds(s, n->items[1]);
    }
    if (!strcmp(word, "=")) {
        demand(s->t, word, ":equality");
        return value_in(s, n->items[1]) == value_in(s, n->items[2]);
    }
    if (!strcmp(word, "exists"))
        return exists(s, n);
    atom a = make_atom(s, n);
    return contains(s->t->predicates[a >> 48].changes ? s->state : &s->t->fixed, a);
}

// ---- joining: every way to bind the free variables so that a condition holds

static bool is_atom(const node *n)
{
    static const char *const others[] = {"and", "or", "not", "=", "exists"};
    for (size_t i = 0; i < COUNT(others); i++)
        if (heads(n, others[i]))
            return false;
    return true;
}

// Binds the arguments of an atom to those of a fact, remembering which were free.
static bool unify(scope *s, const node *n, atom fact, binding *bound[ARITY_MAX], size_t *count)
{
    *count = 0;
    for (size_t i = 1; i < n->count; i++) {
        int object = (int)(fact >> 12 * (i - 1) & 0xfff), known = value_in(s, n->items[i]);
        if (known < 0) {
            binding *b = find_variable(s, n->items[i]->word);
            if (strcmp(b->type, s->t->objects.list[object].type))
                return false;
            b->object = object;
            bound[(*count)++] = b;
        } else if (known != object) {
            return false;
        }
    }
    return true;
}

static bool join_atom(scope *s, const node *whole, size_t part, const node *n, visitor *visit,
                      void *context)
{
    size_t p = find_predicate(s->t, head(n));
    const atoms *facts = s->t->predicates[p].changes ? s->state : &s->t->fixed;
    if (n->count - 1 != s->t->predicates[p].places.count)
        fail_msg("'%s' has another number of arguments", head(n));
    for (size_t i = 0; i < facts->count; i++) {
        binding *bound[ARITY_MAX];
        size_t count = 0;
        if (facts->list[i] >> 48 != p)
            continue;
        bool end =
            unify(s, n, facts->list[i], bound, &count) && join(s, whole, part + 1, visit, context);
        while (count)
            bound[--count]->object = -1;
        if (end)
            return true;
    }
    return false;
}

// Once the atoms are joined, variables that are still free go through all objects of their type.
static bool join_rest(scope *s, const node *whole, visitor *visit, void *context)
{
    for (size_t i = 0; i < s->count; i++) {
        if (s->bound[i].object >= 0)
            continue;
        for (size_t o = 0; o < s->t->objects.count; o++) {
            s->bound[i].object = (int)o;
            if (!strcmp(s->t->objects.list[o].type, s->bound[i].type) &&
                join_rest(s, whole, visit, context)) {
                s->bound[i].object = -1;
                return true;
            }
        }
        s->bound[i].object = -1;
        return false;
    }
    return holds(s, whole) && visit(s, context);
}

static bool join(scope *s, const node *whole, size_t part, visitor *visit, void *context)
{
    bool list = heads(whole, "and");
    size_t parts = list ? whole->count - 1 : 1;
    for (; part < parts; part++) {
        const node *n = list ? whole->items[part + 1] : whole;
        if (is_atom(n))
            return join_atom(s, whole, part, n, visit, context);
    }
    return join_rest(s, whole, visit, context);
}

// ---- effects

typedef struct change {
    atoms add, drop;
    long cost;
} change;

static long number_of(scope *s, const node *n)
{
    if (n->word)
        return atol(n->word);
    for (size_t i = 0; i < s->t->value_count; i++) {
        const node *f = s->t->values[i]->items[1];
        bool same = f->count == n->count && heads(f, head(n));
        for (size_t k = 1; same && k < n->count; k++)
            same = find_object(s->t, f->items[k]->word) == value_in(s, n->items[k]);
        if (same)
            return atol(s->t->values[i]->items[2]->word);
    }
    fail_msg("function '%s' has no value", head(n));
    return 0;
}

static void take_effect(scope *s, const node *n, change *c);

static void for_all(scope *s, const node *n, const names *variables, size_t next, change *c)
{
    if (next == variables->count) {
        take_effect(s, n->items[2], c);
        return;
    }
    size_t at = s->count - variables->count + next;
    for (size_t o = 0; o < s->t->objects.count; o++)
        if (!strcmp(s->t->objects.list[o].type, s->bound[at].type)) {
            s->bound[at].object = (int)o;
            for_all(s, n, variables, next + 1, c);
        }
}

static void take_effect(scope *s, const node *n, change *c)
{
    const char *word = head(n);
    if (!strcmp(word, "and")) {
        for (size_t i = 1; i < n->count; i++)
            take_effect(s, n->items[i], c);
    } else if (!strcmp(word, "when")) {
        demand(s->t, word, ":conditional-effects");
        if (holds(s, n->items[1]))
            take_effect(s, n->items[2], c);
    } else if (!strcmp(word, "forall")) {
        names variables = read_names(s->t, n->items[1], 0);
        size_t before = s->count;
        demand(s->t, word, ":conditional-effects");
        declare(s, &variables);
        for_all(s, n, &variables, 0, c);
        s->count = before;
    } else if (!strcmp(word, "increase")) {
        if (!requires(s->t, ":action-costs"))
            fail_msg("'increase' needs :action-costs among the requirements");
        c->cost += number_of(s, n->items[2]);
    } else if (!strcmp(word, "not")) {
        PUSH(c->drop.list, c->drop.count, c->drop.capacity, make_atom(s, n->items[1]));
    } else {
        PUSH(c->add.list, c->add.count, c->add.capacity, make_atom(s, n));
    }
}

// What is both dropped and added holds.
static atoms changed(const atoms *state, change *c)
{
    atoms out = {0};
    sort(&c->add);
    sort(&c->drop);
    for (size_t i = 0; i < state->count; i++)
        if (!contains(&c->drop, state->list[i]) && !contains(&c->add, state->list[i]))
            PUSH(out.list, out.count, out.capacity, state->list[i]);
    for (size_t i = 0; i < c->add.count; i++)
        if (!i || c->add.list[i] != c->add.list[i - 1])
            PUSH(out.list, out.count, out.capacity, c->add.list[i]);
    sort(&out);
    return out;
}

// ---- search: cheapest first, with a list of states for each cost

#define COST_MAX 2000
#define SLOTS    65536 // at most as many states
typedef struct found {
    atoms state;
    long cost;
    bool closed;
} found;

typedef struct search {
    const task *t;
    found *slots[SLOTS];
    size_t count;
    struct {
        found **list;
        size_t count, capacity;
    } waiting[COST_MAX];
    const found *from;
    const action *by;
} search;

static found *find_state(search *x, const atoms *state)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < state->count; i++)
        hash = (hash ^ state->list[i]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 29;
    size_t at = hash % SLOTS;
    for (; x->slots[at]; at = (at + 1) % SLOTS) {
        const atoms *other = &x->slots[at]->state;
        if (other->count == state->count &&
            !memcmp(other->list, state->list, state->count * sizeof(atom)))
            return x->slots[at];
    }
    if (++x->count > SLOTS / 2)
        fail_msg("too many states for this planner");
    found *f = take(sizeof *f);
    *f = (found){.state = *state, .cost = -1};
    return x->slots[at] = f;
}

static void offer(search *x, const atoms *state, long cost)
{
    found *f = find_state(x, state);
    if (f->closed || (f->cost >= 0 && f->cost <= cost))
        return;
    if (cost >= COST_MAX)
        fail_msg("a plan is too costly for this planner");
    f->cost = cost;
    PUSH(x->waiting[cost].list, x->waiting[cost].count, x->waiting[cost].capacity, f);
}

static bool apply(scope *s, void *context)
{
    search *x = context;
    change c = {0};
    take_effect(s, x->by->effect, &c);
    atoms next = changed(s->state, &c);
    offer(x, &next, x->from->cost + (x->t->metric ? c.cost : 1));
    return false; // the next way
}

static long explore(search *x)
{
    offer(x, &x->t->start, 0);
    for (long cost = 0; cost < COST_MAX; cost++)
        for (size_t i = 0; i < x->waiting[cost].count; i++) { // it may grow
            found *f = x->waiting[cost].list[i];
            scope s = {.t = x->t, .state = &f->state};
            if (f->closed || f->cost < cost)
                continue;
            f->closed = true;
            if (holds(&s, x->t->goal))
                return cost;
            x->from = f;
            for (size_t a = 0; a < x->t->action_count; a++) {
                x->by = &x->t->actions[a];
                s.count = 0;
                declare(&s, &x->by->parameters);
                join(&s, x->by->precondition, 0, apply, x);
            }
        }
    return -1;
}

// ---- reading a domain and a problem

static void note_effects(task *t, const node *n)
{
    const char *word = head(n);
    if (!strcmp(word, "and"))
        for (size_t i = 1; i < n->count; i++)
            note_effects(t, n->items[i]);
    else if (!strcmp(word, "when") || !strcmp(word, "forall"))
        note_effects(t, n->items[2]);
    else if (!strcmp(word, "not"))
        note_effects(t, n->items[1]);
    else if (strcmp(word, "increase"))
        t->predicates[find_predicate(t, word)].changes = true;
}

static void read_action(task *t, const node *n)
{
    action *a = &t->actions[t->action_count++];
    assert_true(t->action_count <= COUNT(t->actions) && n->count == 8);
    if (!is(n->items[2], ":parameters") || !is(n->items[4], ":precondition") ||
        !is(n->items[6], ":effect"))
        fail_msg("an action has :parameters, :precondition and :effect");
    a->parameters = read_names(t, n->items[3], 0);
    a->precondition = n->items[5];
    a->effect = n->items[7];
    note_effects(t, a->effect);
}

static void read_predicates(task *t, const node *n)
{
    for (size_t i = 1; i < n->count; i++) {
        assert_true(t->predicate_count < COUNT(t->predicates));
        predicate *p = &t->predicates[t->predicate_count++];
        *p = (predicate){.word = head(n->items[i]), .places = read_names(t, n->items[i], 1)};
        assert_true(p->places.count <= ARITY_MAX);
    }
}

static void add_objects(task *t, const node *n)
{
    names more = read_names(t, n, 1);
    for (size_t i = 0; i < more.count; i++) {
        for (size_t k = 0; k < t->objects.count; k++)
            if (!strcmp(t->objects.list[k].word, more.list[i].word))
                fail_msg("'%s' is declared twice", more.list[i].word);
        PUSH(t->objects.list, t->objects.count, t->objects.capacity, more.list[i]);
    }
    assert_true(t->objects.count < 4096);
}

static void read_facts(task *t, const node *n)
{
    scope s = {.t = t};
    for (size_t i = 1; i < n->count; i++) {
        if (heads(n->items[i], "=")) {
            assert_true(t->value_count < COUNT(t->values));
            t->values[t->value_count++] = n->items[i];
            continue;
        }
        atom a = make_atom(&s, n->items[i]);
        atoms *to = t->predicates[a >> 48].changes ? &t->start : &t->fixed;
        PUSH(to->list, to->count, to->capacity, a);
    }
    sort(&t->start);
    sort(&t->fixed);
}

static void read_part(task *t, const node *n)
{
    const char *word = head(n);
    if (!strcmp(word, ":requirements")) {
        t->requirements = n;
        t->adl = requires(t, ":adl");
    } else if (!strcmp(word, ":types"))
        t->types = n;
    else if (!strcmp(word, ":constants") || !strcmp(word, ":objects"))
        add_objects(t, n);
    else if (!strcmp(word, ":predicates"))
        read_predicates(t, n);
    else if (!strcmp(word, ":action"))
        read_action(t, n);
    else if (!strcmp(word, ":init"))
        read_facts(t, n);
    else if (!strcmp(word, ":goal"))
        t->goal = n->items[1];
    else if (!strcmp(word, ":metric"))
        t->metric = is(n->items[1], "minimize");
    else if (strcmp(word, ":domain") && strcmp(word, ":functions") && strcmp(word, "domain") &&
             strcmp(word, "problem"))
        fail_msg("'%s' is no part of a domain or a problem", word);
}

long pddl_solve(const char *text)
{
    search *x = take(sizeof *x);
    task *t = take(sizeof *t);
    for (int i = 0; i < 2; i++) { // the domain, the problem
        const node *n = read_node(&text);
        if (!heads(n, "define"))
            fail_msg("'define' should stand first");
        for (size_t k = 1; k < n->count; k++)
            read_part(t, n->items[k]);
    }
    if (text[strspn(text, " \n")])
        fail_msg("nothing should follow: %.20s", text);
    x->t = t;
    long cost = explore(x);
    free_all();
    return cost;
}
