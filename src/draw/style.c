// style.c: the colours of roles. Tints are the palette of Okabe and Ito, which people with any kind
// of colour vision can tell apart; what belongs together also shares a letter.
#include "mazewright/scene.h"

#include <stdlib.h>
#include <string.h>

#define RGB(hex)                                                                                   \
    {                                                                                              \
        ((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex)&255) / 255.0, 1            \
    }

static const mw_colour papers[MW_THEMES] = {RGB(0xfbf9f4), RGB(0x14181d), RGB(0xffffff)};

static const mw_colour roles[MW_THEMES][MW_ROLES] = {
    [MW_THEME_LIGHT] = {[MW_ROLE_FLOOR] = RGB(0xf1ece0),
                        [MW_ROLE_BLOCKED] = RGB(0x8a8478),
                        [MW_ROLE_WALL] = RGB(0x2f343b),
                        [MW_ROLE_GRID] = RGB(0xcfc7b5),
                        [MW_ROLE_GOAL] = RGB(0x1f9d6b),
                        [MW_ROLE_START] = RGB(0xb9b1a0),
                        [MW_ROLE_HERO] = RGB(0x2b6cb0),
                        [MW_ROLE_MARK] = RGB(0xffffff),
                        [MW_ROLE_FOE] = RGB(0xb5432e),
                        [MW_ROLE_LABEL] = RGB(0x23272d),
                        [MW_ROLE_FRAGILE] = RGB(0xe8a33d),
                        [MW_ROLE_DEVICE] = RGB(0x5b6470),
                        [MW_ROLE_ABSENT] = RGB(0xb9b1a0),
                        [MW_ROLE_GLASS] = RGB(0x7fa6c9),
                        [MW_ROLE_EDGE] = RGB(0x34495e),
                        [MW_ROLE_PATH] = RGB(0xd1495b)},
    [MW_THEME_DARK] = {[MW_ROLE_FLOOR] = RGB(0x4a5663),
                       [MW_ROLE_BLOCKED] = RGB(0x6b7683),
                       [MW_ROLE_WALL] = RGB(0xc9d1d9),
                       [MW_ROLE_GRID] = RGB(0x3a434e),
                       [MW_ROLE_GOAL] = RGB(0x3fbf8a),
                       [MW_ROLE_START] = RGB(0x55606c),
                       [MW_ROLE_HERO] = RGB(0x5aa9e6),
                       [MW_ROLE_MARK] = RGB(0x0d1117),
                       [MW_ROLE_FOE] = RGB(0xe4735c),
                       [MW_ROLE_LABEL] = RGB(0xe6edf3),
                       [MW_ROLE_FRAGILE] = RGB(0xc9872b),
                       [MW_ROLE_DEVICE] = RGB(0x9aa5b1),
                       [MW_ROLE_ABSENT] = RGB(0x55606c),
                       [MW_ROLE_GLASS] = RGB(0x4d7ea8),
                       [MW_ROLE_EDGE] = RGB(0xaec6dd),
                       [MW_ROLE_PATH] = RGB(0xff6b7d)},
    [MW_THEME_PRINT] = {[MW_ROLE_FLOOR] = RGB(0xffffff),
                        [MW_ROLE_BLOCKED] = RGB(0x6e6e6e),
                        [MW_ROLE_WALL] = RGB(0x000000),
                        [MW_ROLE_GRID] = RGB(0xb5b5b5),
                        [MW_ROLE_GOAL] = RGB(0x3a3a3a),
                        [MW_ROLE_START] = RGB(0x9a9a9a),
                        [MW_ROLE_HERO] = RGB(0x4a4a4a),
                        [MW_ROLE_MARK] = RGB(0xffffff),
                        [MW_ROLE_FOE] = RGB(0x000000),
                        [MW_ROLE_LABEL] = RGB(0x000000),
                        [MW_ROLE_FRAGILE] = RGB(0xd0d0d0),
                        [MW_ROLE_DEVICE] = RGB(0x444444),
                        [MW_ROLE_ABSENT] = RGB(0x9a9a9a),
                        [MW_ROLE_GLASS] = RGB(0xbdbdbd),
                        [MW_ROLE_EDGE] = RGB(0x222222),
                        [MW_ROLE_PATH] = RGB(0x7a7a7a)},
};

static const mw_colour tints[MW_TINTS] = {RGB(0x0072b2), RGB(0xd55e00), RGB(0x009e73),
                                          RGB(0xcc79a7), RGB(0x56b4e9), RGB(0xe69f00),
                                          RGB(0x8c6bb1), RGB(0xf0e442)};

// Dark blue over green to yellow: rises in lightness, too, so that it reads in grey.
static const mw_colour heats[] = {RGB(0x414487), RGB(0x2a788e), RGB(0x22a884), RGB(0x7ad151),
                                  RGB(0xfde725)};

const char *mw_role_name(mw_role role)
{
    static const char *const names[MW_ROLES] = {
        [MW_ROLE_FLOOR] = "floor",   [MW_ROLE_BLOCKED] = "blocked", [MW_ROLE_WALL] = "wall",
        [MW_ROLE_GRID] = "grid",     [MW_ROLE_GOAL] = "goal",       [MW_ROLE_START] = "start",
        [MW_ROLE_HERO] = "hero",     [MW_ROLE_MARK] = "mark",       [MW_ROLE_FOE] = "foe",
        [MW_ROLE_LABEL] = "label",   [MW_ROLE_FRAGILE] = "fragile", [MW_ROLE_DEVICE] = "device",
        [MW_ROLE_ABSENT] = "absent", [MW_ROLE_GLASS] = "glass",     [MW_ROLE_EDGE] = "edge",
        [MW_ROLE_PATH] = "path",
    };
    return names[role];
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
    return mix(heats[low], heats[low + 1], place - low);
}

mw_colour mw_style_colour(const mw_style *s, const mw_ink *ink)
{
    static const mw_colour black = RGB(0x000000), white = RGB(0xffffff);
    mw_colour c = roles[s->theme][ink->role];
    if (ink->tint)
        c = tints[(ink->tint - 1) % MW_TINTS];
    if (s->heat && ink->cell && ink->role == MW_ROLE_FLOOR && s->heat[ink->cell - 1] >= 0)
        c = mix(heat_colour(s->heat[ink->cell - 1]), papers[s->theme],
                0.45); // numbers stay legible
    if (ink->shade)
        c = mix(c, ink->shade > 0 ? white : black, 0.12 * abs(ink->shade));
    c.a = 1 - ink->fade;
    return c;
}

double mw_style_outline(const mw_style *style, const mw_shape *s, mw_colour *colour)
{
    bool floor = s->type == MW_POLYGON && s->ink.role == MW_ROLE_FLOOR && s->ink.width <= 0;
    *colour = roles[style->theme][MW_ROLE_GRID];
    return floor && style->theme == MW_THEME_PRINT ? 0.02 : 0;
}

mw_colour mw_style_paper(const mw_style *s)
{
    return papers[s->theme];
}
