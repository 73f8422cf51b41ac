// vector.h: three numbers, and the few functions of angles that the simulation needs, made
// of arithmetic and square roots only: so their bits are the same everywhere.
#ifndef MW_KINDS_MARBLE_VECTOR_H
#define MW_KINDS_MARBLE_VECTOR_H

#include <math.h>

typedef union vec { // by name, or by axis
    struct {
        double x, y, z;
    };
    double v[3];
} vec;

static inline vec add(vec a, vec b)
{
    return (vec){{a.x + b.x, a.y + b.y, a.z + b.z}};
}

static inline vec sub(vec a, vec b)
{
    return (vec){{a.x - b.x, a.y - b.y, a.z - b.z}};
}

static inline vec scale(vec a, double k)
{
    return (vec){{a.x * k, a.y * k, a.z * k}};
}

static inline double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec cross(vec a, vec b)
{
    return (vec){{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}};
}

static inline double norm(vec a)
{
    return sqrt(dot(a, a));
}

static inline vec unit(vec a)
{
    return scale(a, 1 / norm(a));
}

// Sine and cosine of an angle from 0 to pi: by series for an eighth of it, which is then doubled
// three times.
static inline void sine_cosine(double angle, double *sine, double *cosine)
{
    double a = angle / 8, q = a * a;
    double s = a * (1 - q / 6 * (1 - q / 20 * (1 - q / 42 * (1 - q / 72 * (1 - q / 110)))));
    double c = 1 - q / 2 * (1 - q / 12 * (1 - q / 30 * (1 - q / 56 * (1 - q / 90))));
    for (int i = 0; i < 3; i++) {
        double twice = 2 * s * c;
        c = c * c - s * s;
        s = twice;
    }
    *sine = s;
    *cosine = c;
}

// The angle between two unit vectors. It is halved until a short series is exact.
static inline double angle_between(vec a, vec b)
{
    double chord = norm(sub(a, b)); // 2 sin(angle / 2)
    double s = chord / 2, doubled = 2;
    if (s > 1)
        s = 1;
    for (int i = 0; i < 4; i++) { // sin(x / 2) from sin x
        s = sqrt((1 - sqrt(1 - s * s)) / 2);
        doubled *= 2;
    }
    if (chord < 0.01) // halving a small angle would lose digits, and the series is exact without it
        s = chord / 2, doubled = 2;
    double q = s * s;
    double series = 1 + q / 6 * (1 + 9 * q / 20 * (1 + 25 * q / 42 * (1 + 49 * q / 72)));
    return doubled * s * series;
}

// v turned about a unit axis.
static inline vec turned(vec v, vec axis, double angle)
{
    double s, c;
    sine_cosine(angle < 0 ? -angle : angle, &s, &c);
    if (angle < 0)
        s = -s;
    return add(add(scale(v, c), scale(cross(axis, v), s)), scale(axis, dot(axis, v) * (1 - c)));
}

#endif
