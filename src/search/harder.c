// harder.c: see harder.h. Only what the model of difficulty weighs is called a reason; everything
// else is a difference.
#include "search/harder.h"

#include "core/powers.h"
#include "core/text.h"
#include "mazewright/explain.h"
#include "search/graph.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- measures side by side

static const mw_value measures[] = {
    {.name = "difficulty", .about = "for a person, from 1 to 10 (docs/difficulty.md)"},
    {.name = "player_steps", .about = "moves of a simulated player until he wins, on average"},
    {.name = "attempts", .about = "attempts that this takes him, on average"},
    {.name = "length", .about = "moves of a shortest solution"},
    {.name = "solutions", .about = "number of shortest solutions (up to 10^9)"},
    {.name = "choice_bits", .about = "-log2 of the chance to guess a shortest solution"},
    {.name = "states", .about = "states the player can reach"},
    {.name = "dead", .about = "reachable states from which no win is possible"},
    {.name = "losing", .about = "moves that lose at once"},
    {.name = "branching", .about = "mean number of moves in a state"},
    {.name = "must_pass", .about = "states that every solution passes"},
    {.name = "facts", .about = "things that every solution does in one of several states"},
    {.name = "away", .about = "moves away from the goal that cannot be avoided"},
    {0},
};
#define MEASURES (sizeof measures / sizeof *measures - 1)

const mw_value *mw_weighed_measures(void)
{
    return measures;
}

double mw_weighed_value(const mw_weighed *w, const char *name)
{
    for (unsigned i = 0; i < MEASURES; i++)
        if (!strcmp(measures[i].name, name))
            return w->values[i].value;
    return (double)NAN;
}

static void set_value(mw_weighed *w, const char *name, double value)
{
    for (unsigned i = 0; i < MEASURES; i++)
        if (!strcmp(measures[i].name, name))
            w->values[i].value = value;
}

static bool weigh_difficulty(const mw_graph *g, mw_weighed *w)
{
    mw_budget budget = mw_graph_budget(g);
    if (!mw_difficulty_of(g, false, &budget, &w->difficulty))
        return false;
    set_value(w, "difficulty", w->difficulty.grade);
    set_value(w, "player_steps", w->difficulty.player_steps);
    set_value(w, "attempts", w->difficulty.attempts);
    set_value(w, "choice_bits", w->difficulty.choice_bits);
    return true;
}

static bool weigh_measures(const mw_graph *g, mw_weighed *w)
{
    static const char *const names[] = {"length", "solutions", "states", "dead",
                                        "losing", "branching", NULL};
    mw_analysis a;
    if (!mw_analyse_some(g, names, &a))
        return false;
    for (unsigned i = 0; names[i]; i++)
        set_value(w, names[i], mw_analysis_value(&a, names[i]));
    mw_analysis_free(&a);
    return true;
}

static bool weigh_musts(const mw_graph *g, mw_weighed *w)
{
    mw_explanation e;
    if (!mw_explain(g, 0, &e))
        return false;
    double facts = e.unlisted;
    for (uint32_t i = 0; i < e.must_count; i++)
        facts += e.must[i].state == MW_FAR;
    if (e.winnable) {
        set_value(w, "must_pass", (double)e.must_count + e.unlisted - facts);
        set_value(w, "facts", facts);
        set_value(w, "away", e.away == MW_FAR ? (double)NAN : e.away);
    }
    mw_explanation_free(&e);
    return true;
}

bool mw_weigh(const mw_graph *g, mw_weighed *w)
{
    *w = (mw_weighed){.values = malloc(sizeof measures)};
    for (unsigned i = 0; w->values && i < MEASURES; i++) {
        w->values[i] = measures[i];
        w->values[i].value = (double)NAN;
    }
    bool ok = w->values && weigh_difficulty(g, w) && weigh_measures(g, w) && weigh_musts(g, w);
    if (!ok)
        mw_weighed_free(w);
    return ok;
}

void mw_weighed_free(mw_weighed *w)
{
    free(w->values);
    *w = (mw_weighed){0};
}

// ---- what makes the one harder

static double log2_of(double x)
{
    return mw_log(x) / 0.6931471805599453;
}

static double moves_of_attempt(const mw_weighed *w)
{
    return w->difficulty.player_steps / w->difficulty.attempts;
}

int mw_harder(const mw_weighed *a, const mw_weighed *b, mw_harder_part parts[MW_HARDER_PARTS])
{
    static const char *const about[][2] = {
        [MW_HARDER_LENGTH] = {"length", "moves of a shortest solution"},
        [MW_HARDER_STRAYING] = {"straying", "moves of an attempt of the simulated player, for each "
                                            "move of a shortest solution"},
        [MW_HARDER_ATTEMPTS] = {"attempts", "attempts that the simulated player needs, on average"},
    };
    const mw_weighed *const mazes[] = {a, b};
    double steps[2];
    for (unsigned i = 0; i < 2; i++) {
        double length = mw_weighed_value(mazes[i], "length");
        steps[i] = mazes[i]->difficulty.player_steps;
        if (!(length > 0) || !(steps[i] > 0))
            return -2;
        parts[MW_HARDER_LENGTH].values[i] = length;
        parts[MW_HARDER_STRAYING].values[i] = moves_of_attempt(mazes[i]) / length;
        parts[MW_HARDER_ATTEMPTS].values[i] = mazes[i]->difficulty.attempts;
    }
    // Numbers that are equal but for rounding.
    bool same = fabs(steps[0] - steps[1]) <= 1e-6 * steps[0];
    int harder = same ? -1 : steps[1] > steps[0];
    for (unsigned p = 0; p < MW_HARDER_PARTS; p++) {
        const double *v = parts[p].values;
        parts[p].name = about[p][0];
        parts[p].about = about[p][1];
        parts[p].grades = log2_of(harder == 1 ? v[1] / v[0] : v[0] / v[1]) / 2;
    }
    return harder;
}

// ---- in sentences

typedef struct telling {
    const mw_weighed *const *mazes;
    const char *const *names;
    int harder; // 0 or 1; the other one is the easier
    void (*say)(void *, const char *);
    void *context;
    bool failed; // memory ran out, and a sentence is missing
} telling;

static void say(telling *t, mw_writer *w)
{
    char *text = mw_writer_take(w);
    if (text)
        t->say(t->context, text);
    t->failed |= !text;
    free(text);
}

// As many digits as a reader wants: "7", "12.3", "5,130".
static void write_number(mw_writer *w, double x)
{
    char digits[40];
    if (x == floor(x) || fabs(x) >= 100)
        snprintf(digits, sizeof digits, "%.0f", x);
    else
        snprintf(digits, sizeof digits, "%.*f", fabs(x) < 1 ? 2 : 1, x);
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; digits[i]; i++)
        mw_write(w, "%s%c", i && i < whole && (whole - i) % 3 == 0 ? "," : "", digits[i]);
}

static double share(const mw_weighed *w, const char *part)
{
    return floor(100 * mw_weighed_value(w, part) / mw_weighed_value(w, "states") + 0.5);
}

// "78 moves, against 16": `one` is of the harder maze. An %s of the unit is for the plural.
static void write_both(mw_writer *w, double one, const char *unit, double other)
{
    const char *plural = strstr(unit, "%s");
    write_number(w, one);
    mw_write(w, "%.*s", plural ? (int)(plural - unit) : (int)strlen(unit), unit);
    if (plural)
        mw_write(w, "%s%s", one == 1 ? "" : "s", plural + 2);
    mw_write(w, ", against ");
    write_number(w, other);
}

// Why attempts fail.
static void write_losses(mw_writer *w, const mw_weighed *one, const mw_weighed *other)
{
    double losing = mw_weighed_value(one, "losing"), of_other = mw_weighed_value(other, "losing");
    mw_write(w, " No win is possible any more in ");
    write_both(w, share(one, "dead"), " % of its states", share(other, "dead"));
    mw_write(w, " %%");
    if (losing > 0 || of_other > 0) {
        mw_write(w, "; ");
        write_both(w, losing, losing == 1 ? " move loses at once" : " moves lose at once",
                   of_other);
    }
    mw_write(w, ".");
}

// A part of the difference, with the figures of the harder maze first.
static void say_part(telling *t, const mw_harder_part *part, unsigned which)
{
    double one = part->values[t->harder], other = part->values[!t->harder];
    mw_writer w = {0};
    mw_write(&w, "%s by %.1f grades: ", part->grades > 0 ? "Harder" : "Easier", fabs(part->grades));
    if (which == MW_HARDER_LENGTH) {
        mw_write(&w, "its shortest solution has ");
        write_both(&w, one, " move%s", other);
    } else if (which == MW_HARDER_STRAYING) {
        mw_write(&w, "for each move of the solution, an attempt takes ");
        write_both(&w, one, " move%s", other);
    } else {
        mw_write(&w, "the attempts until he wins are ");
        write_both(&w, one, "", other);
    }
    mw_write(&w, ".");
    if (which == MW_HARDER_ATTEMPTS)
        write_losses(&w, t->mazes[t->harder], t->mazes[!t->harder]);
    say(t, &w);
}

static void say_verdict(telling *t)
{
    const mw_difficulty *one = &t->mazes[t->harder]->difficulty,
                        *other = &t->mazes[!t->harder]->difficulty;
    mw_writer w = {0};
    const char *name = t->names[t->harder], *easier = t->names[!t->harder];
    if (floor(10 * one->grade + 0.5) > floor(10 * other->grade + 0.5))
        mw_write(&w, "%s is harder than %s: difficulty %.1f against %.1f.", name, easier,
                 one->grade, other->grade);
    else
        mw_write(&w, "%s is harder than %s, though the difficulty of both is %.1f.", name, easier,
                 one->grade);
    mw_write(&w, " A simulated player makes ");
    write_both(&w, one->player_steps, " move%s until he wins", other->player_steps);
    mw_write(&w, ".");
    say(t, &w);
}

// The parts that weigh something: first those that make it harder, then the others.
static void say_parts(telling *t, const mw_harder_part *parts)
{
    for (int sign = 1; sign >= -1; sign -= 2) {
        bool told[MW_HARDER_PARTS] = {false};
        for (unsigned n = 0; n < MW_HARDER_PARTS; n++) {
            unsigned best = MW_HARDER_PARTS;
            for (unsigned p = 0; p < MW_HARDER_PARTS; p++)
                if (!told[p] && sign * parts[p].grades >= 0.05 &&
                    (best == MW_HARDER_PARTS || fabs(parts[p].grades) > fabs(parts[best].grades)))
                    best = p;
            if (best == MW_HARDER_PARTS)
                break;
            told[best] = true;
            say_part(t, &parts[best], best);
        }
    }
}

// What differs most, and is no part of the difficulty by itself.
static void say_differences(telling *t)
{
    static const struct {
        const char *name, *words;
    } rows[] = {{"states", " state%s"},
                {"solutions", " shortest solution%s"},
                {"must_pass", " state%s that every solution passes"},
                {"facts", " other thing%s that every solution does"},
                {"away", " move%s away from the goal in every solution"}};
    mw_writer w = {0};
    int one = t->harder < 0 ? 0 : t->harder;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        double a = mw_weighed_value(t->mazes[one], rows[i].name),
               b = mw_weighed_value(t->mazes[!one], rows[i].name);
        if (isnan(a) || isnan(b) || a == b)
            continue;
        mw_write(&w, "%s", w.length ? "; " : "Different, but not weighed by themselves: ");
        write_both(&w, a, rows[i].words, b);
    }
    if (w.length || w.failed) {
        mw_write(&w, ".");
        say(t, &w);
    }
}

static void say_unknown(telling *t)
{
    for (unsigned i = 0; i < 2; i++) {
        const mw_weighed *m = t->mazes[i];
        mw_writer w = {0};
        double length = mw_weighed_value(m, "length");
        if (isnan(length))
            mw_write(&w, "%s has no solution, so it has no difficulty.", t->names[i]);
        else if (length == 0)
            mw_write(&w, "%s is solved at its start, so it has no difficulty.", t->names[i]);
        else if (isnan(m->difficulty.player_steps))
            mw_write(&w, "The difficulty of %s is not known: it would take too long to compute.",
                     t->names[i]);
        if (w.length || w.failed)
            say(t, &w);
    }
}

bool mw_harder_say(const mw_weighed *const mazes[2], const char *const names[2],
                   void (*tell)(void *, const char *), void *context)
{
    mw_harder_part parts[MW_HARDER_PARTS];
    telling t = {.mazes = mazes, .names = names, .say = tell, .context = context};
    t.harder = mw_harder(mazes[0], mazes[1], parts);
    mw_writer w = {0};
    if (t.harder >= 0) {
        say_verdict(&t);
        say_parts(&t, parts);
    } else if (t.harder == -1) {
        mw_write(&w, "%s and %s are equally hard: difficulty %.1f.", names[0], names[1],
                 mazes[0]->difficulty.grade);
        say(&t, &w);
    } else {
        say_unknown(&t);
    }
    say_differences(&t);
    return !t.failed;
}
