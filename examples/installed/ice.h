// ice.h: a kind of maze that the library does not have.
#ifndef ICE_H
#define ICE_H

#include <mazewright/waist.h>

extern const mw_kind ice;

#endif
