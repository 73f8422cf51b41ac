"""Spaces, problems and environments of the shape that the package pcg_benchmark has, for where it is not installed."""

from __future__ import annotations

import random
from typing import Any, Callable


class Space:
    """What contents or controls there are."""

    def __init__(self) -> None:
        self._random = random.Random()

    def seed(self, seed: int) -> None:
        self._random.seed(seed)

    def range(self) -> Any:
        raise NotImplementedError

    def isSampled(self, value: Any) -> bool:
        raise NotImplementedError

    def sample(self) -> Any:
        raise NotImplementedError


class IntegerSpace(Space):
    """Whole numbers from a minimum to below a maximum; of one number, from 0 to below it."""

    def __init__(self, min_value: int, max_value: int | None = None) -> None:
        super().__init__()
        self._range = (0, min_value) if max_value is None else (min_value, max_value)

    def range(self) -> dict[str, int]:
        return dict(zip(("min", "max"), self._range))

    def isSampled(self, value: Any) -> bool:
        try:
            return self._range[0] <= int(value) < self._range[1]
        except (TypeError, ValueError, OverflowError):
            return False

    def sample(self) -> int:
        return self._random.randrange(*self._range)


class ArraySpace(Space):
    """Lists, within lists if there are several dimensions, of values of one space."""

    def __init__(self, dimensions: tuple[int, ...], value: Space) -> None:
        super().__init__()
        self._count, *inner = dimensions
        self._value = ArraySpace(tuple(inner), value) if inner else value

    def seed(self, seed: int) -> None:
        self._value.seed(seed)

    def range(self) -> Any:
        return self._value.range()

    def isSampled(self, value: Any) -> bool:
        return (hasattr(value, "__len__") and not isinstance(value, (dict, str)) and len(value) == self._count and
                all(map(self._value.isSampled, value)))

    def sample(self) -> list[Any]:
        return [self._value.sample() for _ in range(self._count)]


class DictionarySpace(Space):
    """Dicts that have a value of a space for each key."""

    def __init__(self, dictionary: dict[str, Space]) -> None:
        super().__init__()
        self._value = dictionary

    def seed(self, seed: int) -> None:
        for count, space in enumerate(self._value.values()):
            space.seed(seed + count)

    def range(self) -> dict[str, Any]:
        return {key: space.range() for key, space in self._value.items()}

    def isSampled(self, value: Any) -> bool:
        return isinstance(value, dict) and all(key in value and space.isSampled(value[key])
                                               for key, space in self._value.items())

    def sample(self) -> dict[str, Any]:
        return {key: space.sample() for key, space in self._value.items()}


class Problem:
    """What a problem is made from: it sets the spaces, and has info, quality, diversity and others."""

    _content_space: Space
    _control_space: Space

    def __init__(self, **options: Any) -> None:
        self._random = random.Random()

    def seed(self, seed: int) -> None:
        self._random.seed(seed)
        self._content_space.seed(seed)
        self._control_space.seed(seed)


class PCGEnv:
    """A problem, asked about one content or a list. Infos may stand in the place of contents.

    `quality` and others return the share of contents whose value is 1, the values, and the infos.
    """

    def __init__(self, name: str, problem: Any) -> None:
        self._name = name
        self._problem = problem

    @property
    def content_space(self) -> Space:
        return self._problem._content_space

    @property
    def control_space(self) -> Space:
        return self._problem._control_space

    def seed(self, seed: int) -> None:
        self._problem.seed(seed)

    def _is_one(self, contents: Any) -> bool:
        return isinstance(contents, dict) or self.content_space.isSampled(contents)

    def info(self, contents: Any) -> Any:
        if self._is_one(contents):
            return contents if isinstance(contents, dict) else self._problem.info(contents)
        if not len(contents):
            raise ValueError("there are no contents")
        return [one if isinstance(one, dict) else self._problem.info(one) for one in contents]

    def _values(self, contents: Any, values_of: Callable[[list[Any]], list[float]]) -> tuple[float, Any, Any]:
        infos = self.info(contents)
        values = values_of([infos] if isinstance(infos, dict) else infos)
        share = sum(value >= 1 for value in values) / len(values)
        return share, values[0] if isinstance(infos, dict) else values, infos

    def quality(self, contents: Any) -> tuple[float, Any, Any]:
        return self._values(contents, lambda infos: [self._problem.quality(info) for info in infos])

    def diversity(self, contents: Any) -> tuple[float, Any, Any]:
        return self._values(contents, self._diversities)

    def _diversities(self, infos: list[Any]) -> list[float]:
        """For each content, its smallest diversity to the others that are left.

        The one that is similar to most others leaves first, until none is similar to another.
        """
        count = len(infos)
        between = [[1.0] * count for _ in infos]
        for a in range(count):
            for b in range(a):
                between[a][b] = between[b][a] = self._problem.diversity(infos[a], infos[b])
        similar = [sum(value < 1 for value in row) for row in between]
        left, values = set(range(count)), [1.0] * count
        while left:
            worst = max(sorted(left), key=similar.__getitem__)
            if not similar[worst]:
                break
            left.remove(worst)
            values[worst] = min(between[worst][other] for other in left)
            for other in left:
                similar[other] -= between[worst][other] < 1
        return values

    def controlability(self, contents: Any, controls: Any) -> tuple[float, Any, Any]:
        controls = [controls] if self._is_one(contents) else controls
        if not self._is_one(contents) and len(contents) != len(controls):
            raise ValueError(f"there are {len(contents)} contents and {len(controls)} controls")
        return self._values(contents, lambda infos: [self._problem.controlability(*pair)
                                                     for pair in zip(infos, controls)])

    def evaluate(self, contents: Any, controls: Any = None) -> tuple[float, float, float, dict[str, Any], Any]:
        infos = self.info(contents)
        quality, diversity = self.quality(infos), self.diversity(infos)
        control = (0.0, 0.0 if isinstance(infos, dict) else [0.0] * len(infos))
        if controls is not None:
            control = self.controlability(infos, controls)[:2]
        return (quality[0], diversity[0], control[0],
                {"quality": quality[1], "diversity": diversity[1], "controlability": control[1]}, infos)

    def render(self, contents: Any) -> Any:
        if self._is_one(contents):
            return self._problem.render(contents)
        return [self._problem.render(one) for one in contents]
