// exact.c: the proven longest maze, by the kind's own search. Here is checked what may be asked of
// it.
#include "core/grow.h"
#include "core/text.h"
#include "design/objective.h"
#include "mazewright/design.h"

#include <string.h>

static bool read_conditions(const char *const *require, mw_exact *e, mw_error *error)
{
    for (const char *const *c = require; c && *c; c++) {
        bool reach = mw_same_words(*c, "unreaching == 0");
        bool unique = mw_same_words(*c, "solutions == 1");
        e->all_reach |= reach;
        e->unique |= unique;
        if (!reach && !unique)
            return mw_refuse(error,
                             "exact knows the constraints 'unreaching == 0' and 'solutions == 1' "
                             "only, not '%.100s'",
                             *c);
    }
    return true;
}

bool mw_design_exactly(const mw_kind *kind, const mw_design_plan *given, mw_exact *e,
                       mw_maze **maze, mw_error *error)
{
    mw_design_plan plan;
    MW_TAKE_OPTIONS(mw_design_plan, &plan, given, resample);
    *maze = NULL;
    if (!MW_HAS(kind, design, exact))
        return mw_refuse(error,
                         "%s has no exact search: that needs an upper bound for the length, and "
                         "none is known for such mazes; use anneal",
                         kind->name);
    if (plan.objective && strcmp(plan.objective, "longest"))
        return mw_refuse(error, "exact looks for the longest maze; leave the objective out");
    if (!read_conditions(plan.require, e, error))
        return false;
    mw_maze *m = mw_random_maze(kind, plan.params, 1, error);
    if (!m)
        return false;
    bool ran = kind->design->exact(m, e);
    if (!ran)
        mw_refuse(error, "exact search is not for %s mazes of this size or with these options",
                  kind->name);
    if (ran && e->length)
        *maze = m;
    else
        mw_maze_free(m);
    return ran;
}
