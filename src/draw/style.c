// style.c: the colours of roles. A theme has a light and a dark end with floors at one of them:
// what lies on a floor has at least three times its contrast, and so have walls beside grid lines
// (tests/test_contrast.c). So nothing is told by colour alone. Things that share a tint also share
// a letter.
#include "mazewright/scene.h"

#include <stdlib.h>
#include <string.h>

// Colours are written as 0xRRGGBB, one for each theme: light, dark, print.
static const uint32_t papers[MW_THEMES] = {0xfbf9f4, 0x14181d, 0xffffff};

static const struct {
    const char *name;
    uint32_t colours[MW_THEMES];
} roles[MW_ROLES] = {
    [MW_ROLE_FLOOR] = {"floor", {0xf1ece0, 0x626e7b, 0xffffff}},
    [MW_ROLE_BLOCKED] = {"blocked", {0x6a665e, 0x0c0e11, 0x606060}},
    [MW_ROLE_WALL] = {"wall", {0x0c0e11, 0xf4f7fa, 0x000000}},
    [MW_ROLE_GRID] = {"grid", {0x6a665e, 0x14181d, 0x6e6e6e}},
    [MW_ROLE_GOAL] = {"goal", {0x0f6b48, 0x6ee7b7, 0x3a3a3a}},
    [MW_ROLE_START] = {"start", {0x6a6254, 0xeef2f6, 0x5a5a5a}},
    [MW_ROLE_HERO] = {"hero", {0x1f5a99, 0x8cd0ff, 0x3c3c3c}},
    [MW_ROLE_MARK] = {"mark", {0xffffff, 0x0d1117, 0xffffff}},
    [MW_ROLE_FOE] = {"foe", {0xa03a22, 0xffb3a4, 0x000000}},
    [MW_ROLE_LABEL] = {"label", {0x23272d, 0xf4f7fa, 0x000000}},
    [MW_ROLE_FRAGILE] = {"fragile", {0x9a5300, 0xffc46b, 0x6a6a6a}},
    [MW_ROLE_DEVICE] = {"device", {0x535c67, 0xeef2f6, 0x444444}},
    [MW_ROLE_ABSENT] = {"absent", {0x6a6254, 0xc3ccd6, 0x5a5a5a}},
    [MW_ROLE_GLASS] = {"glass", {0x7fa6c9, 0x4d7ea8, 0xbdbdbd}},
    [MW_ROLE_EDGE] = {"edge", {0x34495e, 0xcbdeef, 0x222222}},
    [MW_ROLE_PATH] = {"path", {0xb0283c, 0xffc9d0, 0x555555}},
    [MW_ROLE_VALUE] = {"value", {0x17827a, 0x45b5a0, 0x17827a}}, // the middle of `values`
};

static const uint32_t tints[MW_TINTS][MW_THEMES] = {
    {0x0072b2, 0x8ad0ff, 0x0072b2}, {0xb84f00, 0xffbc80, 0xb84f00}, {0x00775a, 0x5ee0b0, 0x00775a},
    {0xa83f79, 0xf7b3da, 0xa83f79}, {0x5a4fcf, 0xc9c2ff, 0x5a4fcf}, {0x7d5800, 0xf2c94c, 0x7d5800},
    {0x6b4c9a, 0xd9c2f0, 0x6b4c9a}, {0x566100, 0xdbe36a, 0x566100}};

// Floors by how near they are to the goal, from blue to yellow. Each is lighter than the one
// before, so that the order is visible in grey, too; and each is light, or dark, enough for what
// lies on it.
#define STOPS 5
static const uint32_t heats[STOPS][MW_THEMES] = {{0xc4c5f4, 0x5a62a8, 0xc4c5f4},
                                                 {0xb2d9ee, 0x33748a, 0xb2d9ee},
                                                 {0xb0e8c8, 0x2b7f65, 0xb0e8c8},
                                                 {0xd2f09c, 0x577f2b, 0xd2f09c},
                                                 {0xfdf1a8, 0x8b7b22, 0xfdf1a8}};

// Nodes of a state graph by a number, from its least value on. All are well seen on the paper, and
// in grey the order is visible, too.
static const uint32_t values[STOPS][MW_THEMES] = {{0x2b1a66, 0xffe27a, 0x2b1a66},
                                                  {0x235a9c, 0x8fd06a, 0x235a9c},
                                                  {0x17827a, 0x45b5a0, 0x17827a},
                                                  {0x5a8a25, 0x4f8fd0, 0x5a8a25},
                                                  {0xb98000, 0x7a6fc0, 0xb98000}};

static mw_colour rgb(uint32_t hex)
{
    return (mw_colour){(hex >> 16 & 255) / 255.0, (hex >> 8 & 255) / 255.0, (hex & 255) / 255.0, 1};
}

const char *mw_role_name(mw_role role)
{
    return roles[role].name;
}

bool mw_theme_find(const char *name, mw_theme *out)
{
    static const char *const names[MW_THEMES] = {"light", "dark", "print"};
    for (unsigned i = 0; i < MW_THEMES; i++)
        if (!strcmp(names[i], name)) {
            *out = (mw_theme)i;
            return true;
        }
    return false;
}

static mw_colour mix(mw_colour a, mw_colour b, double share)
{
    return (mw_colour){a.r + (b.r - a.r) * share, a.g + (b.g - a.g) * share,
                       a.b + (b.b - a.b) * share, a.a};
}

static mw_colour scale_colour(const uint32_t stops[STOPS][MW_THEMES], mw_theme theme, double share)
{
    double place = share * (STOPS - 1);
    unsigned low = place >= STOPS - 1 ? STOPS - 2 : (unsigned)place;
    return mix(rgb(stops[low][theme]), rgb(stops[low + 1][theme]), place - low);
}

mw_colour mw_style_colour(const mw_style *s, const mw_ink *ink)
{
    mw_colour c = rgb(roles[ink->role].colours[s->theme]);
    if (ink->tint)
        c = rgb(tints[(ink->tint - 1) % MW_TINTS][s->theme]);
    else if (s->heat && ink->cell && ink->role == MW_ROLE_FLOOR && s->heat[ink->cell - 1] >= 0)
        c = scale_colour(heats, s->theme, s->heat[ink->cell - 1]);
    else if (ink->role == MW_ROLE_VALUE && ink->cell)
        c = scale_colour(values, s->theme, (ink->cell - 1) / 1000.0);
    if (ink->shade)
        c = mix(c, rgb(ink->shade > 0 ? 0xffffff : 0x000000), 0.12 * abs(ink->shade));
    c.a = 1 - ink->fade;
    return c;
}

double mw_style_outline(const mw_style *style, const mw_shape *s, mw_colour *colour)
{
    bool floor = s->type == MW_POLYGON && s->ink.role == MW_ROLE_FLOOR && s->ink.width <= 0;
    *colour = rgb(roles[MW_ROLE_GRID].colours[style->theme]);
    return floor ? 0.025 : 0;
}

mw_colour mw_style_paper(const mw_style *s)
{
    return rgb(papers[s->theme]);
}
