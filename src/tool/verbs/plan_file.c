// plan_file.c: see plan_file.h.
#include "tool/verbs/plan_file.h"

#include "core/file.h"
#include "experiment/plan_tokens.h"

#include <errno.h>
#include <string.h>

int plan_text(const char *name, char **text)
{
    *text = mw_file_read(name, MW_TEXT_MAX, NULL);
    return *text ? EXIT_DONE
           : errno == ENOMEM
               ? out_of_memory()
               : complain_with(EXIT_INPUT, "%s: cannot read: %s", name, strerror(errno));
}

typedef struct opening {
    mw_plan_take *take;
    void *taker;
} opening;

static int take_maze(input *in, void *context)
{
    const opening *o = context;
    mw_maze *m = in->maze;
    in->maze = NULL;
    return o->take(o->taker, in->label, m) ? EXIT_DONE : EXIT_USAGE; // which ends it
}

bool plan_open_mazes(void *context, const char *name, mw_plan_take *take, void *taker)
{
    return each_named_input(context, name, take_maze, &(opening){take, taker}) == EXIT_DONE;
}
