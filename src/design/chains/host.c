// host.c: a device that is no graphics card: it runs chains on one core of the processor, one after
// the other. It is for tests on machines without a card, and to compare a card with.
#include "design/chains/chains.h"

#include <stdio.h>

#define HOLDS 64

static bool describe(unsigned number, char *text, size_t size)
{
    snprintf(text, size, "one core of the processor");
    return !number;
}

static uint32_t holds(unsigned number, const mw_chains *chains, const void *common)
{
    (void)number;
    (void)chains;
    (void)common;
    return HOLDS;
}

static bool follow(unsigned number, const mw_chains *chains, const void *common,
                   const mw_chain_plan *plan, mw_chain_set *set, mw_error *error)
{
    (void)number;
    if (chains->follow(common, plan, set))
        return true;
    mw_no_memory(error);
    return false;
}

const mw_device mw_device_host = {
    .name = "host", .describe = describe, .holds = holds, .follow = follow};
