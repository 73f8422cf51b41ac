"""Mazes as problems of the PCG Benchmark, for generators of content (docs/pcg.md).

Where the package `pcg_benchmark` is installed, its classes are used, else stand-ins of the same shape.

>>> rooks = env("rook", "4x4")
>>> rooks.seed(1)
>>> content = rooks.content_space.sample()
>>> rooks.quality(content)[1] < 1
True
"""

from __future__ import annotations

import math
import operator
from difflib import SequenceMatcher
from typing import Any, Iterable

from . import _core
from .asking import kinds as all_kinds
from .mazes import Maze

try:
    from pcg_benchmark import PCGEnv
    from pcg_benchmark.probs.problem import Problem
    from pcg_benchmark.spaces import ArraySpace, DictionarySpace, IntegerSpace
except ImportError:
    from .pcg_stand_ins import ArraySpace, DictionarySpace, IntegerSpace, PCGEnv, Problem

__all__ = ["MazeProblem", "env", "problem", "register"]

NEAR = 1  # a solution so many moves longer or shorter than wanted is as good
DIFFERENT = 0.4  # mazes that differ so much count as different


class MazeProblem(Problem):
    """Mazes of one kind and size. A content is a list of 0 and 1: the maze as a string of bits.

    `frame` is a maze of this kind, size and options. What is no part of the string comes from it.

    >>> rooks = problem("rook", "5x5")
    >>> rooks.frame, rooks.length, len(rooks.content(rooks.frame))
    (<Maze rook:5x5:S33323/11233/43233/41211/2232G>, 10, 47)
    """

    def __init__(self, kind: str = "rook", size: str = "5x5", length: int | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.frame = Maze(f"{kind}:{size}#1")
        self.cells = math.prod(self.frame.size)
        self.bits = len(self.frame._encode())
        self.length = sum(self.frame.size) - 1 if length is None else operator.index(length)
        if self.length < 1:
            raise ValueError("length is a number of moves above 0, or None")
        self._content_space = ArraySpace((self.bits,), IntegerSpace(2))
        self._control_space = DictionarySpace({"length": IntegerSpace(self.length, self.length * 5 // 4 + 1)})

    def _decode(self, content: Iterable[int]) -> tuple[bytes, Maze, int]:
        values = content.tolist() if hasattr(content, "tolist") else content
        try:
            bits = bytes([operator.index(value) for value in values])
        except TypeError:
            raise TypeError(f"a content is a list of {self.bits} whole numbers, each 0 or 1") from None
        return (bits, *self.frame._decode(bits))

    def maze(self, content: Iterable[int]) -> Maze:
        """The maze of a content. Bits that make it illegal stay as in `frame`."""
        return self._decode(content)[1]

    def content(self, maze: Maze) -> list[int]:
        """The content of a maze of the same kind, size and options."""
        content = list(maze._encode()) if maze.kind == self.frame.kind else []
        if len(content) != self.bits or self.maze(content) != maze:
            raise _core.MazeError(f"{maze!r} has another kind or size than {self.frame!r}, or options or cells "
                                  "for which there are no bits")
        return content

    def info(self, content: Iterable[int]) -> dict[str, Any]:
        """What the other methods want to know of a content. All of it can be written as JSON.

        `refused` is the number of bits that make the content illegal. If it is 0, there are `maze`,
        which is an id, the measures `length`, `solutions` and `states`, and the `moves` of a solution.
        """
        bits, maze, refused = self._decode(content)
        info = {"content": [*bits], "refused": refused, "maze": None, "length": None, "solutions": 0, "states": 0,
                "moves": []}
        if not refused:
            info.update(maze._analyse(("length", "solutions", "states"), 0, 0, 0), maze=maze.id)
        if info["solutions"]:
            info["moves"] = maze.solve().actions
        return info

    def quality(self, info: dict[str, Any]) -> float:
        """1 if the shortest solution is the only one and at least `length` moves long.

        The mean of four numbers from 0 to 1: how many bits are legal; how many states the player can
        reach (1: as many as there are cells, or the goal); how long the solution is (1: `length` or
        more); and 1 divided by the number of shortest solutions. The other three are 0 where the
        content is illegal, and the last two where there is no solution.
        """
        if info["refused"]:
            return (1 - info["refused"] / self.bits) / 4
        if not info["solutions"]:
            return (1 + min(1, info["states"] / self.cells)) / 4
        return (2 + min(1, info["length"] / self.length) + 1 / info["solutions"]) / 4

    def diversity(self, info1: dict[str, Any], info2: dict[str, Any]) -> float:
        """How different two contents are: their bits and their solutions count equally."""
        pairs = zip(info1["content"], info2["content"])
        board = min(1, 2 * sum(a != b for a, b in pairs) / self.bits)  # of random contents, half of them differ
        solution = 1 - SequenceMatcher(None, info1["moves"], info2["moves"], False).ratio()
        return min(1, (board + solution) / 2 / DIFFERENT)

    def controlability(self, info: dict[str, Any], control: dict[str, Any]) -> float:
        """1 if the solution has the wanted length, or nearly; 0 without a solution."""
        wanted = control["length"]
        if not 0 < wanted < math.inf:
            raise ValueError(f"the wanted length is a number above 0, not {wanted}")
        if not info["solutions"]:
            return 0.0
        return max(0.0, 1 - max(0, abs(info["length"] - wanted) - NEAR) / wanted)

    def render(self, content: Iterable[int]) -> str:
        """The maze as SVG. Bits that make it illegal stay as in `frame`."""
        return self.maze(content).svg()


def problem(kind: str, size: str = "5x5", *, length: int | None = None) -> MazeProblem:
    """The problem to find good mazes of a kind. `size` may have options: "6x6,obstacles=0".

    `length`: moves that a good maze takes at least; None: its columns and rows together.
    """
    return MazeProblem(kind, size, length)


def env(kind: str, size: str = "5x5", *, length: int | None = None) -> PCGEnv:
    """The problem in the environment of the benchmark: what pcg_benchmark.make() returns."""
    return PCGEnv(_name(kind, size), problem(kind, size, length=length))


def _name(kind: str, size: str) -> str:
    return f"mazewright-{kind}-v0" if size == "5x5" else f"mazewright-{kind}-{size}-v0"


def register(*kinds: str, size: str = "5x5") -> list[str]:
    """Makes problems known to pcg_benchmark, of all kinds or of these. Returns their names.

    They are called mazewright-rook-v0, and with another size mazewright-rook-6x6-v0.
    """
    import pcg_benchmark

    names = []
    for kind in kinds or [known["name"] for known in all_kinds()]:
        try:
            problem(kind, size)
        except _core.MazeError:
            if kinds:
                raise
            continue
        names.append(_name(kind, size))
        if names[-1] not in pcg_benchmark.list():
            pcg_benchmark.register(names[-1], MazeProblem, {"kind": kind, "size": size})
    return names
