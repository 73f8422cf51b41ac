// preset.c: settings that belong together: ours, and those that the words of the thesis lead to.
// docs/marble.md says which words these are.
#include "core/text.h"
#include "kinds/marble/marble.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define USUAL                                                                                      \
    .radius = 0.2, .wall = 0.1, .gravity = 9.81, .friction = 0.6, .restitution = 0.4, .dt = 0.004, \
    .acceleration = 1.23, .give_up = 30

static const mw_marble_preset presets[] = {
    {.name = "mazewright",
     .about = "exact turns, a marble that lies still, and predictions computed in time",
     .physics = {USUAL, .error = 5e-6, .rest_energy = 1e-5, .rest_time = 0.5}},
    {.name = "thesis",
     .about =
         "as the thesis has it: coarser turns, an earlier rest, and predictions by a threshold "
         "of speed",
     .physics = {USUAL, .error = 1e-2, .rest_energy = 2e-2, .rest_time = 0.1}},
    {.name = NULL},
};
static mw_marble_prediction *const predictions[] = {mw_marble_predict, mw_marble_predict_thesis};
#define PRESETS (sizeof predictions / sizeof *predictions)
static_assert(sizeof presets / sizeof *presets == PRESETS + 1, "a prediction for each preset");

const mw_marble_preset *mw_marble_presets(void)
{
    return presets;
}

mw_marble_physics mw_marble_default_physics(void)
{
    return presets[0].physics;
}

const mw_marble_preset *mw_marble_find_preset(const char *name, mw_marble_prediction **prediction,
                                              mw_error *error)
{
    char known[100] = "";
    size_t n = 0;
    for (size_t i = 0; i < PRESETS; i++) {
        if (!name || !strcmp(presets[i].name, name)) {
            *prediction = predictions[i];
            return &presets[i];
        }
        n += (size_t)snprintf(known + n, sizeof known - n, "%s%s", i ? " and " : "",
                              presets[i].name);
    }
    mw_refuse(error, "unknown preset '%.40s'; there are %s", name, known);
    return NULL;
}
