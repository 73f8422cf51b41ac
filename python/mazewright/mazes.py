"""Mazes: reading them, searching them, measuring them, showing them."""

from __future__ import annotations

import os
from operator import index
from pathlib import Path
from typing import Any, Callable, Iterable, Union

from . import _core
from .asking import ask
from .pictures import Animation, command
from .results import Analysis, Audit, Result, Trace, Verification

HeuristicLike = Union[str, Callable[[_core.State], float], None]
Moves = Union[str, Iterable[str]]  # a text, or words


def maze(what: Maze | str | bytes | os.PathLike[str] | dict[str, Any], kind: str | None = None) -> Maze:
    """A maze from an id, a file, the text of a file, an entry of a dataset, or one that ships (`shipped:rook/05`).

    `kind` is needed for the text of a bare grid only. For a file the ending of its name tells it.

    >>> maze("rook:5x5#7")
    <Maze rook:5x5:S32444/41121/33232/31211/1332G>
    >>> maze("shipped:die/07").size
    (7, 7, 1)
    >>> maze("die 2x1\\nSG\\n").solve().outcome
    'unsolvable'
    """
    if isinstance(what, Maze):
        return what
    if isinstance(what, bytes) or what == "":
        return Maze(what, kind)
    if isinstance(what, os.PathLike):
        return _from_file(Path(what), kind)
    if isinstance(what, dict) and "id" in what.get("metadata", what):
        what = what.get("metadata", what)["id"]
    if not isinstance(what, str):
        raise TypeError(f"a maze is a text, bytes, a path or an entry of a dataset, not {type(what).__name__}")
    if what.startswith("shipped:"):
        return _from_file(_shipped(what), None)
    head = what.split(":", 1)[0]
    if "\n" in what or (":" in what and head.isalnum()):
        return Maze(what, kind)
    return _from_file(Path(what), kind)


def random(kind: str, size: str, seed: int = 1, *, solvable: bool = False) -> Maze:
    """A random maze; the same seed gives the same one.

    `size` is as in an id: "6x6", also with options, "6x6,obstacles=20". Many random mazes have no solution;
    with `solvable`, one is searched for that has.

    >>> random("rook", "5x5", seed=7) == maze("rook:5x5#7")
    True
    >>> random("die", "8x8", seed=5).solve().outcome, random("die", "8x8", seed=5, solvable=True).solve().outcome
    ('unsolvable', 'solved')
    """
    wanted = {"solvable": True} if solvable else {}
    return Maze(ask("random", kind=kind, size=size, seed=index(seed), **wanted)["text"])


def shipped(kind: str | None = None) -> list[str]:
    """The names of the mazes that ship, which maze() takes; of one kind, or of all.

    >>> shipped("rook")[:2]
    ['shipped:rook/01', 'shipped:rook/02']
    """
    if kind is not None and kind not in _kind_names():
        raise _core.MazeError(f"there is no kind {kind!r}; mazewright.kinds() has all")
    return [f"shipped:{file.parent.name}/{file.stem}" for file in _shipped_files()
            if kind is None or file.suffix[1:] == kind]


def _from_file(path: Path, kind: str | None) -> Maze:
    text = path.read_bytes()
    if kind is None and path.suffix[1:] in _kind_names():
        kind = path.suffix[1:]
    return Maze(text, kind)


def _kind_names() -> list[str]:
    return [known["name"] for known in ask("about")["kinds"]]


def _shipped_files() -> list[Path]:
    here, known = Path(__file__).resolve().parent, _kind_names()
    for folder in (here / "puzzles", here.parent.parent / "puzzles"):
        files = sorted((file for file in folder.glob("*/*.*") if file.suffix[1:] in known),
                       key=lambda file: (file.parent.name not in known, file))  # lessons and variants come last
        if files:
            return files
    return []


def _shipped(name: str) -> Path:
    for file in _shipped_files():
        if name[len("shipped:"):] in (f"{file.parent.name}/{file.stem}", f"{file.parent.name}/{file.name}"):
            return file
    raise _core.MazeError(f"no maze {name}; mazewright.shipped() has all that ship")


class Maze(_core.Maze):
    """A maze. It never changes, and equal mazes are equal and have the same hash.

    Long work takes `limit_states`, `limit_memory` (bytes) and `limit_seconds`, and ends at Ctrl-C.
    None: no limit.
    """

    __slots__ = ()

    @property
    def id(self) -> str:
        """The whole maze in one line."""
        return self._print("id")

    @property
    def text(self) -> str:
        """The maze as a file has it, with its header."""
        return self._print("own")

    def __repr__(self) -> str:
        return f"<Maze {self.id if len(self.id) <= 200 else self.id[:200] + '...'}>"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text,)

    # ---- playing

    def play(self, moves: Moves = "") -> _core.State:
        """The state after these moves: a text, or words.

        >>> str(maze("rook:5x5#7").play("RD")), str(maze("rook:5x5#7").play(["R", "D"]))
        ('row 5, column 4', 'row 5, column 4')
        """
        return self._play(_text(moves))

    def hint(self, moves: Moves = "", grade: int = 3, *, limit_states: int | None = None,
             limit_memory: int | None = None, limit_seconds: float | None = None) -> str:
        """A hint after these moves: grade 1 a nudge, 2 a direction, 3 the move, 4 why: what every
        solution comes to next, or why there is none.

        >>> maze("rook:5x5#7").hint()
        'Next move: R (right)'
        """
        return self._hint(_text(moves), grade, *limits(limit_states, limit_memory, limit_seconds))

    def verify(self, answer: str, *, strict: bool = False, optimal: bool = True,
               limit_states: int | None = None, limit_memory: int | None = None,
               limit_seconds: float | None = None) -> Verification:
        """Is an answer right? It is read as people and language models write moves (docs/verify.md).

        >>> answer = maze("rook:5x5#7").verify("Right, then down.")
        >>> answer.legal, answer.solved
        (True, False)
        """
        if not isinstance(answer, str):
            raise TypeError(f"an answer is a text, not {type(answer).__name__}")
        states, memory, seconds = limits(limit_states, limit_memory, limit_seconds)
        return Verification(_core.Verifier(self, strict, optimal, states, memory).verify(answer, seconds))

    # ---- searching

    def solve(self, algorithm: str | None = None, heuristic: HeuristicLike = None, *,
              weight: float = 0, prove: bool = True, exhaust: bool = False,
              limit_states: int | None = None, limit_memory: int | None = None,
              limit_seconds: float | None = None) -> Result:
        """Searches the maze.

        `algorithm` is a name, see algorithms(); None: breadth-first search, or uniform-cost search
        where moves differ in cost. `heuristic` is the name of one of the kind, an expression over
        features ("dx + dy"), or a function that gets a State and returns a number; None: the
        strongest that is admissible. What a function raises ends the search. Algorithms that are not
        informed take none, and only weighted ones such as "wastar" take a `weight`.

        After a search with an expression or a function, `prove` compares it with the exact distances
        to find out whether the result is optimal; that calls it once for each state of the maze.

        >>> result = maze("rook:5x5#7").solve("astar", lambda s: 1 if s.dx and s.dy else 0)
        >>> result.outcome, result.length, result.optimal
        ('solved', 4, True)
        """
        return Result(self, self._search(algorithm, heuristic, _weight(weight),
                                         *limits(limit_states, limit_memory, limit_seconds), prove,
                                         exhaust, 0))

    def trace(self, algorithm: str | None = None, heuristic: HeuristicLike = None, *,
              weight: float = 0, events: int = 100000, limit_states: int | None = None,
              limit_memory: int | None = None, limit_seconds: float | None = None) -> Trace:
        """What happens in a search, event by event (docs/trace.md). At most so many `events` are kept;
        a search that goes on ends soon after them, with the outcome "limit".

        >>> trace = maze("rook:5x5#7").trace("astar", "zero")
        >>> [event["type"] for event in trace][:3]
        ['source', 'expand', 'generate']
        """
        if not events > 0:
            raise ValueError("events is a number above 0")
        values, all_events = self._search(algorithm, heuristic, _weight(weight),
                                          *limits(limit_states, limit_memory, limit_seconds), False,
                                          False, events)
        return Trace(all_events, Result(self, values))

    def heuristic(self, name: str | None = None) -> _core.Heuristic:
        """A heuristic of the kind, or an expression, as a function of a State.

        >>> m = maze("die:6x6,obstacles=25#19554")
        >>> h4 = m.heuristic("h4")
        >>> m.solve("astar", lambda s: max(h4(s), abs(s.dx) + abs(s.dy))).length
        30
        """
        return _core.Heuristic(self, name)

    # ---- measuring

    def analyse(self, *names: str, limit_states: int | None = None, limit_memory: int | None = None,
                limit_seconds: float | None = None) -> Analysis:
        """Measures the whole state graph; a dict. With names: only these measures, which is faster.

        >>> maze("rook:5x5#7").analyse()["length"]
        4
        >>> maze("rook:5x5#7").analyse("length", "solutions")
        {'length': 4, 'solutions': 2}
        """
        return Analysis(self._analyse(names, *limits(limit_states, limit_memory, limit_seconds)))

    def audit(self, heuristic: HeuristicLike = None, *, limit_states: int | None = None,
              limit_memory: int | None = None, limit_seconds: float | None = None) -> Audit:
        """Compares a heuristic with the exact distance of every state.

        >>> audit = maze("die:5x5,obstacles=0#1").audit("h3")
        >>> audit.admissible, audit.overestimated, str(audit.overestimate["state"])
        (False, 20, 'row 4, column 5, top 5, north 1, east 3')
        """
        return Audit(self._audit(heuristic, *limits(limit_states, limit_memory, limit_seconds)))

    def graph(self, *, all: bool = True, limit_states: int | None = None,
              limit_memory: int | None = None, limit_seconds: float | None = None) -> _core.Graph:
        """The whole state graph, with exact distances. Without `all`: what the start can reach.

        >>> graph = maze("rook:5x5#7").graph()
        >>> graph.distance[0]
        4
        """
        return self._graph(all, *limits(limit_states, limit_memory, limit_seconds))

    # ---- pictures

    def svg(self, moves: Moves = "", *, solution: Moves | None = None, theme: str = "light",
            scale: float = 40) -> str:
        """A picture after these moves; with `solution`, the line of these moves from the start.

        >>> maze("rook:5x5#7").svg()[:4]
        '<svg'
        """
        line = None if solution is None else _text(solution)
        picture = self._svg(_text(moves), line, theme, scale, 1.0, None)
        if picture is None:
            raise _core.MazeError(f"{self.kind} mazes cannot be drawn")
        return picture

    def animate(self, moves: Moves | None = None, *, theme: str = "light", scale: float = 40) -> Animation:
        """These moves, or a shortest solution, as an animation, which a notebook shows and `save` writes
        as a page.

        >>> maze("rook:5x5#7").animate().shown
        4
        """
        words = self.solve().actions if moves is None else self._split(_text(moves))
        return Animation(self, words, theme=theme, scale=scale)

    def save(self, file: str | os.PathLike[str], *, solution: Moves | None = None, theme: str = "light",
             scale: float = 40) -> None:
        """Writes it into a file: .svg is a picture, .html an animation of a solution, .txt and the name
        of its kind are its text. Where the command `mazewright` is installed, it draws .png, .pdf and
        .gif; these forms need a library that is no part of this package.
        """
        path = Path(file)
        ending = path.suffix[1:]
        if ending == "svg":
            path.write_text(self.svg(solution=solution, theme=theme, scale=scale), encoding="utf-8")
        elif ending in ("txt", self.kind):
            path.write_text(self.text, encoding="utf-8")
        elif ending == "html":
            self.animate(solution, theme=theme, scale=scale).save(path)
        elif ending in ("png", "pdf", "gif"):
            wanted = [] if solution is None or ending == "gif" else ["--solution"]
            command(f"a picture .{ending}", "render", *wanted, "--theme", theme, "--scale", scale, "--output",
                    path, "--", self.id)
        else:
            raise ValueError(f"the name of the file ends in {path.suffix!r}, not in .svg, .html, .txt, "
                             f".{self.kind}, .png, .pdf or .gif")

    def convert(self, to: str) -> str:
        """Its text in another form: "id", "own", or a form of its kind, such as "pddl" or "promela".

        >>> maze("rook:3x3#1").convert("id").startswith("rook:3x3:")
        True
        """
        return self._print(to)

    def _repr_svg_(self) -> str | None:
        return self.start._repr_svg_()

    def _repr_html_(self) -> str | None:
        """The picture for programs that make pages from notebooks and leave out what an SVG draws."""
        picture = self._repr_svg_()
        return picture and f"<div>{picture}</div>"


def limits(states: int | None, memory: int | None, seconds: float | None) -> tuple[int, int, float]:
    """Limits as the library takes them; 0: none."""
    no_less(limit_states=states, limit_memory=memory, limit_seconds=seconds)
    return states or 0, memory or 0, seconds or 0.0


def no_less(**numbers: float | None) -> None:
    """Refuses what is neither None nor a number above 0."""
    for name, number in numbers.items():
        if number is not None and (isinstance(number, (str, bytes)) or not number > 0):
            raise (TypeError if isinstance(number, (str, bytes)) else ValueError)(
                f"{name} is a number above 0, or None")


def _text(moves: Moves) -> str:
    return moves if isinstance(moves, str) else " ".join(moves)


def _weight(weight: float) -> float:
    if not 0 <= weight <= 1000:
        raise ValueError("weight is 0 to 1000")
    return weight
