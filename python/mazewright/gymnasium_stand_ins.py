"""What learning environments need of Gymnasium, for where it is not installed: small classes of the same shape.

Without NumPy, arrays are memoryviews, which have a shape and a format, too.
"""

from __future__ import annotations

import enum
import math
import operator
import random
from typing import Any

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

_FORMATS = {"float32": "f", "uint8": "B", "int8": "b", "int64": "q"}


def make_array(values: Any, dtype: str, shape: tuple[int, ...]) -> Any:
    """A new array from one of items one after the other, in this shape."""
    if numpy is not None:
        return numpy.array(values, dtype).reshape(shape)
    return memoryview(bytes(values)).cast(_FORMATS[dtype], shape)


class Space:
    """A set of values: what may be observed, or done."""

    def __init__(self, shape: tuple[int, ...], dtype: str, seed: int | None = None) -> None:
        self.shape = shape
        self.dtype = dtype if numpy is None else numpy.dtype(dtype)
        self._random = random.Random(seed)

    def seed(self, seed: int | None = None) -> list[int]:
        """Begins the stream of samples again."""
        seed = random.SystemRandom().getrandbits(32) if seed is None else operator.index(seed)
        self._random.seed(seed)
        return [seed]

    def sample(self, mask: Any = None) -> Any:
        raise NotImplementedError

    def contains(self, x: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def _same(self) -> tuple[Any, ...]:
        return (self.shape, str(self.dtype))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._same() == other._same()  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._same()}"


class Discrete(Space):
    """The whole numbers from 0 to n - 1."""

    def __init__(self, n: int, seed: int | None = None) -> None:
        if n < 1:
            raise ValueError("n is at least 1")
        super().__init__((), "int64", seed)
        self.n, self.start = n, 0

    def sample(self, mask: Any = None) -> int:
        """One of them; with a mask, one whose item is 1, or 0 if there is none."""
        if mask is None:
            return self._random.randrange(self.n)
        if len(mask) != self.n:
            raise ValueError(f"the mask has {self.n} items")
        allowed = [i for i, one in enumerate(mask) if one]
        return self._random.choice(allowed) if allowed else 0

    def contains(self, x: Any) -> bool:
        try:
            return 0 <= operator.index(x) < self.n
        except TypeError:
            return False

    def _same(self) -> tuple[Any, ...]:
        return (self.n,)


class MultiDiscrete(Space):
    """Several whole numbers, number i from 0 to nvec[i] - 1."""

    def __init__(self, nvec: Any, seed: int | None = None) -> None:
        super().__init__((len(nvec),), "int64", seed)
        self.nvec = numpy.array(nvec, "int64")

    def sample(self, mask: Any = None) -> Any:
        """With a mask, which is a sequence of masks, number i is one whose item is 1 in mask i."""
        parts = [Discrete(int(n)) for n in self.nvec]
        for part in parts:
            part._random = self._random
        masks = [None] * len(parts) if mask is None else mask
        if len(masks) != len(parts):
            raise ValueError(f"there are {len(parts)} masks")
        return numpy.array([part.sample(one) for part, one in zip(parts, masks)], "int64")

    def contains(self, x: Any) -> bool:
        x = numpy.asarray(x)
        return bool(x.shape == self.shape and x.dtype.kind in "iu" and (x >= 0).all() and (x < self.nvec).all())

    def _same(self) -> tuple[Any, ...]:
        return (self.nvec.tolist(),)


class Box(Space):
    """Arrays of one shape, whose items are from low to high."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any, seed: int | None = None) -> None:
        super().__init__(tuple(shape), dtype if numpy is None else numpy.dtype(dtype).name, seed)
        self._bounds = low, high
        self.low, self.high = (low, high) if numpy is None else (
            numpy.full(shape, low, self.dtype), numpy.full(shape, high, self.dtype))

    def sample(self, mask: Any = None) -> Any:
        """Uniform between bounds; without them, from the normal distribution."""
        if mask is not None:
            raise ValueError("a Box takes no mask")
        low, high = self._bounds
        whole, draw = str(self.dtype) == "uint8", self._random
        items = [draw.randint(int(low), int(high)) if whole else
                 draw.gauss(0, 1) if math.isinf(low) else draw.uniform(low, high)
                 for _ in range(math.prod(self.shape))]
        if numpy is not None:
            return make_array(items, str(self.dtype), self.shape)
        import array

        return make_array(array.array(_FORMATS[str(self.dtype)], items), str(self.dtype), self.shape)

    def contains(self, x: Any) -> bool:
        low, high = self._bounds
        if numpy is None:
            return isinstance(x, memoryview) and x.format == _FORMATS[str(self.dtype)] and x.shape == self.shape and (
                all(low <= item <= high for item in x.cast("B").cast(x.format)))
        x = numpy.asarray(x)
        return bool(numpy.can_cast(x.dtype, self.dtype) and x.shape == self.shape and
                    (x >= low).all() and (x <= high).all())

    def _same(self) -> tuple[Any, ...]:
        return (*self._bounds, *super()._same())


class Dict(Space):
    """Dicts with a value of a space for each name."""

    def __init__(self, spaces: dict[str, Space], seed: int | None = None) -> None:
        super().__init__((), "int64", seed)
        self.shape = self.dtype = None  # type: ignore[assignment]
        self.spaces = dict(spaces)

    def __getitem__(self, name: str) -> Space:
        return self.spaces[name]

    def seed(self, seed: int | None = None) -> list[int]:
        return super().seed(seed) + [s for space in self.spaces.values() for s in space.seed(seed)]

    def sample(self, mask: Any = None) -> dict[str, Any]:
        return {name: space.sample(mask and mask.get(name)) for name, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(
            space.contains(x[name]) for name, space in self.spaces.items())

    def _same(self) -> tuple[Any, ...]:
        return (self.spaces,)


class AutoresetMode(enum.Enum):
    """When a game that is over begins again."""

    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class _Seeded:
    metadata: dict[str, Any] = {"render_modes": []}
    render_mode: str | None = None
    spec: Any = None
    _np_random: Any = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        if seed is not None:
            self._np_random = random.Random(seed) if numpy is None else numpy.random.default_rng(seed)

    @property
    def np_random(self) -> Any:
        """A random number generator for programs: of NumPy, where it is installed."""
        if self._np_random is None:
            self._np_random = random.Random() if numpy is None else numpy.random.default_rng()
        return self._np_random

    @np_random.setter
    def np_random(self, value: Any) -> None:
        self._np_random = value

    @property
    def unwrapped(self) -> Any:
        return self

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *args: Any) -> bool:
        self.close()
        return False


class Env(_Seeded):
    """One game."""

    def close(self) -> None:
        pass


class VectorEnv(_Seeded):
    """Several games."""

    closed = False
    num_envs: int

    def close(self, **kwargs: Any) -> None:
        if not self.closed:
            self.close_extras(**kwargs)
            self.closed = True

    def close_extras(self, **kwargs: Any) -> None:
        pass

    def __repr__(self) -> str:
        return f"{type(self).__name__}(num_envs={self.num_envs})"
