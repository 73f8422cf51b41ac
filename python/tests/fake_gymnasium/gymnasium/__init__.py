"""A small stand-in for Gymnasium 1.1, for tests: the parts of its interface that mazewright.env and vector_env touch.

It checks arguments where Gymnasium does, so that what passes here is what Gymnasium is given.
"""

import numpy

from . import spaces, vector


class Env:
    metadata = {"render_modes": []}
    render_mode = None
    spec = None
    _np_random = None
    _np_random_seed = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random = numpy.random.default_rng(seed)
            self._np_random_seed = seed

    @property
    def unwrapped(self):
        return self

    def close(self):
        pass


class Wrapper(Env):
    def __init__(self, env):
        assert isinstance(env, Env)
        self.env = env

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.env, name)

    def reset(self, *, seed=None, options=None):
        return self.env.reset(seed=seed, options=options)

    def step(self, action):
        return self.env.step(action)

    @property
    def unwrapped(self):
        return self.env.unwrapped
