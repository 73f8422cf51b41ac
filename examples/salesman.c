// salesman.c: the annealer on something that is no maze: a round trip through 400 random cities,
// where a step reverses a part of the tour.   cc salesman.c $(pkg-config --cflags --libs
// mazewright) -lm
#include <mazewright/anneal.h>
#include <mazewright/rng.h>

#include <math.h>
#include <stdio.h>

#define CITIES 400

typedef struct map {
    double x[CITIES], y[CITIES];
} map;

static double tour_length(void *context, const void *state)
{
    const map *m = context;
    const unsigned short *tour = state;
    double sum = 0;
    for (int i = 0; i < CITIES; i++) {
        int a = tour[i], b = tour[(i + 1) % CITIES];
        sum += sqrt((m->x[a] - m->x[b]) * (m->x[a] - m->x[b]) +
                    (m->y[a] - m->y[b]) * (m->y[a] - m->y[b]));
    }
    return sum;
}

static void reverse_part(void *context, void *state, mw_rng *rng)
{
    (void)context;
    unsigned short *tour = state;
    unsigned from = mw_rng_below(rng, CITIES), length = 1 + mw_rng_below(rng, CITIES / 2);
    for (unsigned i = 0; i < length / 2; i++) {
        unsigned a = (from + i) % CITIES, b = (from + length - 1 - i) % CITIES;
        unsigned short swap = tour[a];
        tour[a] = tour[b];
        tour[b] = swap;
    }
}

int main(void)
{
    map m;
    unsigned short tour[CITIES];
    mw_rng rng;
    mw_rng_seed(&rng, 1);
    for (int i = 0; i < CITIES; i++) {
        m.x[i] = mw_rng_below(&rng, 1000);
        m.y[i] = mw_rng_below(&rng, 1000);
        tour[i] = (unsigned short)i;
    }
    mw_landscape land = {
        .bytes = sizeof tour, .context = &m, .energy = tour_length, .step = reverse_part};
    double before = tour_length(&m, tour);
    double after = mw_local_search(
        &land,
        &(mw_schedule){
            .cooling = MW_ANNEAL, .evaluations = 1000000, .seed = 1, .hot = 100, .cold = 1},
        tour);
    printf("a tour of %d cities: %.0f before, %.0f after annealing\n", CITIES, before, after);
    return 0;
}
