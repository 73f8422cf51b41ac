// findings_interval.c: the interval in which a published statistic should lie. It is computed from
// what we measured, the size of our sample and the size of the published one; nobody types it in.
#include "experiment/reproduce/findings.h"
#include "experiment/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static mw_range range_of_share(const mw_figure *g, const double numbers[2])
{
    double published = strtod(g->published, NULL) / 100;
    mw_range r = mw_share_range(g->measured / 100, numbers[0], published, g->sample);
    return (mw_range){100 * r.low, 100 * r.high};
}

// All means are of counts, shares or times, none of which can be negative.
static mw_range range_of_mean(const mw_figure *g, const double numbers[2])
{
    mw_range r = mw_mean_range(g->measured, numbers[1], numbers[0], g->sample);
    return (mw_range){r.low < 0 ? 0 : r.low, r.high}; // fmax would make 0 of NaN
}

static mw_range range_of_ratio(const mw_figure *g, const double numbers[2])
{
    mw_range r = range_of_mean(g, numbers);
    return (mw_range){r.low, r.high > 100 ? 100 : r.high};
}

static mw_range range_of_sum(const mw_figure *g, const double numbers[2])
{
    mw_range r = mw_events_range(g->measured / g->sample, numbers[1], numbers[0], g->sample);
    return (mw_range){r.low * g->sample, r.high * g->sample};
}

static mw_range range_of_runs(const mw_figure *g, const double numbers[2])
{
    (void)g;
    return (mw_range){numbers[0], numbers[1]};
}

static const struct {
    const char *sampled, *sentence;
    mw_range (*range)(const mw_figure *, const double numbers[2]);
} forms[] = {
    {"share",
     "95 % interval of a share in a sample as large as the published one, by Newcombe's method of "
     "two Wilson intervals.",
     range_of_share},
    {"mean",
     "95 % interval of the mean of a sample as large as the published one, by Student's t with the "
     "standard deviation of ours; it begins at 0 or above, as the figure cannot be negative.",
     range_of_mean},
    {"ratio",
     "95 % interval of a share of the moves of as many mazes as the published one, by Student's t "
     "with the standard deviation over our mazes; from 0 to 100 %.",
     range_of_ratio},
    {"sum",
     "95 % interval of the sum over a sample as large as the published one, by Student's t with "
     "the standard deviation of ours, and at least as wide as for independent events; it begins at "
     "0 or above, as the figure cannot be negative.",
     range_of_sum},
    {"runs", "The interval has the middle 95 % of our runs; one run was published.", range_of_runs},
    {"test", "What was published is probably no sample like ours if p is 0.05 or less.",
     range_of_runs},
};

bool mw_figure_sampled(mw_figure *g, const char *sampled, const double numbers[2])
{
    size_t i = 0, count = sizeof forms / sizeof *forms;
    while (i < count && strcmp(forms[i].sampled, sampled))
        i++;
    if (i == count)
        return false;
    bool test = !strcmp(sampled, "test"); // nothing was published to which p could be compared
    if (!test && (!*g->published || g->sample < 1))
        return true;
    mw_range r = forms[i].range(g, numbers);
    g->low = r.low;
    g->high = r.high;
    g->interval = forms[i].sentence;
    if (!*g->note && mw_figure_judge(g) == MW_FIGURE_DIFFERS)
        g->note = "Outside of its 95 % interval. Of twenty figures one lies outside by chance.";
    if (!*g->note && mw_figure_judge(g) == MW_FIGURE_CHANGED)
        g->note = "What was published lies farther out than nearly all of ours.";
    return true;
}
