// simulate.c: the verb `simulate`: agents that rotate marble mazes under physics.
#include "mazewright/marble.h"
#include "kinds/marble/ode/ode_engine.h"
#include "api/answer.h"
#include "parallel/tasks.h"
#include "draw/chart.h"
#include "tool/tool.h"

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define OUTCOMES 4 // of a simulation
#define TRACED   8

static const mw_marble_engine *const engines[] = {&mw_marble_ball, &mw_marble_ode};

// One maze with one agent.
typedef struct trial {
    input *in;
    const char *agent;
    mw_maze *maze; // as it is held: in so many orientations
    unsigned orientations;
    mw_marble_result result;
    double seconds;
    int code;    // EXIT_DONE, or why it was not opened or simulated
    bool failed; // it could not be simulated; `error` says why
    mw_error error;
} trial;

typedef struct call {
    const settings *s;
    mw_marble_plan plan;
    mw_marble_physics physics;
    name_list agents;
    unsigned orientations, threads;
    input *mazes;
    size_t maze_count, capacity;
    trial *trials;
    records records;
    FILE *trace;
    output trace_file;
    bool trace_ended;
    double frame_time;
    table table, solutions;
    pthread_mutex_t mutex; // held by the thread that shows progress
    bool live;
    double shown;
    int code;
} call;

// ---- trace: one JSON object per line

// What the callbacks of one simulation know.
typedef struct view {
    call *call;
    const mw_maze *maze;
    const char *agent;
    mw_marble_frame frame;
    uint32_t moves, known;
} view;

// The physics as options; the first TRACED of them are told in the trace, too.
static const struct {
    option_id id;
    size_t at; // in mw_marble_physics
} physics[] = {
    {O_RADIUS, offsetof(mw_marble_physics, radius)},
    {O_WALL, offsetof(mw_marble_physics, wall)},
    {O_GRAVITY, offsetof(mw_marble_physics, gravity)},
    {O_FRICTION, offsetof(mw_marble_physics, friction)},
    {O_RESTITUTION, offsetof(mw_marble_physics, restitution)},
    {O_DT, offsetof(mw_marble_physics, dt)},
    {O_ACCELERATION, offsetof(mw_marble_physics, acceleration)},
    {O_ERROR, offsetof(mw_marble_physics, error)},
    {O_REST_ENERGY, offsetof(mw_marble_physics, rest_energy)},
    {O_REST_TIME, offsetof(mw_marble_physics, rest_time)},
    {O_GIVE_UP, offsetof(mw_marble_physics, give_up)},
};

static double *constant(mw_marble_physics *p, size_t i)
{
    void *at = (char *)p + physics[i].at;
    return at;
}

static void trace_beginning(call *c, const trial *t)
{
    mw_writer w = object_begin();
    mw_json_text(&w, "type", "maze");
    mw_json_owned(&w, "id", mw_maze_print(t->maze ? t->maze : t->in->maze, "id"));
    mw_json_members(&w, "agent=%s orientations=%u engine=%s seed=%ju as=%s", t->agent,
                    t->orientations, mw_marble_engine_name(c->plan.engine), c->plan.seed,
                    c->plan.as);
    mw_json_open(&w, "physics", '{');
    for (size_t i = 0; i < TRACED; i++)
        mw_json_real(&w, options[physics[i].id].name, *constant(&c->physics, i), 9);
    mw_json_close(&w, '}');
    print_object(&w, c->trace);
}

static void write_vector(mw_writer *w, const char *key, const double v[3])
{
    mw_json_open(w, key, '[');
    for (int i = 0; i < 3; i++)
        mw_json_real(w, NULL, v[i], 9);
    mw_json_close(w, ']');
}

static void trace_frame(call *c, const mw_marble_frame *f)
{
    mw_writer w = object_begin();
    mw_json_text(&w, "type", "frame");
    mw_json_real(&w, "time", f->time, 9);
    write_vector(&w, "at", f->at);
    write_vector(&w, "up", f->up);
    mw_json_text(&w, "phase", mw_marble_phase_name(f->phase));
    print_object(&w, c->trace);
}

static void trace_end(call *c, const trial *t)
{
    mw_writer w = object_begin();
    mw_json_members(&w, "type=%s outcome=%s moves=%u time=%.9e", "end",
                    mw_marble_outcome_name(t->result.outcome), t->result.moves,
                    t->result.simulated_seconds);
    print_object(&w, c->trace);
    c->trace_ended = true;
}

static void show_live(view *v)
{
    call *c = v->call;
    double t = mw_seconds();
    pthread_mutex_lock(&c->mutex);
    if (t - c->shown > 0.1) {
        c->shown = t;
        fprintf(stderr, "\r\033[K%s: move %u, %s, %.1f s, %u states known", v->agent, v->moves,
                mw_marble_phase_name(v->frame.phase), v->frame.time, v->known);
        fflush(stderr);
    }
    pthread_mutex_unlock(&c->mutex);
}

static bool see_frame(void *context, const mw_marble_frame *f)
{
    view *v = context;
    v->frame = *f;
    if (v->call->trace)
        trace_frame(v->call, f);
    if (v->call->live)
        show_live(v);
    return !interrupted();
}

static void see_move(void *context, const mw_marble_move *m)
{
    view *v = context;
    v->moves++;
    v->known = m->known;
    if (!v->call->trace)
        return;
    mw_writer w = object_begin();
    mw_json_text(&w, "type", "move");
    mw_answer_move(&w, v->maze, m);
    print_object(&w, v->call->trace);
}

// ---- running

static void run_trial(void *context, uint64_t index)
{
    call *c = context;
    trial *t = &c->trials[index];
    double started = mw_seconds();
    if (interrupted()) {
        t->code = EXIT_LIMIT;
        return;
    }
    const mw_maze *m = t->in->maze;
    if (c->orientations) {
        m = t->maze = mw_marble_with_orientations(m, c->orientations, &t->error);
        t->failed = !m;
        if (!m)
            return;
    }
    t->orientations = mw_marble_orientations(m);
    view v = {.call = c, .maze = m, .agent = t->agent};
    mw_marble_plan plan = c->plan;
    plan.agent = t->agent;
    plan.frame = see_frame;
    plan.move = see_move;
    plan.frame_time = c->frame_time;
    plan.context = &v;
    if (c->trace)
        trace_beginning(c, t);
    t->failed = !mw_marble_simulate(m, &plan, &t->result, &t->error);
    t->seconds = mw_seconds() - started;
}

static void add_record(call *c, const trial *t)
{
    mw_writer w = maze_object(t->in);
    mw_marble_plan plan = c->plan;
    plan.agent = t->agent;
    mw_answer_simulation(&w, t->maze ? t->maze : t->in->maze, &plan, &t->result);
    mw_json_rounded(&w, "seconds", t->seconds, 9);
    record_add(&c->records, &w);
}

static void add_row(call *c, const trial *t, const char *actions)
{
    const mw_marble_result *r = &t->result;
    table_head(&c->table, "maze|agent|outcome|moves|path|repeated|unrepeatable|predicted|"
                          "simulated|ms");
    table_row(&c->table, "%.60s|%s|%s|%u|%u|%u|%u|%.0f %%|%.1f s|%.1f", t->in->label, t->agent,
              mw_marble_outcome_name(r->outcome), r->moves, r->theoretical_length, r->repeated,
              r->unrepeatable, r->moves ? 100.0 * r->predicted_right / r->moves : 100,
              r->simulated_seconds, t->seconds * 1000);
    if (actions && r->outcome == MW_MARBLE_IS_SOLVED && r->moves <= 200)
        table_row(&c->solutions, "%.60s|%s|%s", t->in->label, t->agent, actions);
}

static bool take_trial(void *context, uint64_t index)
{
    static const int codes[] = {EXIT_DONE, EXIT_NO, EXIT_NO, EXIT_LIMIT};
    call *c = context;
    trial *t = &c->trials[index];
    if (c->shown > 0)
        clear_line();
    if (t->failed)
        t->code = complain_of(NULL, &t->error, EXIT_USAGE);
    c->code = worse(c->code, t->code == EXIT_DONE ? codes[t->result.outcome] : t->code);
    if (t->code == EXIT_DONE) {
        char *actions = mw_moves_print(t->in->maze->kind, t->result.actions, t->result.moves);
        if (!actions)
            out_of_memory();
        if (c->trace)
            trace_end(c, t);
        if (!c->s->value[O_SUMMARY] && c->records.format != FORMAT_TABLE)
            add_record(c, t);
        else if (!c->s->value[O_SUMMARY])
            add_row(c, t, actions);
        free(actions);
    }
    free(t->result.actions);
    t->result.actions = NULL;
    mw_maze_free(t->maze);
    t->maze = NULL;
    return t->code != EXIT_USAGE;
}

// ---- many mazes at a glance

typedef struct summary {
    const char *agent;
    unsigned count, outcomes[OUTCOMES];
    double moves, squares; // of solved mazes
    double length, repeated, unrepeatable, all_moves, right, tried, recovered, seconds;
} summary;

static summary sum_up(const call *c, unsigned agent)
{
    summary s = {.agent = c->agents.item[agent]};
    for (size_t i = agent; i < c->maze_count * c->agents.count; i += c->agents.count) {
        const trial *t = &c->trials[i];
        const mw_marble_result *r = &t->result;
        if (t->code != EXIT_DONE)
            continue;
        s.count++;
        s.outcomes[r->outcome]++;
        s.length += r->theoretical_length;
        s.repeated += r->repeated;
        s.unrepeatable += r->unrepeatable;
        s.all_moves += r->moves;
        s.right += r->predicted_right;
        s.tried += r->tried;
        s.recovered += r->recovered;
        s.seconds += t->seconds;
        if (r->outcome == MW_MARBLE_IS_SOLVED) {
            s.moves += r->moves;
            s.squares += (double)r->moves * r->moves;
        }
    }
    return s;
}

// Half the width of the 95 % interval of the mean.
static double interval(const summary *s)
{
    double n = s->outcomes[MW_MARBLE_IS_SOLVED], mean = s->moves / n;
    return n > 1 ? 1.96 * sqrt((s->squares / n - mean * mean) / (n - 1)) : 0;
}

// Mean moves of each agent over the mazes that it solved. The data are kept beside the picture.
static void draw_chart(call *c)
{
    const char *file = c->s->value[O_CHART];
    size_t stem = strlen(file) - strlen(".svg");
    unsigned count = c->agents.count;
    double *means = calloc(3 * (size_t)count, sizeof *means);
    char data[1000];
    if (!means) {
        c->code = out_of_memory();
        return;
    }
    double *low = means + count, *high = low + count;
    for (unsigned a = 0; a < count; a++) {
        summary s = sum_up(c, a);
        double solved = s.outcomes[MW_MARBLE_IS_SOLVED], error = solved > 1 ? interval(&s) : 0;
        means[a] = solved > 0 ? s.moves / solved : (double)NAN;
        low[a] = means[a] - error;
        high[a] = means[a] + error;
    }
    mw_curve moves = {
        .name = "moves, with 95 % intervals", .y = means, .low = low, .high = high, .count = count};
    mw_chart plot = {.form = MW_CHART_BARS,
                     .title = "Moves until solved",
                     .y_label = moves.name,
                     .labels = c->agents.item,
                     .label_count = count,
                     .curves = &moves,
                     .curve_count = 1,
                     .alone = true};
    snprintf(data, sizeof data, "%.*s.tsv", (int)stem, file);
    mw_writer numbers = {0}, picture = {0};
    mw_chart_data(&numbers, &plot);
    mw_chart_write(&picture, &plot);
    c->code = worse(c->code, write_file(data, &numbers));
    c->code = worse(c->code, write_file(file, &picture));
    free(means);
}

static void add_summary(call *c, const summary *s, double mean, double right)
{
    const struct {
        const char *name;
        double value;
    } rows[] = {
        {"moves", mean},
        {"interval", interval(s)},
        {"theoretical_length", s->count ? s->length / s->count : 0},
        {"repeated", s->repeated},
        {"unrepeatable", s->unrepeatable},
        {"predicted_right", right},
        {"tried", s->tried},
        {"recovered", s->recovered},
        {"seconds", s->seconds},
    };
    mw_writer w = object_begin();
    mw_json_text(&w, "agent", s->agent);
    mw_json_count(&w, "mazes", s->count);
    for (unsigned i = 0; i < OUTCOMES; i++)
        mw_json_count(&w, mw_marble_outcome_name((mw_marble_outcome)i), s->outcomes[i]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        mw_json_real(&w, rows[i].name, rows[i].value, 6);
    record_add(&c->records, &w);
}

static void print_summary(call *c)
{
    table t = {0};
    for (unsigned a = 0; a < c->agents.count; a++) {
        summary s = sum_up(c, a);
        double solved = s.outcomes[MW_MARBLE_IS_SOLVED];
        double mean = solved > 0 ? s.moves / solved : 0;
        double right = s.all_moves > 0 ? s.right / s.all_moves : 1;
        if (c->records.format != FORMAT_TABLE) {
            add_summary(c, &s, mean, right);
            continue;
        }
        table_head(&t, "agent|mazes|solved|unsolvable|frozen|limit|moves|+-|repeated|unrepeatable|"
                       "predicted|cpu s");
        table_row(&t, "%s|%u", s.agent, s.count);
        for (unsigned i = 0; i < OUTCOMES; i++)
            table_add(&t, "%u", s.outcomes[i]);
        table_row(&t, "%.1f|%.1f|%.0f|%.0f|%.1f %%|%.1f", mean, interval(&s), s.repeated,
                  s.unrepeatable, 100 * right, s.seconds);
    }
    table_print(&t, 1, stdout);
}

// ---- options

static bool read_physics(call *c)
{
    const mw_marble_preset *preset;
    if (!option_preset(c->s, &preset))
        return false;
    c->plan.as = preset->name;
    c->physics = preset->physics;
    for (size_t i = 0; i < sizeof physics / sizeof *physics; i++) {
        double *value = constant(&c->physics, i);
        if (!option_number(c->s, physics[i].id, -1e9, 1e9, *value, value))
            return false; // the library checks whether the values make sense
    }
    return true;
}

static bool read_engine(call *c)
{
    const char *name = c->s->value[O_ENGINE] ? c->s->value[O_ENGINE] : "ball";
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (!strcmp(mw_marble_engine_name(engines[i]), name))
            c->plan.engine = engines[i];
    if (!c->plan.engine)
        complain("--engine %s is unknown; it is ball or ode", name);
    return c->plan.engine;
}

static bool agents_known(const name_list *agents)
{
    for (unsigned i = 0; i < agents->count; i++) {
        const mw_marble_agent *a = mw_marble_agents();
        mw_writer known = {0};
        while (a->name && strcmp(a->name, agents->item[i]) != 0)
            a++;
        if (a->name)
            continue;
        for (a = mw_marble_agents(); a->name; a++)
            add_word(&known, a->name);
        return complain_unknown(false, agents->item[i], "the agents are", &known,
                                "unknown agent '%s'", agents->item[i]);
    }
    return true;
}

// The names of the agents, or all.
static bool read_agents(call *c)
{
    if (!option_names(c->s, O_AGENT, &c->agents))
        return false;
    if (!c->s->value[O_AGENT])
        return names_of(&c->agents, "complete");
    if (!c->agents.all)
        return agents_known(&c->agents);
    mw_writer w = {0};
    for (const mw_marble_agent *a = mw_marble_agents(); a->name; a++)
        mw_write(&w, "%s%s", w.length ? "," : "", a->name);
    names_free(&c->agents);
    bool ok = w.failed ? out_of_memory() == EXIT_DONE : names_of(&c->agents, w.text);
    free(w.text);
    return ok;
}

static bool read_rest(call *c)
{
    double rate;
    const settings *s = c->s;
    if (!option_seed(s, &c->plan.seed) ||
        !option_count(s, O_MOVES, 1, 1e9, 0, &c->plan.most_moves) ||
        !option_count(s, O_ORIENTATIONS, 4, 24, 0, &c->orientations) ||
        (c->orientations && c->orientations != 4 && c->orientations != 8 && c->orientations != 24 &&
         !complain("--orientations %u: write 4 for flat mazes, else 8 or 24", c->orientations)) ||
        !option_threads(s, &c->threads) || !option_number(s, O_FRAME_RATE, 0.1, 1e6, 60, &rate))
        return false;
    c->plan.recover = s->value[O_RECOVER];
    c->frame_time = 1 / rate;
    if (s->value[O_CHART] && !s->value[O_SUMMARY])
        return complain("--chart draws a summary; add --summary");
    size_t length = s->value[O_CHART] ? strlen(s->value[O_CHART]) : 0;
    if (length && (length < 5 || length > 900 || strcmp(s->value[O_CHART] + length - 4, ".svg")))
        return complain("--chart %s: the name of a chart must end in .svg", s->value[O_CHART]);
    bool one = !inputs_several(s) && c->agents.count == 1;
    if (s->value[O_TRACE] && !one)
        complain("--trace follows one maze and one agent");
    return !s->value[O_TRACE] || one;
}

// Keeps a maze, so that all are simulated at a time.
static int take_maze(input *in, void *context)
{
    call *c = context;
    if (!mw_marble_orientations(in->maze))
        return input_unfit(in, "only marble mazes can be simulated");
    if (c->trace && c->maze_count)
        return complain_with(EXIT_USAGE, "--trace follows one maze and one agent");
    if (c->maze_count == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 16;
        input *grown = realloc(c->mazes, capacity * sizeof *grown);
        if (!grown)
            return out_of_memory();
        c->mazes = grown;
        c->capacity = capacity;
    }
    c->mazes[c->maze_count++] = *in;
    *in = (input){0};
    return EXIT_DONE;
}

static void simulate_all(call *c)
{
    size_t count = c->maze_count * c->agents.count;
    c->trials = calloc(count + 1, sizeof *c->trials);
    mw_tasks tasks = {
        .count = count, .threads = c->threads, .context = c, .run = run_trial, .done = take_trial};
    for (size_t i = 0; c->trials && i < count; i++) {
        c->trials[i].in = &c->mazes[i / c->agents.count];
        c->trials[i].agent = c->agents.item[i % c->agents.count];
    }
    bool run = c->trials && mw_tasks_run(&tasks);
    watch_rest(NULL);
    if (!run) {
        c->code = out_of_memory();
    } else if (c->s->value[O_SUMMARY]) {
        print_summary(c);
        if (c->s->value[O_CHART] && !interrupted()) // a part would take the place of a whole one
            draw_chart(c);
    } else {
        table_print(&c->table, 3, stdout);
        if (c->solutions.count)
            putchar('\n');
        c->solutions.columns = 3;
        table_print(&c->solutions, 3, stdout);
    }
    records_end(&c->records);
    for (size_t i = 0; c->trials && i < count; i++) {
        mw_marble_result_free(&c->trials[i].result);
        mw_maze_free(c->trials[i].maze); // of one that nobody took
    }
    free(c->trials);
}

int run_simulate(const settings *s)
{
    call c = {.s = s, .live = progress_wanted(s), .mutex = PTHREAD_MUTEX_INITIALIZER};
    c.plan.size = sizeof c.plan;
    c.plan.physics = &c.physics;
    if (!option_format(s, &c.records) || !read_physics(&c) || !read_engine(&c) ||
        !read_agents(&c) || !read_rest(&c)) {
        names_free(&c.agents);
        return EXIT_USAGE;
    }
    if (s->value[O_TRACE] && !(c.trace = output_open(&c.trace_file, s->value[O_TRACE]))) {
        output_close(&c.trace_file, NULL, true); // prints why
        c.code = EXIT_BROKEN;
    }
    if (c.code == EXIT_DONE)
        c.code = for_each_input(s, take_maze, &c);
    if (c.maze_count && c.code != EXIT_USAGE && c.code != EXIT_BROKEN)
        simulate_all(&c);
    if (c.trace && !output_close(&c.trace_file, c.trace, c.trace_ended && !ran_out_of_memory()))
        c.code = EXIT_BROKEN;
    for (size_t i = 0; i < c.maze_count; i++)
        input_close(&c.mazes[i]);
    free(c.mazes);
    names_free(&c.agents);
    return c.code;
}
