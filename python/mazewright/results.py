"""What comes of work: values by name, as attributes, which notebooks show as tables."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Iterator

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
        return {name: value for name, value in self.__dict__.items() if name != "maze"}

    def __repr__(self) -> str:
        parts = (f"{name}={value!r}" for name, value in self.as_dict().items()
                 if value is not None and name not in self._hidden)
        return f"<{type(self).__name__} {' '.join(parts)}>"

    def _repr_html_(self) -> str:
        return table({name: value for name, value in self.as_dict().items()
                      if name not in self._hidden})


class Result(Values):
    """What came of a search. Without a solution `moves`, `length` and `cost` are None."""

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

    def _repr_html_(self) -> str:
        picture = self.maze._svg("", self.moves, "light", 40) or ""
        return f"<div>{picture}</div>{super()._repr_html_()}"


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
    """Whether an answer is legal, right and optimal. What is not known is None."""

    legal: bool
    solved: bool
    moves: int
    cost: int
    first_illegal: int
    optimal: bool | None
    progress: float | None
    limit: str
    reason: str

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

    def _repr_html_(self) -> str:
        columns = ("type", "state", "action", "g", "h", "f", "why")
        head = "".join(f"<th>{name}</th>" for name in columns)
        rows = ("<tr>" + "".join(f"<td>{escape(cell(event[name]))}</td>" for name in columns) + "</tr>"
                for event in self.events[:200])
        more = f"<p>and {len(self) - 200} more</p>" if len(self) > 200 else ""
        return f"<table><tr>{head}</tr>{''.join(rows)}</table>{more}"


def cell(value: Any) -> str:
    return "" if value is None else shown(value)
