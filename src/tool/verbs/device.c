// device.c: the graphics cards that `design --device` can use.
#include "tool/verbs/design_call.h"
#include "design/objective.h"

#include <string.h>

#ifdef MAZEWRIGHT_CUDA
static const mw_device *const cards = &mw_device_cuda;
#else
static const mw_device *const cards = NULL;
#endif

void print_devices(void)
{
    char text[200];
    unsigned n = 0;
    if (!cards) {
        puts("graphics cards: built without CUDA");
        return;
    }
    for (; cards->describe(n, text, sizeof text); n++)
        printf("graphics card %u: %s\n", n, text);
    if (!n)
        puts("graphics cards: none seen");
}

static const mw_device *device_named(const char *name)
{
    char text[200];
    if (!strcmp(name, mw_device_host.name))
        return &mw_device_host;
    if (strcmp(name, "gpu"))
        complain("--device %s: write gpu, or host to try it out on the processor", name);
    else if (!cards)
        complain("--device gpu: this mazewright was built without CUDA; build it where nvcc is "
                 "found, with -DMAZEWRIGHT_CUDA=ON");
    else if (!cards->describe(0, text, sizeof text))
        complain("--device gpu: no graphics card is seen; is its driver running?");
    else
        return cards;
    return NULL;
}

bool find_device(design_call *c)
{
    const char *name = c->s->value[O_DEVICE];
    double resample;
    if (!option_number(c->s, O_RESAMPLE, 0, (double)MW_EVALUATIONS_MAX, 0, &resample))
        return false;
    if (c->s->value[O_RESAMPLE])
        c->plan.resample = resample > 0 ? (uint64_t)resample : MW_NEVER;
    if (name)
        c->plan.device = device_named(name);
    return !name || c->plan.device;
}
