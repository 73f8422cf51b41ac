// test_kills.c: `design --catalogue` and `experiment` are killed again and again, at random
// moments, and gone on with. What they had printed is in the file, the file is whole after every
// kill, and in the end all is as if nothing had happened. `serve --catalogue` is killed while it
// answers; and so is each verb that writes a file, of which the old one or the whole new one is
// there. KILLS in the environment says how often; `make kill-test` takes 200.
#include "child.h"
#include "serving.h"

#include "store/catalogue.h"
#include "experiment/experiment.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned wanted(void)
{
    const char *kills = getenv("KILLS");
    unsigned n = kills ? (unsigned)strtoul(kills, NULL, 10) : 0;
    return n ? n / 4 : 5; // of each of the four
}

// Some time before work that takes so many seconds is at its end.
static long moment(double seconds, mw_rng *rng)
{
    return 3000 + (long)(seconds * 1e6 * 0.7 * mw_rng_unit(rng));
}

// A file without a byte is one that was killed before its first transaction.
static bool is_there(const char *file)
{
    struct stat st;
    return !stat(file, &st) && st.st_size;
}

static void expect_sound(const char *file)
{
    sqlite3 *db;
    sqlite3_stmt *q;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(q, 0), "ok");
    sqlite3_finalize(q);
    sqlite3_close(db);
}

// Is there a file with something in it? Then it is whole. A first transaction that was cut short
// leaves pages and a journal; whoever opens it next takes them back, and it is empty again.
static bool has_begun(const char *file)
{
    if (!is_there(file))
        return false;
    expect_sound(file);
    return is_there(file);
}

static void expect_code(const char *arguments, int code, ending *e)
{
    child_run(arguments, &(conditions){0}, e);
    if (e->code != code)
        fail_msg("%s: code %d, '%s' '%.300s'", arguments, e->code, e->err, e->out);
}

// ---- design

// Calls `each` with the id of every whole line that was printed.
static unsigned each_id(const char *out, void (*each)(void *, const char *), void *context)
{
    unsigned n = 0;
    for (const char *end; (end = strchr(out, '\n')); out = end + 1, n++) {
        char id[500];
        assert_int_equal(sscanf(out, "{\"id\":\"%499[^\"]", id), 1);
        each(context, id);
    }
    return n;
}

static void expect_stored(void *context, const char *id)
{
    scoped(mw_entry_free) mw_entry entry = {0};
    mw_error error;
    if (!mw_catalogue_get(context, id, &entry, &error))
        fail_msg("%s was printed, but: %s", id, error.text);
}

static uint64_t expect_all_stored(const char *file, const char *out)
{
    mw_error error;
    uint64_t count;
    mw_catalogue *c = mw_catalogue_open(file, MW_CATALOGUE_READ, &error);
    if (!c)
        fail_msg("%s", error.text);
    each_id(out, expect_stored, c);
    assert_true(mw_catalogue_count(c, &count, &error));
    mw_catalogue_close(c);
    return count;
}

static void blank_seconds(char *text)
{
    for (char *p = text; (p = strstr(p, "\"seconds\":"));) {
        p += strlen("\"seconds\":");
        size_t n = strspn(p, "0123456789.e-");
        memmove(p, p + n, strlen(p + n) + 1);
    }
}

TEST(a_killed_design_goes_on)
{
    static ending e, calm;
    char arguments[600];
    unsigned kills = wanted(), mazes = kills < 20 ? 12 : 40;
    mw_rng rng = seeded(11);
    const char *file = scratch_path("killed.db");
    const char *calmly = scratch_path("calm.db");
    static const char form[] = "design theseus 6x6#1 --evaluations 4000 --count %u --threads 2 "
                               "--json --resume --catalogue %s";
    snprintf(arguments, sizeof arguments, form, mazes, calmly);
    double from = mw_seconds();
    expect_code(arguments, 0, &calm);
    double whole = mw_seconds() - from;
    unsigned begun = 0, ended = 0;
    uint64_t before = 0;
    for (unsigned i = 0; i < kills; i++) {
        if (ended == mazes) { // all over again
            unlink(file);
            before = 0;
        }
        snprintf(arguments, sizeof arguments, form, mazes, file);
        child_run(arguments, &(conditions){.signal = SIGKILL, .microseconds = moment(whole, &rng)},
                  &e);
        char *last = strrchr(e.out, '\n'); // the line after it was cut off
        if (last)
            last[1] = '\0';
        ended = 0;
        for (const char *p = e.out; (p = strchr(p, '\n')); p++)
            ended++;
        if (!has_begun(file))
            continue;
        begun++;
        if (last || before) {
            uint64_t count = expect_all_stored(file, last ? e.out : "");
            assert_true(count >= before / 2); // a surpassed maze makes room, others do not
            before = count;
        }
        snprintf(arguments, sizeof arguments, "catalogue verify %s", file);
        expect_code(arguments, 0, &e);
    }
    snprintf(arguments, sizeof arguments, form, mazes, file);
    expect_code(arguments, 0, &e);
    blank_seconds(e.out);
    blank_seconds(calm.out);
    assert_string_equal(e.out, calm.out);
    expect_all_stored(file, e.out);
    snprintf(arguments, sizeof arguments, "catalogue verify %s", file);
    expect_code(arguments, 0, &e);
    print_message("%u kills of design, %u after it had begun\n", kills, begun);
}

// ---- experiment

static uint64_t digest_of(const char *file, uint64_t *count)
{
    scoped(mw_sheet_free) mw_sheet s = {0};
    mw_error error;
    mw_results *r = mw_results_open(file, false, &error);
    if (!r)
        fail_msg("%s", error.text);
    bool empty = !mw_results_load(r, &s, &error);
    uint64_t digest = empty ? 0 : mw_sheet_digest(&s);
    *count = empty ? 0 : s.count;
    mw_results_close(r);
    return digest;
}

TEST(a_killed_experiment_goes_on)
{
    static ending e;
    char arguments[900];
    unsigned kills = wanted(), begun = 0;
    uint64_t before = 0, count, all;
    mw_rng rng = seeded(12);
    const char *file = scratch_path("killed.results");
    const char *calmly = scratch_path("calm.results");
    const char *plan = scratch_path("kill.plan");
    scratch_file("kill.plan", kills < 20
                                  ? "random theseus 10x10 seeds 1..150\nalgorithm bfs ids astar\n"
                                    "limit states 3000\n"
                                  : "random theseus 10x10 seeds 1..900\nalgorithm bfs ids astar\n"
                                    "limit states 3000\n");
    snprintf(arguments, sizeof arguments, "experiment %s -o %s", plan, calmly);
    double from = mw_seconds();
    expect_code(arguments, 0, &e);
    double time = mw_seconds() - from;
    uint64_t whole = digest_of(calmly, &all);
    for (unsigned i = 0; i < kills; i++) {
        if (before == all) { // all over again
            unlink(file);
            before = 0;
        }
        snprintf(arguments, sizeof arguments, "experiment %s -o %s", plan, file);
        child_run(arguments, &(conditions){.signal = SIGKILL, .microseconds = moment(time, &rng)},
                  &e);
        if (!has_begun(file))
            continue;
        begun++;
        digest_of(file, &count);
        assert_true(count >= before); // nothing is lost
        before = count;
    }
    snprintf(arguments, sizeof arguments, "experiment %s -o %s", plan, file);
    expect_code(arguments, 0, &e);
    assert_true(digest_of(file, &count) == whole);
    assert_int_equal(count, all);
    print_message("%u kills of experiment, %u after it had begun\n", kills, begun);
}

// ---- files

// What writes a file of this name; @ stands for the scratch folder. The file is the same each time,
// or else ends so.
typedef struct writer {
    const char *arguments, *file, *ends;
    const char *keys; // typed on a terminal
} writer;

static const writer writers[] = {
    {.arguments = "convert --to pddl die:400x400#1 -o @/k.pddl", .file = "k.pddl"},
    {.arguments = "render die:300x300#1 --distances -o @/k.svg", .file = "k.svg"},
    {.arguments = "render die:300x300#1 --scale 8 -o @/k.png", .file = "k.png"},
    {.arguments = "render die:150x150#1 --scale 8 -o @/k.pdf", .file = "k.pdf", .ends = "%%EOF\n"},
    {.arguments = "render theseus:9x9#5 --scale 20 -o @/k.gif", .file = "k.gif"},
    {.arguments = "trace die:100x100#1 -o @/k.jsonl", .file = "k.jsonl"},
    {.arguments = "trace die:60x60#1 --format posthoc -o @/k.json", .file = "k.json"},
    {.arguments = "book die:60x60#1 theseus:9x9#5 -o @/kb.pdf",
     .file = "kb.pdf",
     .ends = "%%EOF\n"},
    {.arguments = "simulate marble:6x6,outer#1 --trace @/kt.jsonl", .file = "kt.jsonl"},
    {.arguments = "simulate marble:4x4,outer#1 --agent all --summary --chart @/kc.svg",
     .file = "kc.svg"},
    {.arguments = "experiment report @/kept.results -o @/k.csv", .file = "k.csv"},
    {.arguments = "experiment report @/kept.results -o @/k.html", .file = "k.html"},
    {.arguments = "reproduce rook --quick --no-times -o @/kr.html",
     .file = "kr.html",
     .ends = "</html>\n"},
    {.arguments = "play rook:4x4#2 --save @/k.game", .file = "k.game", .keys = "\033[Bw\033[Cwhwq"},
    {.arguments = "play rook:4x4#2 --export @/k.lines",
     .file = "k.lines",
     .ends = "}\n",
     .keys = "\033[Be\033[Ceheq"},
};

static const char *part_of(const writer *w)
{
    return with_scratch(w->arguments, "@");
}

// Is it one that was there before, or whole?
static void expect_old_or_whole(const writer *w, const char *whole, size_t length)
{
    size_t now;
    char *text = bytes_of(scratch_path(w->file), &now);
    size_t end = w->ends ? strlen(w->ends) : 0;
    bool old = now == 4 && !memcmp(text, "old\n", 4);
    bool fine = old || (w->ends ? now >= end && !memcmp(text + now - end, w->ends, end)
                                : now == length && !memcmp(text, whole, length));
    if (!fine)
        fail_msg("%s: killed, it leaves %zu bytes of %zu", w->arguments, now, length);
    free(text);
}

// Kills it some times. Returns how often a file was half written then.
static unsigned kill_writer(const writer *w, unsigned times, mw_rng *rng)
{
    static ending e;
    conditions calm = {.terminal = w->keys, .keys = w->keys};
    size_t length;
    unsigned parts = 0;
    child_run(part_of(w), &calm, &e);
    if (e.code != DONE && e.code != NO)
        fail_msg("%s: code %d, '%s'", part_of(w), e.code, e.err);
    char *whole = bytes_of(scratch_path(w->file), &length);
    for (unsigned i = 0; i < times; i++) {
        conditions killed = calm;
        killed.signal = SIGKILL;
        killed.microseconds = 1000 + (long)(e.whole * 1e6 * 1.05 * mw_rng_unit(rng));
        scratch_file(w->file, "old\n");
        static ending end;
        child_run(part_of(w), &killed, &end);
        parts += count_files(scratch(), ".part") > 0;
        expect_old_or_whole(w, whole, length);
    }
    scratch_file(w->file, "old\n");
    child_run(part_of(w), &calm, &e); // and removes what the killed ones have left
    assert_int_equal(count_files(scratch(), ".part"), 0);
    expect_old_or_whole(w, whole, length);
    free(whole);
    return parts;
}

TEST(a_killed_writer_leaves_the_old_file)
{
    static ending e;
    unsigned kills = wanted(), parts = 0;
    mw_rng rng = seeded(13);
    scratch_file("kept.plan", "random rook 5x5 seeds 1..300\nalgorithm bfs astar\n");
    expect_code(
        formatted("experiment %s -o %s", scratch_path("kept.plan"), scratch_path("kept.results")),
        0, &e);
    unsigned each = kills / (unsigned)COUNT(writers), rest = kills % COUNT(writers), done = 0;
    for (unsigned i = 0; i < COUNT(writers); i++) { // every third where there are few kills
        unsigned times = each ? each + (i < rest) : i % 3 == 0;
        parts += times ? kill_writer(&writers[i], times, &rng) : 0;
        done += times;
    }
    print_message("%u kills of writers, %u of them in the middle of a file\n", done, parts);
}

// ---- serve

// Asks for designs until the server is gone. Each answer that says so is in the catalogue.
static unsigned ask_until_gone(const server *s, unsigned first, char ids[][200], unsigned most)
{
    unsigned stored = 0;
    for (unsigned seed = first; stored < most; seed++) {
        const char *body = formatted("{\"ask\":\"design\",\"kind\":\"rook\",\"size\":\"5x5\","
                                     "\"evaluations\":300,\"seed\":%u}",
                                     seed);
        reply r = client_ask(
            s->port, formatted("POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%sContent-Length: "
                               "%zu\r\n\r\n%s",
                               s->port, JSON_TYPE, strlen(body), body));
        bool gone = !r.status;
        if (r.status == 200 && r.body && strstr(r.body, "\"catalogue\":\"stored\"") &&
            sscanf(r.body, "{\"id\":\"%199[^\"]", ids[stored]) == 1)
            stored++;
        reply_free(&r);
        if (gone)
            break;
    }
    return stored;
}

static unsigned kill_server(const char *file, unsigned round, mw_rng *rng)
{
    static char ids[500][200];
    static ending e;
    server s;
    assert_true(
        server_start(&s, formatted("--page %s --catalogue %s", scratch_path("page"), file)));
    double moment = 0.01 + 0.3 * mw_rng_unit(rng);
    pid_t killer = fork();
    if (!killer) {
        pause_for(moment);
        kill(s.pid, SIGKILL);
        _exit(0);
    }
    unsigned stored = ask_until_gone(&s, round * 1000, ids, COUNT(ids));
    assert_int_equal(waitpid(killer, NULL, 0), killer);
    server_end(&s, SIGKILL, NULL);
    if (!has_begun(file))
        return 0;
    mw_error error;
    mw_catalogue *c = mw_catalogue_open(file, MW_CATALOGUE_READ, &error);
    if (!c)
        fail_msg("%s", error.text);
    for (unsigned i = 0; i < stored; i++)
        expect_stored(c, ids[i]);
    mw_catalogue_close(c);
    expect_code(formatted("catalogue verify %s", file), 0, &e);
    return stored;
}

TEST(a_killed_server_has_kept_what_it_said)
{
    unsigned kills = wanted(), stored = 0;
    mw_rng rng = seeded(14);
    const char *file = scratch_path("served.db");
    assert_int_equal(mkdir(scratch_path("page"), 0777), 0);
    scratch_file("page/index.html", "<!doctype html><title>page</title>\n");
    for (unsigned i = 0; i < kills; i++) {
        if (i % 20 == 0)
            unlink(file);
        stored += kill_server(file, i, &rng);
    }
    print_message("%u kills of serve, which had stored %u mazes\n", kills, stored);
    assert_true(stored);
}
