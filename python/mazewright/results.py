"""What comes of work: values by name, as attributes, which notebooks show as tables."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Iterator

from ._core import MazeError
from .pictures import Animation

ROWS = 200  # of a table of events that a notebook shows

if TYPE_CHECKING:
    from ._core import State
    from .mazes import Maze


def table(values: dict[str, Any]) -> str:
    """Values as an HTML table."""
    rows = (f"<tr><th style='text-align:left'>{escape(name)}</th><td>{escape(shown(value))}</td></tr>"
            for name, value in values.items() if value is not None)
    return f"<table>{''.join(rows)}</table>"


def shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {shown(part)}" for name, part in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)


class Values:
    """Values by name. Each is an attribute."""

    _hidden: tuple[str, ...] = ()

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)

    def as_dict(self) -> dict[str, Any]:
        """All values by name."""
        return {name: value for name, value in self.__dict__.items() if name != "maze" and name[0] != "_"}

    def __repr__(self) -> str:
        parts = (f"{name}={value!r}" for name, value in self.as_dict().items()
                 if value is not None and name not in self._hidden)
        return f"<{type(self).__name__} {' '.join(parts)}>"

    def _repr_html_(self) -> str:
        return table({name: value for name, value in self.as_dict().items()
                      if name not in self._hidden})


class Result(Values):
    """What came of a search. Without a solution `moves`, `length` and `cost` are None.

    `outcome` is "solved", "unsolvable" or "limit". Then `limit` tells which: "states", "memory", "stopped" where
    the seconds or the events were over, or "stuck" where an incomplete algorithm knows no way on.
    """

    _hidden = ("actions",)
    maze: Maze
    algorithm: str
    heuristic: str | None
    outcome: str
    limit: str | None
    optimal: bool
    moves: str | None
    actions: list[str]
    length: int | None
    cost: int | None
    expanded: int
    generated: int
    reopened: int
    frontier: int
    stored: int
    bytes: int
    seconds: float

    def __init__(self, maze: Maze, values: dict[str, Any]) -> None:
        self.maze = maze
        super().__init__(values)

    @property
    def states(self) -> list[State]:
        """The states of the solution, from the start to the goal."""
        path = [self.maze.start]
        for word in self.actions:
            path += [state for action, state, _ in path[-1].moves() if action == word]
        return path

    def animate(self, *, theme: str = "light", scale: float = 40) -> Animation:
        """The solution as an animation, which a notebook shows and `save` writes as a page."""
        return Animation(self.maze, self.actions, theme=theme, scale=scale)

    def _repr_html_(self) -> str:
        moving = self.animate()._repr_html_() if self.maze._repr_svg_() else ""
        return f"{moving}{super()._repr_html_()}"


class Audit(Values):
    """A heuristic beside the exact distances of all states from which there is a way to win.

    `overestimate` and `inconsistency` are the smallest counterexamples, as dicts, or None.
    """

    heuristic: str
    states: int
    admissible: bool
    consistent: bool
    exact: bool
    overestimated: int
    inconsistent: int
    worst: int | None
    mean_error: float
    gap: int
    exact_states: int
    overestimate: dict[str, Any] | None
    inconsistency: dict[str, Any] | None


class Verification(Values):
    """Whether an answer is legal, right and optimal. What is not known, or does not apply, is None.

    `id` is there for one of many answers.
    """

    id: Any
    legal: bool
    solved: bool
    moves: int
    cost: int
    first_illegal: int | None
    optimal: bool | None
    progress: float | None
    limit: str | None
    reason: str | None

    def __bool__(self) -> bool:
        return self.solved


class Analysis(dict):
    """The measures of a maze by name. What does not apply is None."""

    def _repr_html_(self) -> str:
        return table(self)


class Trace:
    """The events of a search, as dicts, and its `result`."""

    def __init__(self, events: list[dict[str, Any]], result: Result) -> None:
        self.events = events
        self.result = result

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def __getitem__(self, index: Any) -> Any:
        return self.events[index]

    def __repr__(self) -> str:
        return f"<Trace of {len(self)} events: {self.result.algorithm}, {self.result.outcome}>"

    def cells(self) -> dict[int, list[int]]:
        """Of each cell where the search expanded a state: when, counted from 1, in order."""
        found: dict[int, list[int]] = {}
        expanded = (event["state"] for event in self.events if event["type"] == "expand")
        for number, state in enumerate(expanded, 1):
            if state.cell is not None:
                found.setdefault(state.cell, []).append(number)
        return found

    def svg(self, *, by: str = "order", theme: str = "light", scale: float = 40) -> str:
        """The board, with its cells coloured from violet to yellow: by the `order` in which the search came
        to them, or by the `number` of states that it expanded there.
        """
        if by not in ("order", "number"):
            raise ValueError("by is 'order' or 'number'")
        maze, cells = self.result.maze, self.cells()
        columns, rows, layers = maze.size
        values = {cell: len(times) if by == "number" else times[0] for cell, times in cells.items()}
        most = max(values.values(), default=1)
        heat = [values[cell] / most if cell in values else -1.0 for cell in range(columns * rows * layers)]
        picture = maze._svg("", None, theme, scale, 1.0, heat)
        if picture is None:
            raise MazeError(f"{maze.kind} mazes cannot be drawn")
        return picture

    def _repr_html_(self) -> str:
        cells = self.cells()
        board = ""
        if cells and self.result.maze._repr_svg_():
            board = (f"<div>{self.svg()}</div><p>The colour of a cell tells when the search came there first: "
                     f"from violet over blue and green to yellow. {len(cells)} cells, {sum(map(len, cells.values()))} states.</p>")
        columns = ("type", "state", "action", "g", "h", "f", "why")
        head = "".join(f"<th>{name}</th>" for name in columns)
        rows = ("<tr>" + "".join(f"<td>{escape(cell(event[name]))}</td>" for name in columns) + "</tr>"
                for event in self.events[:ROWS])
        more = f"<p>and {len(self) - ROWS} more</p>" if len(self) > ROWS else ""
        return (f"{board}{Values._repr_html_(self.result)}<details><summary>{len(self)} events</summary>"
                f"<table><tr>{head}</tr>{''.join(rows)}</table>{more}</details>")


def cell(value: Any) -> str:
    return "" if value is None else shown(value)
