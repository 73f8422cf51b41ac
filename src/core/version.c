// version.c: the version, from the build.
#include "mazewright/mazewright.h"

const char *mw_version(void)
{
    return MAZEWRIGHT_VERSION;
}
