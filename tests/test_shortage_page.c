// test_shortage_page.c: as test_shortage.c: play, pictures, marbles and the questions of the page.
#include "exhaust.h"

#include "mazewright/marble.h"
#include "mazewright/scene.h"
#include "mazewright/games.h"
#include "mazewright/session.h"
#include "api/api.h"

// ---- pictures and play

static outcome draw(const subject *s, answer *a)
{
    mw_scene scene;
    mw_state start;
    mw_error e;
    uint16_t *actions = NULL;
    double *heat = mw_maze_heat(s->maze, NULL, NULL);
    if (!heat && s->kind->rules->cell)
        return SHORT;
    s->kind->rules->start(s->maze, &start);
    long n = mw_moves_parse(s->kind, s->solution, &actions, &e);
    outcome o = n < 0 ? because(a, &e) : ANSWERED;
    if (!o && !mw_scene_draw(&scene, s->maze, &start))
        o = SHORT;
    else if (!o) {
        mw_style style = {.scale = 20, .heat = heat};
        o = mw_scene_add_path(&scene, s->maze, actions, (uint32_t)n)
                ? say_text(a, mw_scene_svg(&scene, &style))
                : SHORT;
        mw_scene_free(&scene);
    }
    if (!o && !mw_scene_draw_move(&scene, s->maze, &start, actions[0], 0.5))
        o = SHORT;
    else if (!o) {
        o = say_text(a, mw_scene_svg(&scene, &(mw_style){.scale = 20}));
        mw_scene_free(&scene);
    }
    free(actions);
    free(heat);
    return o;
}

static outcome ask_session(const subject *s, mw_session *p, answer *a)
{
    mw_error e;
    char hint[1000];
    if (!mw_session_load(p, s->solution, &e))
        return because(a, &e);
    mw_session_undo(p);
    for (unsigned grade = 1; grade <= MW_HINTS; grade++) {
        mw_session_hint(p, grade, hint, sizeof hint);
        if (!mw_session_advise(p).known || strstr(hint, "too large to explain"))
            return SHORT;
        say(a, "%s\n", hint);
    }
    mw_advice advice = mw_session_advise(p);
    say(a, "%d %d %u %u, %u\n", advice.known, advice.winnable, advice.distance, advice.action,
        mw_session_optimum(p));
    if (!mw_session_load(p, s->walk, &e))
        return because(a, &e);
    return ANSWERED;
}

static outcome play(const subject *s, answer *a)
{
    mw_session *p = mw_session_open(s->maze);
    if (!p)
        return SHORT;
    outcome o = ask_session(s, p, a);
    if (!o) {
        mw_scene scene;
        o = say_text(a, mw_session_text(p));
        if (!o && MW_HAS(s->kind, view, draw) && !mw_session_draw(p, 1, &scene))
            o = SHORT;
        else if (!o && MW_HAS(s->kind, view, draw))
            mw_scene_free(&scene);
    }
    mw_session_close(p);
    return o;
}

static outcome simulate(const subject *s, answer *a)
{
    mw_error e;
    mw_marble_result r;
    mw_marble_plan plan = {.agent = s->detail, .seed = 1, .most_moves = 40};
    if (!mw_marble_simulate(s->maze, &plan, &r, &e))
        return because(a, &e);
    say(a, "%s %u %g\n", mw_marble_outcome_name(r.outcome), r.moves, r.simulated_seconds);
    mw_marble_result_free(&r);
    return ANSWERED;
}

static outcome tilt(const subject *s, answer *a)
{
    mw_error e;
    mw_marble_tilted *t = mw_marble_tilted_open(s->maze, &e);
    if (!t)
        return because(a, &e);
    bool held = mw_marble_tilted_hold(t, (const double[]){1, 1, 0}, 0.2, &e);
    say(a, "%g\n", mw_marble_tilted_spot(t).at[0]);
    mw_marble_tilted_close(t);
    return held ? ANSWERED : because(a, &e);
}

// Games on the maze, or on random ones of s->detail; the first action may be legal or not.
static outcome play_games(const subject *s, answer *a)
{
    mw_error e;
    int8_t mask[64];
    double reward[2];
    const int64_t actions[2] = {0};
    const mw_game_arrays to = {.size = sizeof to, .mask = mask, .reward = reward};
    mw_games_options o = {
        .games = 2, .max_steps = 1, .random_start = true, .restart = MW_RESTART_SAME_STEP};
    o.random = s->detail;
    if (!o.random)
        o.mazes = (const mw_maze *const *)&s->maze, o.maze_count = 1;
    mw_games *g = mw_games_open(&o, &e);
    if (!g)
        return because(a, &e);
    bool done = mw_games_reset(g, NULL, NULL, &to, &e) && mw_games_step(g, actions, &to, &to, &e);
    if (done)
        for (unsigned i = 0; i < 2 * mw_games_shape_of(g).actions; i++)
            say(a, "%d", mask[i]);
    mw_games_close(g);
    return done ? ANSWERED : because(a, &e);
}

// ---- questions of the page

// "ask=play&moves=$" is a question about the subject's maze, $ its solution.
static unsigned split_question(const subject *s, char *text, mw_field *fields)
{
    unsigned n = 0;
    for (char *rest, *part = strtok_r(text, "&", &rest); part; part = strtok_r(NULL, "&", &rest)) {
        char *value = strchr(part, '=');
        *value++ = '\0';
        if (!strcmp(value, "$"))
            value = s->solution;
        else if (!strcmp(value, "@"))
            value = (char *)(!strcmp(part, "size")   ? s->params
                             : !strcmp(part, "kind") ? s->kind->name
                                                     : s->id);
        fields[n++] = (mw_field){part, value};
    }
    return n;
}

static void say_event(void *context, const char *json)
{
    say(context, "%s\n", json);
}

// How much memory a search holds depends on how much it can get.
static const char *without_bytes(char *json)
{
    for (char *p = json; (p = strstr(p, "\"bytes\":"));)
        for (p += strlen("\"bytes\":"); *p >= '0' && *p <= '9'; p++)
            memmove(p, p + 1, strlen(p)), p--;
    return json;
}

// Is the text of this answer, which is freed, the whole one?
static outcome judge(answer *a, char *json)
{
    outcome o = !json || strstr(json, "\"error\":{\"text\":\"out of memory\"") ? SHORT : ANSWERED;
    // or by one of its limits, which stand for it
    static const char *const limits[] = {"\"limit\":\"memory\"", "stopped at the limit: memory",
                                         "\"known\":false", "\"features\":null"};
    for (size_t i = 0; json && i < COUNT(limits); i++)
        o = strstr(json, limits[i]) ? SHORT : o;
    if (!o && strstr(json, "\"error\":"))
        o = wrong(a, json);
    else if (!o)
        say(a, "%s\n", without_bytes(json));
    free(json);
    return o;
}

static outcome question(const subject *s, answer *a)
{
    char text[300];
    mw_field fields[10];
    snprintf(text, sizeof text, "%s", s->detail);
    unsigned n = split_question(s, text, fields);
    mw_api *p = mw_api_open(&(mw_api_host){.event = say_event, .context = a});
    if (!p)
        return SHORT;
    outcome o = judge(a, mw_api_answer(p, fields, n, NULL));
    mw_api_close(p);
    return o;
}

// The same as a line of JSON, asked twice, so that the maze is kept.
static outcome line(const subject *s, answer *a)
{
    char text[1000];
    int n = snprintf(text, sizeof text, s->detail, s->id);
    mw_api *p = mw_api_open(&(mw_api_host){.event = say_event, .context = a});
    outcome o = p ? judge(a, mw_api_ask(p, text, (size_t)n)) : SHORT;
    if (!o)
        o = judge(a, mw_api_ask(p, text, (size_t)n));
    mw_api_close(p);
    return o;
}

// ---- all of it

TEST(play_and_pictures)
{
    for (size_t i = 0; i < subject_count; i++) {
        subject s = subjects[i];
        exhaust("play", play, &s);
        exhaust("games", play_games, &s);
        exhaust("games on random mazes", play_games,
                (s.detail = formatted("%s:%s", s.kind->name, s.params), &s));
        if (MW_HAS(s.kind, view, draw))
            exhaust("drawing", draw, &s);
        if (!mw_marble_orientations(s.maze))
            continue;
        exhaust("tilting", tilt, &s);
        for (const mw_marble_agent *g = mw_marble_agents(); g->name; g++)
            exhaust("simulation", simulate, (s.detail = g->name, &s));
    }
}

TEST(questions)
{
    static const char *const any[] = {
        "ask=maze&maze=@",
        "ask=play&maze=@&moves=$&frames=2",
        "ask=look&maze=@",
        "ask=optimum&maze=@",
        "ask=hint&maze=@&grade=3",
        "ask=solution&maze=@",
        "ask=solve&maze=@&algorithm=astar",
        "ask=trace&maze=@&events=40",
        "ask=analyse&maze=@",
        "ask=explain&maze=@&moves=$",
        "ask=compare&maze=@&with=@",
        "ask=check&maze=@",
        "ask=audit&maze=@",
        "ask=convert&maze=@&to=id",
        "ask=features&maze=@&moves=$",
        "ask=random&kind=@&size=@&seed=1",
    };
    static const char *const drawn[] = {"ask=svg&maze=@&solution=true&distances=true"};
    static const char *const designed[] = {
        "ask=objective&kind=@&size=@",
        "ask=design&kind=@&size=@&evaluations=8&seed=2&require=length>=1",
        "ask=design&kind=@&size=@&evaluations=8&seed=2&method=restarts",
    };
    static const char *const bred[] = {
        "ask=design&kind=@&size=@&evaluations=8&seed=2&method=genetic"};
    static const char *const proven[] = {"ask=design&kind=@&size=@&method=exact"};
    static const char *const rolled[] = {"ask=walls&maze=@", "ask=tilt&maze=@&up=1,1,0&seconds=0.1",
                                         "ask=simulate&maze=@&moves=20&frame=0.5"};
    for (size_t i = 0; i < subject_count; i++) {
        subject s = subjects[i];
        const mw_design *d = s.kind->design;
        const struct {
            const char *const *list;
            size_t count;
            bool wanted;
        } sets[] = {
            {any, COUNT(any), true},
            {drawn, COUNT(drawn), MW_HAS(s.kind, view, draw)},
            {designed, COUNT(designed), d},
            {bred, COUNT(bred), d && d->bits},
            {proven, COUNT(proven), d && d->exact},
            {rolled, COUNT(rolled), mw_marble_orientations(s.maze)},
        };
        for (size_t k = 0; k < COUNT(sets); k++)
            for (size_t q = 0; sets[k].wanted && q < sets[k].count; q++)
                exhaust("question", question, (s.detail = sets[k].list[q], &s));
    }
    exhaust("question", question, &(subject){.id = "", .detail = "ask=about"});
}

TEST(lines)
{
    static const char *const lines[] = {
        "{\"id\":\"\\u00e9\",\"ask\":\"solution\",\"maze\":\"%s\"}",
        "{\"id\":1.5,\"progress\":true,\"ask\":\"maze\",\"maze\":\"%s\",\"kind\":null}",
    };
    for (size_t i = 0; i < subject_count; i++)
        for (size_t k = 0; k < COUNT(lines); k++) {
            subject s = subjects[i];
            exhaust("line", line, (s.detail = lines[k], &s));
        }
}

ALL_TESTS_WITH(make_subjects, free_subjects)
