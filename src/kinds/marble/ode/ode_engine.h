// ode_engine.h: the Open Dynamics Engine as an engine of marble mazes. It is slower than `ball`,
// but written by others, so that each can be checked with the other. It is a library of its own,
// since the main one needs libc only.
#ifndef MW_KINDS_MARBLE_ODE_ODE_ENGINE_H
#define MW_KINDS_MARBLE_ODE_ODE_ENGINE_H

#include "mazewright/marble.h"

// Each world may be used by one thread at a time, and several worlds by several threads.
extern const mw_marble_engine mw_marble_ode;

#endif
