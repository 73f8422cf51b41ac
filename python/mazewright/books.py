"""Books of mazes to print, as one page of HTML."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import Any, Callable, Iterable

from . import _core
from .asking import kinds
from .mazes import Maze, limits, maze
from .pictures import command, page
from .results import Result

_STYLE = """
@page{margin:15mm}
.cover{text-align:center;padding-top:30vh}.cover h1{font-size:3em}
.maze,.rules{break-inside:avoid}h1,h2{break-after:avoid}h2.part{break-before:page}
.grid{display:grid;gap:2em;grid-template-columns:repeat(COLUMNS,minmax(0,1fr))}
.maze svg{max-width:100%;max-height:HEIGHTvh;height:auto;display:block;margin:auto}
.maze h3,.maze p{margin:.3em 0;text-align:center}.moves{font-family:monospace;overflow-wrap:anywhere}
.id{font-size:.7em;overflow-wrap:anywhere;opacity:.7}
"""


def book(mazes: Iterable[Maze | str | dict[str, Any]], file: str | os.PathLike[str], *, title: str = "Logic Mazes",
         columns: int = 1, rows: int = 1, solutions: bool = True, limit_states: int | None = None,
         limit_memory: int | None = None, limit_seconds: float | None = None,
         on_progress: Callable[[dict[str, Any]], object] | None = None) -> None:
    """Makes a book: rules, mazes with their length and difficulty, and solutions at the back.

    `mazes` are Mazes and what maze() takes; a text that begins with "=" is the title of a section. The
    limits are those for each maze. `on_progress` is called with a dict before each maze.

    A name that ends in .html makes a page that a browser prints, with no other file. A PDF needs a
    library that is no part of this package: a name that ends in .pdf runs the command `mazewright`, which
    must be installed.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "book.html")
    >>> book(["= Warm up", "rook:5x5#7", "die:5x5#1"], file)
    >>> "Warm up" in file.read_text()
    True
    """
    entries: list[Maze | str] = [
        each[1:].strip() if isinstance(each, str) and each.startswith("=") else maze(each) for each in mazes]
    for name, value, most in (("columns", columns, 8), ("rows", rows, 10)):
        if not 1 <= value <= most:
            raise ValueError(f"{name} is 1 to {most}")
    ending = Path(file).suffix
    if ending not in (".html", ".pdf"):
        raise ValueError(f"the name of a book ends in .html or .pdf, not in {ending!r}")
    if not any(isinstance(each, Maze) for each in entries):
        raise ValueError("a book needs mazes")
    bounds = limits(limit_states, limit_memory, limit_seconds)
    if ending == ".pdf":
        named = (("states", bounds[0]), ("memory", bounds[1]), ("seconds", bounds[2]))
        command("a book as PDF", "book", *([] if solutions else ["--no-solutions"]), "--title", title, "--grid",
                f"{columns}x{rows}", *(word for name, value in named if value for word in (f"--limit-{name}", value)),
                "--output", file, "--", *(each.id if isinstance(each, Maze) else f"= {each}" for each in entries))
        return
    body = _Book(solutions, bounds, on_progress).body(entries, title)
    style = _STYLE.replace("COLUMNS", str(columns)).replace("HEIGHT", str(80 // rows - 5))
    Path(file).write_text(page(title, body, style), encoding="utf-8")


class _Book:
    def __init__(self, solutions: bool, bounds: tuple[int, int, float],
                 on_progress: Callable[[dict[str, Any]], object] | None) -> None:
        self.solutions, self.on_progress = solutions, on_progress
        self.bounds = dict(zip(("limit_states", "limit_memory", "limit_seconds"), (bound or None for bound in bounds)))

    def body(self, entries: list[Maze | str], title: str) -> str:
        shown = [each for each in entries if isinstance(each, Maze)]
        parts, answers, number = [], [], 0
        for each in entries:
            if isinstance(each, str):
                parts.append(f'</div><h2 class="part">{escape(each)}</h2><div class="grid">')
                continue
            number += 1
            if self.on_progress is not None:
                self.on_progress({"maze": each, "number": number, "mazes": len(shown)})
            result = each.solve(**self.bounds)
            parts.append(_maze(each, number, self._about(each, result)))
            answers.append(_maze(each, number, _moves(result), result.moves or ""))
        back = f'<h2 class="part">Solutions</h2><div class="grid">{"".join(answers)}</div>' if self.solutions else ""
        if isinstance(entries[0], Maze):
            parts.insert(0, '</div><h2 class="part">Mazes</h2><div class="grid">')
        return (f'<div class="cover"><h1>{escape(title)}</h1></div><h2 class="part">How to play</h2>'
                f'{_rules({each.kind for each in shown})}<div class="grid">{"".join(parts)}</div>{back}')

    def _about(self, one: Maze, result: Result) -> str:
        if result.outcome != "solved":
            return "is there a way?"
        try:
            grade = one.analyse(**{**self.bounds, "limit_states": self.bounds["limit_states"] or 1 << 22})["difficulty"]
        except _core.LimitReached:
            grade = None
        cost = f", cost {result.cost}" if result.cost != result.length else ""
        return f"{result.length} moves{cost}" + (f", difficulty {grade:.1f}" if grade is not None else "")


def _maze(one: Maze, number: int, text: str, solution: str | None = None) -> str:
    return (f'<div class="maze"><h3>{number}</h3>{one.svg(solution=solution, theme="print")}<p>{escape(text)}</p>'
            f'<p class="id">{escape(one.id) if len(one.id) <= 200 else ""}</p></div>')


def _moves(result: Result) -> str:
    if result.moves is None:
        return "No solution exists." if result.outcome == "unsolvable" else "Not solved within the limits."
    words = result.moves
    groups = [words[i:i + 5] for i in range(0, len(words), 5)] if " " not in words else [words]
    return " ".join(groups)


def _rules(named: set[str]) -> str:
    return "".join(f'<div class="rules"><h3>{escape(kind["name"].capitalize())}</h3>' +
                   "".join(f"<p>{escape(line)}</p>" for line in kind["rules"].splitlines()) + "</div>"
                   for kind in kinds() if kind["name"] in named)
