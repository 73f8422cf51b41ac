"""The vector environment, and its modes of beginning again."""

import enum

import numpy


class AutoresetMode(enum.Enum):
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class VectorEnv:
    metadata = {}
    spec = None
    render_mode = None
    closed = False
    _np_random = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random = numpy.random.default_rng(seed)

    def close(self, **kwargs):
        if not self.closed:
            self.close_extras(**kwargs)
            self.closed = True

    def __del__(self):
        if not getattr(self, "closed", True):
            self.close()
