// style.c: the colours of roles. Tints are the palette of Okabe and Ito, which people with any kind
// of colour vision can tell apart. Things that share a tint also share a letter.
#include "mazewright/scene.h"

#include <stdlib.h>
#include <string.h>

// Colours are written as 0xRRGGBB, one for each theme: light, dark, print.
static const uint32_t papers[MW_THEMES] = {0xfbf9f4, 0x14181d, 0xffffff};

static const struct {
    const char *name;
    uint32_t colours[MW_THEMES];
} roles[MW_ROLES] = {
    [MW_ROLE_FLOOR] = {"floor", {0xf1ece0, 0x4a5663, 0xffffff}},
    [MW_ROLE_BLOCKED] = {"blocked", {0x8a8478, 0x6b7683, 0x6e6e6e}},
    [MW_ROLE_WALL] = {"wall", {0x2f343b, 0xc9d1d9, 0x000000}},
    [MW_ROLE_GRID] = {"grid", {0xcfc7b5, 0x3a434e, 0xb5b5b5}},
    [MW_ROLE_GOAL] = {"goal", {0x1f9d6b, 0x3fbf8a, 0x3a3a3a}},
    [MW_ROLE_START] = {"start", {0xb9b1a0, 0x55606c, 0x9a9a9a}},
    [MW_ROLE_HERO] = {"hero", {0x2b6cb0, 0x5aa9e6, 0x4a4a4a}},
    [MW_ROLE_MARK] = {"mark", {0xffffff, 0x0d1117, 0xffffff}},
    [MW_ROLE_FOE] = {"foe", {0xb5432e, 0xe4735c, 0x000000}},
    [MW_ROLE_LABEL] = {"label", {0x23272d, 0xe6edf3, 0x000000}},
    [MW_ROLE_FRAGILE] = {"fragile", {0xe8a33d, 0xc9872b, 0xd0d0d0}},
    [MW_ROLE_DEVICE] = {"device", {0x5b6470, 0x9aa5b1, 0x444444}},
    [MW_ROLE_ABSENT] = {"absent", {0xb9b1a0, 0x55606c, 0x9a9a9a}},
    [MW_ROLE_GLASS] = {"glass", {0x7fa6c9, 0x4d7ea8, 0xbdbdbd}},
    [MW_ROLE_EDGE] = {"edge", {0x34495e, 0xaec6dd, 0x222222}},
    [MW_ROLE_PATH] = {"path", {0xd1495b, 0xff6b7d, 0x7a7a7a}},
};

static const uint32_t tints[MW_TINTS] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7,
                                         0x56b4e9, 0xe69f00, 0x8c6bb1, 0xf0e442};

// From dark blue through green to yellow. Each is lighter than the one before, so that the order is
// visible in grey, too.
static const uint32_t heats[] = {0x414487, 0x2a788e, 0x22a884, 0x7ad151, 0xfde725};

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

static mw_colour heat_colour(double heat)
{
    unsigned last = sizeof heats / sizeof *heats - 1;
    double place = heat * last;
    unsigned low = place >= last ? last - 1 : (unsigned)place;
    return mix(rgb(heats[low]), rgb(heats[low + 1]), place - low);
}

mw_colour mw_style_colour(const mw_style *s, const mw_ink *ink)
{
    mw_colour c = rgb(roles[ink->role].colours[s->theme]);
    if (ink->tint)
        c = rgb(tints[(ink->tint - 1) % MW_TINTS]);
    if (s->heat && ink->cell && ink->role == MW_ROLE_FLOOR && s->heat[ink->cell - 1] >= 0)
        c = mix(heat_colour(s->heat[ink->cell - 1]), mw_style_paper(s),
                0.45); // so that numbers stay legible
    if (ink->shade)
        c = mix(c, rgb(ink->shade > 0 ? 0xffffff : 0x000000), 0.12 * abs(ink->shade));
    c.a = 1 - ink->fade;
    return c;
}

double mw_style_outline(const mw_style *style, const mw_shape *s, mw_colour *colour)
{
    bool floor = s->type == MW_POLYGON && s->ink.role == MW_ROLE_FLOOR && s->ink.width <= 0;
    *colour = rgb(roles[MW_ROLE_GRID].colours[style->theme]);
    return floor && style->theme == MW_THEME_PRINT ? 0.02 : 0;
}

mw_colour mw_style_paper(const mw_style *s)
{
    return rgb(papers[s->theme]);
}
