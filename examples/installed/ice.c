// ice.c: a kind of its own, outside of the library: a floor of ice. Pushed up, right, down or left,
// you slide until a rock or the border stops you. You have won when you stop on G.
//
//     ice 5x3
//     S..*.       '.' ice, '*' a rock
//     .....
//     *..G.
#include "ice.h"

#include <mazewright/rng.h>
#include <mazewright/scene.h>
#include <mazewright/text.h>

#include <string.h>

#define SIDE_MAX 64

typedef struct pond { // maze->data
    uint32_t start, goal;
    char cells[]; // '.' or '*', row by row
} pond;

static const pond *of(const mw_maze *m)
{
    return (const pond *)m->data;
}

// ---- text

static mw_maze *make(mw_source *src, uint32_t w, uint32_t h)
{
    mw_maze *m = mw_maze_new(src->kind, sizeof(pond) + w * h);
    if (!m) {
        mw_no_memory(src->error);
        return NULL;
    }
    m->w = (uint16_t)w;
    m->h = (uint16_t)h;
    m->traits = MW_UNIT_COST;
    pond *p = (pond *)m->data;
    memset(p->cells, '.', w * h);
    return m;
}

static bool read_row(mw_source *src, const mw_line *row, uint32_t first, pond *p, unsigned marks[2])
{
    char shown[16];
    for (uint32_t x = 0; x < row->length; x++)
        switch (row->text[x]) {
        case '.': break;
        case '*':
        case 'x': p->cells[first + x] = '*'; break;
        case 'S': p->start = first + x, marks[0]++; break;
        case 'G': p->goal = first + x, marks[1]++; break;
        default:
            return mw_fail(src, row->number, x + 1, "%s is no cell; use . * S G",
                           mw_show_byte(row->text[x], shown));
        }
    return true;
}

static mw_maze *parse(mw_source *src)
{
    mw_grid grid;
    unsigned marks[2] = {0};
    mw_maze *m = NULL;
    bool ok = mw_grid_read(src, SIDE_MAX, &grid) && mw_grid_height(src, grid.height);
    uint32_t w = ok ? grid.rows[0].length : 0;
    for (uint32_t y = 0; ok && y < grid.height; y++)
        ok = mw_grid_width(src, &grid.rows[y], grid.rows[y].length, w, SIDE_MAX);
    ok = ok && (m = make(src, w, grid.height));
    for (uint32_t y = 0; ok && y < grid.height; y++)
        ok = read_row(src, &grid.rows[y], y * w, (pond *)m->data, marks);
    if (ok && (marks[0] != 1 || marks[1] != 1))
        ok = mw_fail(src, grid.rows[0].number, 1, "there must be one S and one G");
    mw_grid_free(&grid);
    if (!ok) {
        mw_maze_free(m);
        m = NULL;
    }
    return m;
}

static void print(const mw_maze *m, bool compact, mw_writer *w)
{
    const pond *p = of(m);
    for (uint32_t i = 0; i < (uint32_t)m->w * m->h; i++) {
        mw_write_char(w, i == p->start        ? 'S'
                         : i == p->goal       ? 'G'
                         : p->cells[i] == '.' ? '.'
                         : compact            ? 'x'
                                              : '*');
        if (i % m->w == m->w - 1u)
            mw_write_char(w, '\n');
    }
}

// A rock comes or goes; start and goal stay free.
static void mutate(mw_maze *m, mw_rng *rng)
{
    pond *p = (pond *)m->data;
    uint32_t cell = mw_rng_below(rng, (uint32_t)m->w * m->h);
    if (cell != p->start && cell != p->goal)
        p->cells[cell] = p->cells[cell] == '.' ? '*' : '.';
}

static mw_maze *random_maze(mw_source *src, mw_rng *rng)
{
    mw_maze *m = mw_random_size(src, 2, SIDE_MAX) ? make(src, src->w, src->h) : NULL;
    if (m) {
        uint32_t cells = src->w * src->h;
        pond *p = (pond *)m->data;
        p->start = mw_rng_below(rng, cells);
        p->goal = (p->start + 1 + mw_rng_below(rng, cells - 1)) % cells;
        for (uint32_t i = 0; i < cells / 5; i++)
            mutate(m, rng);
    }
    return m;
}

// ---- rules
// state: w[0] = cell

static void start(const mw_maze *m, mw_state *s)
{
    *s = (mw_state){{of(m)->start}};
}

static mw_status status(const mw_maze *m, const mw_state *s)
{
    return s->w[0] == of(m)->goal ? MW_SOLVED : MW_OPEN;
}

static uint32_t slide(const mw_maze *m, uint32_t from, int dx, int dy)
{
    int x = (int)(from % m->w), y = (int)(from / m->w);
    while (x + dx >= 0 && x + dx < m->w && y + dy >= 0 && y + dy < m->h &&
           of(m)->cells[(y + dy) * m->w + x + dx] == '.')
        x += dx, y += dy;
    return (uint32_t)(y * m->w + x);
}

static unsigned expand(const mw_maze *m, const mw_state *s, mw_edge *edges)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    unsigned n = 0;
    for (uint16_t action = 0; action < 4; action++) {
        uint32_t to = slide(m, (uint32_t)s->w[0], dx[action], dy[action]);
        if (to == s->w[0])
            continue;
        edges[n] = (mw_edge){.to = {{to}}, .rank = to, .cost = 1, .action = action};
        edges[n].status = (int16_t)status(m, &edges[n].to);
        n++;
    }
    return n;
}

static void describe(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    mw_write(w, "row %u, column %u", (unsigned)s->w[0] / m->w + 1, (unsigned)s->w[0] % m->w + 1);
}

static uint64_t count(const mw_maze *m)
{
    return (uint64_t)m->w * m->h;
}

static uint64_t rank(const mw_maze *m, const mw_state *s)
{
    (void)m;
    return s->w[0];
}

static bool unrank(const mw_maze *m, uint64_t r, mw_state *s)
{
    *s = (mw_state){{r}};
    return of(m)->cells[r] == '.';
}

static uint32_t cell(const mw_maze *m, const mw_state *s)
{
    (void)m;
    return (uint32_t)s->w[0];
}

// ---- picture, in cells; and a cell in words

static void place(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    *x = (double)(s->w[0] % m->w) + 0.5;
    *y = (double)(s->w[0] / m->w) + 0.5;
}

static void draw(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    double x, y;
    scene->width = m->w;
    scene->height = m->h;
    for (uint32_t i = 0; i < (uint32_t)m->w * m->h; i++) {
        mw_role role = i == of(m)->goal         ? MW_ROLE_GOAL
                       : of(m)->cells[i] == '*' ? MW_ROLE_BLOCKED
                                                : MW_ROLE_FLOOR;
        mw_draw_rect(scene, (mw_ink){.role = role, .cell = i + 1}, i % m->w, i / m->w, 1, 1);
    }
    place(m, s, &x, &y);
    mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_HERO}, x, y, 0.3);
}

static void look(const mw_maze *m, const mw_state *s, uint32_t at, mw_writer *w)
{
    mw_write(w, "%s%s",
             at == of(m)->goal         ? "goal"
             : of(m)->cells[at] == '*' ? "rock"
                                       : "ice",
             at == s->w[0] ? ", you are here" : "");
}

// ---- heuristic: one slide goes along one row or column

static uint32_t lines(const mw_maze *m, const mw_state *s)
{
    uint64_t at = s->w[0], goal = of(m)->goal;
    return (at % m->w != goal % m->w) + (at / m->w != goal / m->w);
}

static const mw_rules rules = {
    .size = sizeof(mw_rules),
    .actions = (const mw_action[]){{.word = "U", .arrow = MW_ARROW_UP},
                                   {.word = "R", .arrow = MW_ARROW_RIGHT},
                                   {.word = "D", .arrow = MW_ARROW_DOWN},
                                   {.word = "L", .arrow = MW_ARROW_LEFT},
                                   {0}},
    .start = start,
    .status = status,
    .expand = expand,
    .describe = describe,
    .count = count,
    .rank = rank,
    .unrank = unrank,
    .cell = cell,
};

static const mw_text text = {
    .size = sizeof(mw_text),
    .parse = parse,
    .print = print,
    .random = random_maze,
    .generator = 1,
};

static const mw_view view = {
    .size = sizeof(mw_view),
    .draw = draw,
    .place = place,
    .look = look,
};

const mw_kind ice = {
    .size = sizeof(mw_kind),
    .name = "ice",
    .about = "slide over the ice until something stops you; stop on G",
    .how_to_play =
        "Push yourself off with U, R, D or L: you slide until a rock or the border stops "
        "you. Stop on G.\n",
    .rules = &rules,
    .text = &text,
    .view = &view,
    .heuristics =
        (const mw_heuristic[]){
            {.name = "lines",
             .about = "is the goal in another row, in another column?",
             .claims = mw_claims_consistent,
             .eval = lines},
            {0},
        },
    .design =
        &(const mw_design){
            .size = sizeof(mw_design),
            .mutate = mutate,
            .presets =
                (const mw_preset[]){
                    {.name = "longest", .about = "many moves", .objective = "-length"},
                    {0},
                },
        },
};
