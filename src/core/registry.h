// registry.h: what plug-ins add to the kinds and heuristics of the library. This is the only state
// of the library that changes; it does so before any other work begins (mw_plugin_add).
#ifndef MW_CORE_REGISTRY_H
#define MW_CORE_REGISTRY_H

#include "mazewright/plugin.h"

// Adds a kind at the end of mw_kinds, which has fewer than MW_KINDS_MAX.
void mw_kinds_add(const mw_kind *);
// Was the kind added by a plug-in? The web page does not know it.
bool mw_kind_is_added(const mw_kind *);
// Is it a plug-in for this version of the library? False and *error.
bool mw_plugin_fits(const mw_plugin *, mw_error *);
// Is it a word as heuristics are named, and no feature of the kind?
bool mw_heuristic_is_name(const mw_kind *, const char *text);
// Was the heuristic added to the kind by a plug-in? Nobody has tested what it claims.
bool mw_heuristic_is_added(const mw_kind *, const mw_heuristic *);

#endif
