"""Designing mazes by an objective."""

from __future__ import annotations

from typing import Any, Callable, Iterable

from . import _core
from .charts import Chart, chart
from .mazes import Maze, no_less
from .results import Values


class Design(Values):
    """A maze that was designed. `curve`: (evaluations, energy) of each maze that was the best so far."""

    _hidden = ("curve",)
    maze: Maze
    energy: float
    evaluations: int
    length: int | None
    proven: bool
    stopped: bool
    seconds: float
    curve: list[tuple[int, float]]

    def _repr_html_(self) -> str:
        return f"<div>{self.maze._repr_svg_() or ''}</div>{self.chart()._repr_html_()}{super()._repr_html_()}"

    def chart(self) -> Chart:
        """The curve as a chart."""
        points: list[tuple[int, float]] = []
        for x, y in [*self.curve, (self.evaluations, self.energy)]:  # steps: the best so far
            points += [(x, points[-1][1]), (x, y)] if points else [(x, y)]
        return chart({"energy": points}, x="evaluations", y="energy")


def design(kind: str, size: str, *, objective: str | None = None, require: str | Iterable[str] = (),
           method: str | None = None, seconds: float | None = None, evaluations: int | None = None,
           seed: int = 1, limit_memory: int | None = None,
           on_progress: Callable[[dict[str, Any]], object] | None = None) -> Design:
    """Searches for a maze by an objective (docs/design.md). Other threads run meanwhile.

    It tries so many `evaluations`, or as many as it can in so many `seconds`. `on_progress` is called
    with a dict now and then, and at each better maze: `evaluations`, `energy`, and `maze` or None.
    Ctrl-C ends the design with KeyboardInterrupt; `on_progress` has had the best maze until then.
    With the same seed and evaluations the maze is the same.

    >>> found = design("rook", "5x5", require="solutions == 1", evaluations=2000, seed=1)
    >>> found.maze.analyse()["solutions"]
    1
    """
    if evaluations is not None and seconds is not None:
        raise ValueError("evaluations or seconds, not both")
    no_less(evaluations=evaluations, seconds=seconds, limit_memory=limit_memory)
    conditions = (require,) if isinstance(require, str) else tuple(require)
    if not all(isinstance(condition, str) for condition in conditions):
        raise TypeError("require is a text, or several")
    curve: list[tuple[int, float]] = []

    def told(done: int, energy: float, better: Maze | None) -> None:
        if better is not None:
            curve.append((done, energy))
        if on_progress is not None:
            on_progress({"evaluations": done, "energy": energy, "maze": better})

    values = _core.design(Maze, kind, size, objective, conditions, method, seconds or 0.0,
                          evaluations or 0, seed, limit_memory or 0, told)
    return Design({**values, "curve": curve})
