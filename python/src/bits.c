// bits.c: mazes as strings of bits for Python: one byte, 0 or 1, for each bit. What is no part of
// the string (size, options) comes from the maze that the methods belong to.
#include "core.h"

#include <string.h>

#define WORDS(bits) (((size_t)(bits) + 63) / 64)

static uint64_t mask(unsigned i)
{
    return (uint64_t)1 << i % 64;
}

// How many bits the maze has, and their words, zeroed, which are freed with PyMem_Free. NULL: an
// exception is set.
static uint64_t *new_bits(const mw_maze *m, unsigned *count)
{
    *count = MW_HAS(m->kind, design, bits) ? m->kind->design->bits(m) : 0;
    if (!*count)
        return (uint64_t *)PyErr_Format(core.MazeError,
                                        "%s mazes of this size and with these options have no bits",
                                        m->kind->name);
    uint64_t *bits = PyMem_Calloc(WORDS(*count), sizeof *bits);
    return bits ? bits : (uint64_t *)core_no_memory();
}

PyObject *core_encode(PyObject *self, PyObject *unused)
{
    (void)unused;
    const mw_maze *m = ((maze_object *)self)->maze;
    unsigned count;
    uint64_t *bits = new_bits(m, &count);
    PyObject *text = bits ? PyBytes_FromStringAndSize(NULL, count) : NULL;
    if (text) {
        char *to = PyBytes_AsString(text);
        m->kind->design->encode(m, bits);
        for (unsigned i = 0; i < count; i++)
            to[i] = !!(bits[i / 64] & mask(i));
    }
    PyMem_Free(bits);
    return text;
}

// Where decode refuses a string, *m may hold anything, so it begins with a copy of `like`.
static bool decode(const mw_maze *like, mw_maze *m, const uint64_t *bits)
{
    memcpy(m, like, like->bytes);
    return like->kind->design->decode(m, bits);
}

// Sets the bits of `like`, which are in `bits`, to those of `wanted`, one after the other, but for
// those that would make it illegal. Returns how many these are; the maze is in *m.
static unsigned approach(const mw_maze *like, mw_maze *m, const uint64_t *wanted, uint64_t *bits,
                         unsigned count)
{
    unsigned refused = 0;
    for (unsigned i = 0; i < count && !mw_stopping(); i++) {
        if (!((wanted[i / 64] ^ bits[i / 64]) & mask(i)))
            continue;
        bits[i / 64] ^= mask(i);
        if (!decode(like, m, bits)) {
            bits[i / 64] ^= mask(i);
            refused++;
        }
    }
    decode(like, m, bits);
    return refused;
}

static bool read_bits(const char *text, Py_ssize_t length, unsigned count, uint64_t *bits)
{
    if (length != (Py_ssize_t)count) {
        PyErr_Format(PyExc_ValueError, "%u bits are needed, not %zd", count, length);
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        if (text[i] & ~1) {
            PyErr_Format(PyExc_ValueError, "element %u is %d; each is 0 or 1", i,
                         (unsigned char)text[i]);
            return false;
        }
        bits[i / 64] |= text[i] ? mask(i) : 0;
    }
    return true;
}

// _decode(bits): the maze, and how many bits had to stay as in this maze to make it legal
PyObject *core_decode(PyObject *self, PyObject *args)
{
    const mw_maze *like = ((maze_object *)self)->maze;
    const char *text;
    Py_ssize_t length;
    unsigned count, refused = 0;
    if (!PyArg_ParseTuple(args, "y#", &text, &length))
        return NULL;
    uint64_t *wanted = new_bits(like, &count), *bits = wanted ? new_bits(like, &count) : NULL;
    mw_maze *m = NULL;
    if (bits && read_bits(text, length, count, wanted) && !(m = mw_maze_clone(like)))
        core_no_memory();
    if (m && !decode(like, m, wanted)) {
        core_work work;
        core_work_begin(&work, 0, true);
        like->kind->design->encode(like, bits);
        refused = approach(like, m, wanted, bits, count);
        if (!core_work_end(&work)) {
            mw_maze_free(m);
            m = NULL;
        }
    }
    PyMem_Free(wanted);
    PyMem_Free(bits);
    PyObject *maze = m ? core_new_maze(Py_TYPE(self), m) : NULL;
    return maze ? Py_BuildValue("NI", maze, refused) : NULL;
}
