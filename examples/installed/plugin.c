// plugin.c: the kind of ice.c, and a heuristic for dice, as a plug-in of the command:
//
//     cc -shared -fPIC -o ice.so plugin.c ice.c $(pkg-config --cflags mazewright)
//     mazewright --plugin ./ice.so solve ice:8x6#1
//
// It needs the headers only; the command that loads it has the functions of the library.
#include "ice.h"

#include <mazewright/plugin.h>

// Each roll goes to a cell beside; on the goal without the 1 up, one must leave it and come back.
// It claims nothing, because mazes may want another face up: `audit` tells on which maze it is
// right.
static uint32_t rolls(const mw_maze *m, const mw_state *s)
{
    double values[MW_FEATURES_MAX] = {0}; // the features of `mazewright help die`, in that order
    enum { DX = 4, DY = 5, TOP = 6 };
    mw_state_features(m, s, values);
    double way = values[DX] + values[DY];
    return (uint32_t)(way == 0 && values[TOP] != 1 ? 2 : way);
}

MW_PLUGIN = {
    .size = sizeof(mw_plugin),
    .version = MW_VERSION,
    .name = "ice",
    .about = "sliding on ice, and a heuristic for dice",
    .kinds = (const mw_kind *const[]){&ice, NULL},
    .heuristics =
        (const mw_plugin_heuristic[]){
            {.kind = "die",
             .heuristic = {.name = "rolls",
                           .about = "rows and columns to the goal; 2 on it with the 1 not up",
                           .claims = mw_claims_nothing,
                           .eval = rolls}},
            {0},
        },
};
