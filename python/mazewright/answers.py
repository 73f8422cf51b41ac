"""Verifying answers: one, or many as lines of JSON."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any, Iterable, Iterator, Union

from . import _core
from .mazes import Maze, limits, maze
from .results import Verification

Line = Union[str, bytes, "dict[str, Any]"]
KEPT = 256         # mazes whose distances are kept for the next answers
KEPT_BYTES = 1 << 26


def verify(what: Maze | str | Iterable[Line], answer: str | None = None, *, strict: bool = False,
           optimal: bool | None = None, limit_states: int | None = None, limit_memory: int | None = None,
           limit_seconds: float | None = None) -> Any:
    """Is an answer right? Answers are read as people and language models write moves (docs/verify.md).

    With a maze (or what maze() takes) and an answer: a Verification. With many answers: an iterator of
    Verifications, in the same order. Each answer is a dict, or a line of JSON, with the id of a maze as
    `id`, or its id or text as `maze`; and `moves` or `answer`, a text or a list of texts. A line that is
    no answer is answered, too: its `reason` begins with the number of the line.

    `optimal` works out the distances of every maze, which is the default for one answer; without it, those
    of mazes that are small.

    >>> verify("rook:5x5#7", "Right, then down.").solved
    False
    >>> lines = ['{"id":"rook:5x5#7","moves":"RDL"}', '{"id":"rook:5x5#7"}']
    >>> [(each.id, each.legal, each.reason) for each in verify(lines)][1][2]
    'line 2: no moves; write "moves" with a text or a list of texts'
    """
    bounds = limits(limit_states, limit_memory, limit_seconds)
    if answer is not None:
        return maze(what).verify(answer, strict=strict, optimal=optimal is not False,  # type: ignore[arg-type]
                                 limit_states=limit_states, limit_memory=limit_memory, limit_seconds=limit_seconds)
    if isinstance(what, (Maze, str, bytes, dict)):
        raise TypeError("verify needs a maze and an answer, or an iterable of many answers")
    return _Many(strict, bool(optimal), *bounds).answers(iter(what))


class _Many:
    """Answers to many mazes, whose verifiers are kept."""

    def __init__(self, strict: bool, optimal: bool, states: int, memory: int, seconds: float) -> None:
        self.strict, self.optimal, self.states, self.memory, self.seconds = strict, optimal, states, memory, seconds
        self.kept: OrderedDict[str, _core.Verifier] = OrderedDict()

    def answers(self, lines: Iterator[Line]) -> Iterator[Verification]:
        for number, line in enumerate(lines, 1):
            values: dict[str, Any] = {"id": None}
            try:
                read = _read(line)
                values["id"] = read.get("id", None if "\n" in str(read.get("maze")) else read.get("maze"))
                values.update(self._verifier(_name(read)).verify(self._moves(read), self.seconds))
            except (_core.MazeError, UnicodeError) as wrong:
                values.update(legal=False, solved=False, moves=0, cost=0, first_illegal=None, optimal=False,
                              progress=None, limit=None, reason=f"line {number}: {wrong}")
            yield Verification(values)

    def _verifier(self, name: str) -> _core.Verifier:
        verifier = self.kept.pop(name, None)
        if verifier is None:
            known = maze(name) if name.startswith("shipped:") else Maze(name)  # never a file
            verifier = _core.Verifier(known, self.strict, self.optimal, self.states, self.memory)
            while self.kept and (len(self.kept) >= KEPT or sum(v.bytes for v in self.kept.values()) > KEPT_BYTES):
                self.kept.popitem(last=False)
        self.kept[name] = verifier
        return verifier

    def _moves(self, read: dict[str, Any]) -> str:
        moves = read.get("moves")
        if moves is None or isinstance(moves, int):
            moves = read.get("answer" if moves is None else "solution")
        if isinstance(moves, (list, tuple)) and all(isinstance(word, str) for word in moves):
            joined = " ".join(moves)
            return f"[{joined}]" if moves and not self.strict else joined
        if not isinstance(moves, str):
            raise _core.MazeError('no moves; write "moves" with a text or a list of texts')
        return moves


def _read(line: Line) -> dict[str, Any]:
    if isinstance(line, (str, bytes)):
        try:
            line = json.loads(line)
        except (ValueError, RecursionError) as wrong:
            raise _core.MazeError(f"no object of JSON: {wrong}") from None
    if not isinstance(line, dict):
        raise _core.MazeError("no object of JSON")
    return line


def _name(read: dict[str, Any]) -> str:
    name = read.get("maze", read.get("id"))
    if not isinstance(name, str) or ("maze" not in read and ":" not in name):
        raise _core.MazeError('no maze; its id must be in "id", or it or the maze\'s text in "maze"')
    return name
