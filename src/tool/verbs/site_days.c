// site_days.c: see site_days.h. The seeds of a day are made from its date. They are tried in order
// until one of them gives a maze as difficult as the plan of the weekday wants it.
#include "tool/verbs/site_days.h"
#include "core/text.h"
#include "mazewright/design.h"
#include "tool/tool.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TRIES       60 // seeds of a date
#define PLANS_MAX   100
#define REQUIRE_MAX 8

// ---- the calendar. Years are counted from March, so that the 29th of February is their last day.

static long from_date(long y, long m, long d)
{
    y -= m <= 2;
    long era = (y >= 0 ? y : y - 399) / 400, year = y - era * 400;
    long in_year = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + year * 365 + year / 4 - year / 100 + in_year - 719468;
}

static void to_date(long day, long *y, long *m, long *d)
{
    day += 719468;
    long era = (day >= 0 ? day : day - 146096) / 146097, in_era = day - era * 146097;
    long year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    long in_year = in_era - (365 * year + year / 4 - year / 100), month = (5 * in_year + 2) / 153;
    *d = in_year - (153 * month + 2) / 5 + 1;
    *m = month < 10 ? month + 3 : month - 9;
    *y = year + era * 400 + (*m <= 2);
}

void day_print(long day, char text[16])
{
    long y, m, d;
    to_date(day, &y, &m, &d);
    snprintf(text, 16, "%04ld-%02ld-%02ld", y % 10000, m % 100, d % 100);
}

bool day_read(const char *text, size_t length, long *day)
{
    char copy[16], back[16];
    uint64_t y, m, d;
    if (length != 10)
        return false;
    snprintf(copy, sizeof copy, "%.10s", text);
    if (!mw_parse_number(copy, 4, 9999, &y) || !mw_parse_number(copy + 5, 2, 12, &m) ||
        !mw_parse_number(copy + 8, 2, 31, &d))
        return false;
    *day = from_date((long)y, (long)m, (long)d);
    day_print(*day, back);
    return y >= 1970 && !strcmp(copy, back); // there is no 31st of February
}

long day_today(void)
{
    time_t t = time(NULL);
    struct tm here;
    localtime_r(&t, &here);
    return from_date(here.tm_year + 1900L, here.tm_mon + 1L, here.tm_mday);
}

// ---- plans

typedef struct plan {
    int weekday;                             // 0 is Monday
    char kind[20], size[80], objective[300]; // up to the first ';', and what must hold after it
    uint64_t evaluations;
    double least, most; // difficulty
} plan;

struct day_plans {
    plan plans[PLANS_MAX];
    unsigned count;
};

// Reads a range such as 2-3.5.
static bool read_difficulty(const char *text, plan *p)
{
    char *end;
    p->least = strtod(text, &end);
    if (end == text || *end != '-')
        return false;
    p->most = strtod(text = end + 1, &end);
    return end > text && !*end && p->least < p->most;
}

static bool read_plan(char *line, plan *p)
{
    static const char *const weekdays[] = {"monday", "tuesday",  "wednesday", "thursday",
                                           "friday", "saturday", "sunday"};
    char day[20], difficulty[40];
    line[strcspn(line, "\r\n")] = '\0';
    for (char *tab = line; (tab = strchr(tab, '\t'));)
        *tab = ' ';
    mw_numbers words = {.at = line};
    mw_next_word(&words, day, sizeof day);
    mw_next_word(&words, p->kind, sizeof p->kind);
    mw_next_word(&words, p->size, sizeof p->size);
    p->evaluations = mw_next_whole(&words, UINT64_MAX);
    mw_next_word(&words, difficulty, sizeof difficulty);
    const char *objective = words.at + strspn(words.at, " ");
    if (words.failed || !p->evaluations || !read_difficulty(difficulty, p) || !*objective ||
        strlen(objective) >= sizeof p->objective)
        return false;
    memcpy(p->objective, objective, strlen(objective) + 1);
    for (p->weekday = 0; p->weekday < 7; p->weekday++)
        if (!strcmp(day, weekdays[p->weekday]))
            return true;
    return false;
}

static bool every_weekday_has_one(const day_plans *all)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < all->count; i++)
        seen |= 1u << all->plans[i].weekday;
    return seen == 0x7f;
}

static bool keep_only(day_plans *all, const char *kind)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < all->count; i++)
        if (!strcmp(all->plans[i].kind, kind))
            all->plans[kept++] = all->plans[i];
    all->count = kept;
    return kept || complain("--kind %s: there is no plan for a %s maze of the day", kind, kind);
}

day_plans *day_plans_read(const char *name, const mw_kind *only)
{
    char line[400];
    day_plans *all = calloc(1, sizeof *all);
    FILE *f = fopen(name, "r");
    bool ok = all && f;
    if (!all)
        out_of_memory();
    if (!f)
        complain("%s: cannot open: %s", name, strerror(errno));
    for (unsigned number = 1; ok && fgets(line, sizeof line, f); number++) {
        if (*line == '#' || !line[strspn(line, " \t\r\n")])
            continue;
        ok = all->count < PLANS_MAX && read_plan(line, &all->plans[all->count++]);
        if (!ok)
            complain("%s:%u:1: write a weekday, a kind, a size, evaluations, the difficulty as "
                     "2-3.5, and an objective, after which conditions may follow, each after a ;",
                     name, number);
    }
    if (ok && !every_weekday_has_one(all)) {
        complain("%s: a weekday has no plan", name);
        ok = false;
    }
    ok = ok && (!only || keep_only(all, only->name));
    if (f)
        fclose(f);
    if (ok)
        return all;
    free(all);
    return NULL;
}

void day_plans_free(day_plans *all)
{
    free(all);
}

static unsigned plans_on(const day_plans *all, int weekday)
{
    unsigned n = 0;
    for (unsigned i = 0; i < all->count; i++)
        n += all->plans[i].weekday == weekday;
    return n;
}

// The plans of a weekday take turns, week by week.
static const plan *plan_of(const day_plans *all, long day)
{
    long since_monday = day + 3, week = since_monday / 7; // 1970-01-01 was a Thursday
    int weekday = (int)(since_monday % 7);
    assert(all->count);
    while (!plans_on(all, weekday)) // only with plans of one kind
        weekday = (weekday + 6) % 7;
    unsigned turns = plans_on(all, weekday);
    long turn = week % turns;
    for (unsigned i = 0;; i++)
        if (all->plans[i].weekday == weekday && !turn--)
            return &all->plans[i];
}

// ---- shipped

// A line "2026-11-01 54 6.24 theseus:…". False: it is wrong, or memory ran out.
static bool read_shipped(char *line, long *day, graded *out)
{
    char date[16], id[2000];
    mw_numbers words = {.at = line};
    line[strcspn(line, "\r\n")] = '\0';
    mw_next_word(&words, date, sizeof date);
    out->length = (double)mw_next_whole(&words, UINT32_MAX);
    char *end = (char *)words.at;
    out->difficulty = strtod(words.at, &end);
    bool ok = end > words.at && !words.failed && day_read(date, strlen(date), day);
    words.at = end;
    mw_next_word(&words, id, sizeof id);
    out->id = strdup(id);
    out->kind = strndup(id, strcspn(id, ":"));
    return ok && !words.failed && out->id && out->kind && mw_kind_find(out->kind);
}

int day_each_shipped(const char *file, int (*take)(void *, long, graded *), void *context)
{
    char line[2100];
    int code = EXIT_DONE;
    FILE *f = fopen(file, "r");
    if (!f)
        return errno == ENOENT
                   ? EXIT_DONE
                   : complain_with(EXIT_INPUT, "%s: cannot open: %s", file, strerror(errno));
    for (unsigned number = 1; code == EXIT_DONE && fgets(line, sizeof line, f); number++) {
        graded g = {0};
        long day;
        if (*line == '#')
            continue;
        code = read_shipped(line, &day, &g)
                   ? take(context, day, &g)
                   : complain_with(EXIT_INPUT,
                                   "%s:%u:1: write a date, the length, the difficulty and the id "
                                   "of its maze",
                                   file, number);
        graded_free(&g);
    }
    fclose(f);
    return code;
}

// ---- designing

void graded_free(graded *g)
{
    free(g->id);
    free(g->kind);
    *g = (graded){0};
}

int grade_maze(const mw_maze *m, graded *out)
{
    static const char *const wanted[] = {"length", "difficulty", NULL};
    mw_limits limits = {.states = 1u << 22}; // larger mazes get no grade
    mw_limit limit = MW_WITHIN;
    mw_analysis a = {0};
    *out = (graded){.id = mw_maze_print(m, "id"), .kind = strdup(m->kind->name)};
    mw_graph *g = mw_graph_build(m, false, &limits, &limit);
    bool ok = out->id && out->kind && (g ? mw_analyse_some(g, wanted, &a) : limit);
    out->length = mw_analysis_value(&a, "length");
    out->difficulty = mw_analysis_value(&a, "difficulty");
    mw_analysis_free(&a);
    mw_graph_free(g);
    return ok ? EXIT_DONE : out_of_memory();
}

// The words of a plan as the design takes them: the objective, then what must hold. `conditions`
// has the band of difficulty, too. NULL: there are too many.
static char *divide(char *words, char *band, const char **conditions)
{
    unsigned count = 0;
    for (char *cut = strchr(words, ';'); cut; cut = strchr(cut, ';')) {
        *cut++ = '\0';
        if (count == REQUIRE_MAX)
            return NULL;
        conditions[count++] = cut;
    }
    conditions[count++] = band;
    conditions[count] = NULL;
    return words;
}

// Designs a maze from one seed. out->id stays NULL where the seed finds none.
static int try_seed(const plan *p, const mw_kind *kind, uint64_t seed, graded *out)
{
    char words[sizeof p->objective], band[80];
    const char *conditions[REQUIRE_MAX + 2];
    memcpy(words, p->objective, sizeof words);
    snprintf(band, sizeof band, "difficulty >= %g && difficulty <= %g", p->least, p->most);
    mw_design_plan design = {
        .params = p->size,
        .objective = divide(words, band, conditions),
        .require = conditions,
        .schedule = {.evaluations = p->evaluations, .seed = seed},
    };
    const mw_design_watch told = {.goes_on = goes_on};
    mw_designed found;
    mw_error error;
    if (!design.objective)
        return complain_with(EXIT_INPUT, "the plan of %s %s has more than %d conditions", p->kind,
                             p->size, REQUIRE_MAX);
    if (!mw_design_maze(kind, &design, &told, &found, &error)) {
        char label[140];
        snprintf(label, sizeof label, "the plan of %s %s", p->kind, p->size);
        return complain_of(label, &error, EXIT_INPUT);
    }
    int code = found.stopped ? EXIT_LIMIT : found.maze ? grade_maze(found.maze, out) : EXIT_DONE;
    mw_maze_free(found.maze);
    return code;
}

int day_design(const day_plans *all, long day, graded *out)
{
    const plan *p = plan_of(all, day);
    const mw_kind *kind = mw_kind_find(p->kind);
    long y, m, d;
    int code = EXIT_DONE;
    *out = (graded){0};
    if (!kind || !kind->design)
        return complain_with(EXIT_INPUT, "'%s' is no kind that can be designed", p->kind);
    to_date(day, &y, &m, &d);
    uint64_t date = (uint64_t)((y * 100 + m) * 100 + d);
    for (unsigned i = 0; i < TRIES && code == EXIT_DONE && !out->id; i++)
        code = try_seed(p, kind, date * 100 + i, out);
    if (code == EXIT_DONE && !out->id) {
        complain("no maze for this plan: %s %s", p->kind, p->size);
        code = EXIT_INPUT;
    }
    return code;
}
