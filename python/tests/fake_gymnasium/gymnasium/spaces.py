"""The spaces, as strict as those of Gymnasium about types."""

import numpy


class Space:
    def __init__(self, shape, dtype, seed=None):
        self.shape, self.dtype = shape, None if dtype is None else numpy.dtype(dtype)
        self.seed(seed)

    def seed(self, seed=None):
        self.np_random = numpy.random.default_rng(seed)
        return [seed]

    def __contains__(self, x):
        return self.contains(x)


class Discrete(Space):
    def __init__(self, n, seed=None, start=0, dtype=numpy.int64):
        assert numpy.issubdtype(type(n), numpy.integer) and n > 0
        super().__init__((), dtype, seed)
        self.n, self.start = self.dtype.type(n), self.dtype.type(start)

    def sample(self, mask=None, probability=None):
        if mask is None:
            return self.np_random.integers(self.n)
        assert isinstance(mask, numpy.ndarray) and mask.dtype == numpy.int8 and mask.shape == (self.n,)
        return self.np_random.choice(numpy.flatnonzero(mask == 1)) if (mask == 1).any() else self.start

    def contains(self, x):
        return isinstance(x, (int, numpy.integer)) and 0 <= x < self.n


class MultiDiscrete(Space):
    def __init__(self, nvec, dtype=numpy.int64, seed=None, start=None):
        self.nvec = numpy.array(nvec, dtype)
        assert (self.nvec > 0).all()
        super().__init__(self.nvec.shape, dtype, seed)

    def sample(self, mask=None, probability=None):
        if mask is None:
            return (self.np_random.random(self.shape) * self.nvec).astype(self.dtype)
        assert isinstance(mask, tuple) and len(mask) == len(self.nvec)
        return numpy.array([Discrete(int(n)).sample(one) for n, one in zip(self.nvec, mask)], self.dtype)

    def contains(self, x):
        return isinstance(x, numpy.ndarray) and x.shape == self.shape and numpy.can_cast(x.dtype, self.dtype) and bool(
            (0 <= x).all() and (x < self.nvec).all())


class Box(Space):
    def __init__(self, low, high, shape=None, dtype=numpy.float32, seed=None):
        assert dtype is not None and all(numpy.issubdtype(type(axis), numpy.integer) for axis in shape)
        super().__init__(tuple(shape), dtype, seed)
        self.low, self.high = numpy.full(shape, low, dtype), numpy.full(shape, high, dtype)

    def contains(self, x):
        assert isinstance(x, numpy.ndarray)  # Gymnasium warns
        return numpy.can_cast(x.dtype, self.dtype) and x.shape == self.shape and bool(
            (x >= self.low).all() and (x <= self.high).all())


class Dict(Space):
    def __init__(self, spaces):
        super().__init__(None, None)
        self.spaces = dict(spaces)

    def contains(self, x):
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(
            x[name] in space for name, space in self.spaces.items())
