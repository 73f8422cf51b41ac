"""Pictures that move, as HTML that needs no script, no network and no other file."""

from __future__ import annotations

import os
import shutil
import subprocess
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._core import MazeError

if TYPE_CHECKING:
    from .mazes import Maze

BYTES = 200_000     # of what moves in an animation, about
DRAWN = 20_000_000  # bytes that are drawn for it at most
MOVES = 200         # that it shows at most
BETWEEN = 3         # frames of a move under way
SECONDS = 0.6       # for each move
HOLD = 3            # how many moves longer the first and the last frame stand

class Animation:
    """Moves as an animation: it plays, and each move can be chosen by a click or the arrow keys.

    A notebook shows it; `save` writes it as a page. Where the system asks for reduced motion, nothing
    moves by itself. A long animation shows the first moves only; `shown` says how many.
    """

    def __init__(self, maze: Maze, words: list[str], *, theme: str = "light", scale: float = 40) -> None:
        self.maze, self.words = maze, words
        self._style = theme, scale
        first = self._frame(0, 1)
        for count, between in [(MOVES, BETWEEN), *((MOVES >> i, 0) for i in range(MOVES.bit_length()))]:
            count = min(count, len(words))
            if len(first) * count * (between + 1) <= DRAWN:
                frames = [first] + [self._frame(move, part / (between + 1)) for move in range(1, count + 1)
                                    for part in range(1, between + 2)]
                self._head, self._layers, size = _layers(frames)
                if size <= BYTES:
                    break
        self.shown, self._between, self._count = count, between, len(frames)

    def __repr__(self) -> str:
        return f"<Animation of {len(self.words)} moves of {self.maze!r}>"

    def _frame(self, move: int, part: float) -> str:
        svg = self.maze._svg(" ".join(self.words[:move]), None, *self._style, part, None)
        if svg is None:
            raise MazeError(f"{self.maze.kind} mazes cannot be drawn")
        return svg

    def _repr_html_(self) -> str:
        steps, words = self._between + 1, self.words[:self.shown]
        name = f"mazewright-{self._count}-{steps}"
        inputs = [_input("\u25b6", "play", None), _input("start", "start", 0)]
        inputs += [_input(word, f"move {number}: {word}", self._begins((number - 1) * steps + 1))
                   for number, word in enumerate(words, 1)]
        lengths = {steps, self._begins(1)}
        layers = []
        for still, moving in self._layers:
            layers.append("\n".join(still))
            for first, end, lines in moving:
                lengths.add(self._begins(end) - self._begins(first))
                layers.append(self._group(name, first, end, lines))
        whole = self._begins(self._count)
        chosen = ",".join(f".{name} input:nth-of-type({move + 2}):checked~svg>.m{move}"
                          for move in range(self.shown + 1))
        shows = "".join(f"@keyframes {name}-{length}{{0%{{visibility:visible}}{100 * length / whole:.3f}%"
                        "{visibility:hidden}}" for length in lengths)
        style = _STYLE.format(name=name, chosen=chosen, all=whole * SECONDS / steps, frame=SECONDS / steps,
                              move=100 * steps / whole, shows=shows)
        note = "" if words == self.words else f"<p>The first {len(words)} of {len(self.words)} moves.</p>"
        return (f'<form class="mazewright-moves {name}"><style>{style}</style>{"".join(inputs)}'
                f'{self._head}{"".join(layers)}</svg>{note}</form>')

    def _begins(self, frame: int) -> int:
        """When a frame begins, counted in frames; the first and the last one stand for longer."""
        hold = HOLD * (self._between + 1)
        return frame + (hold if frame else 0) + (hold if frame == self._count else 0)

    def _group(self, name: str, first: int, end: int, lines: list[str]) -> str:
        """The shapes of a layer that are the same from the frame `first` to the one before `end`."""
        steps = self._between + 1
        moves = " ".join(f"m{frame // steps}" for frame in range(first, end) if frame % steps == 0)
        hidden = ' display="none"' if first else ""  # where a viewer takes the style away
        begins = self._begins(first)
        return (f'<g class="{moves}"{hidden} style="--i:{begins};animation-name:{name}-{self._begins(end) - begins}">'
                + "\n".join(lines) + "</g>")

    def save(self, file: str | os.PathLike[str], title: str = "A maze and its solution") -> None:
        """Writes it as a page, which needs no other file; the name ends in .html."""
        if Path(file).suffix != ".html":
            raise ValueError(f"an animation is saved as .html, not as {Path(file).name!r}")
        Path(file).write_text(page(title, f"<h1>{escape(title)}</h1>{self._repr_html_()}"), encoding="utf-8")


Layer = tuple[list[str], list[tuple[int, int, list[str]]]]


def _layers(frames: list[str]) -> tuple[str, list[Layer], int]:
    """What frames have in common: the beginning of the SVG; layers, each with the shapes of all frames and
    then those of some, from one frame to another; and how many bytes the latter have.

    The order of shapes stays, because later ones lie over earlier ones.
    """
    lines = [frame.splitlines()[1:-1] for frame in frames]
    common = set(lines[0]).intersection(*lines[1:])
    if any([line for line in some if line in common] != [line for line in lines[0] if line in common]
           for some in lines[1:]):
        common = set()
    layers: list[Layer] = [([], [])]
    at = [0] * len(frames)
    for line in [line for line in lines[0] if line in common] + [""]:
        if any(place < len(some) and some[place] != line for place, some in zip(at, lines)):
            ends = [some.index(line, place) if line else len(some) for place, some in zip(at, lines)]
            layers[-1][1].extend(_runs([some[place:end] for some, place, end in zip(lines, at, ends)]))
            layers.append(([], []))
            at = ends
        layers[-1][0].append(line)
        at = [place + 1 for place in at]
    size = sum(len(line) + 1 for _, moving in layers for _, _, some in moving for line in some)
    return frames[0].splitlines()[0], layers, size


def _runs(shapes: list[list[str]]) -> list[tuple[int, int, list[str]]]:
    """Frames one after the other that have the same shapes: (first, end, shapes); without empty ones."""
    runs: list[tuple[int, int, list[str]]] = []
    for frame, some in enumerate(shapes):
        if runs and runs[-1][2] == some:
            runs[-1] = (runs[-1][0], frame + 1, some)
        else:
            runs.append((frame, frame + 1, some))
    return [run for run in runs if run[2]]


def _input(word: str, label: str, begins: int | None) -> str:
    """A button, which is marked from this frame on while the animation plays; None: that it plays."""
    state = " checked" if begins is None else f' style="--i:{begins}"'
    return (f'<input type="radio" name="move" value="{escape(word)}" aria-label="{escape(label)}" '
            f'title="{escape(label)}"{state}>')


_STYLE = """
.mazewright-moves{{font:14px/1.4 system-ui,sans-serif;max-width:60em}}
.mazewright-moves input{{appearance:none;-webkit-appearance:none;min-width:1.7em;height:1.7em;margin:0 3px 3px 0;\
padding:0 .4em;border:1px solid #8a8f96;border-radius:3px;font:inherit;color:inherit;text-align:center;cursor:pointer;\
display:inline-block;box-sizing:border-box;width:auto;vertical-align:top;background:none}}
.mazewright-moves input::before{{content:attr(value)}}
.mazewright-moves input:checked{{background:#2b6cb0;border-color:#2b6cb0;color:#fff}}
.mazewright-moves input:focus-visible{{outline:2px solid #d55e00;outline-offset:1px}}
.mazewright-moves svg{{display:block;margin-top:6px;max-width:100%;height:auto}}
.{name} svg>g{{display:none}}
{chosen}{{display:inline}}
@media (prefers-reduced-motion:no-preference){{
.{name} input:first-of-type:checked~svg>g{{display:inline;visibility:hidden;animation-duration:{all:.2f}s;\
animation-timing-function:step-end;animation-delay:calc(var(--i)*{frame:.3f}s);animation-iteration-count:infinite}}
.{name} input:first-of-type:checked~input{{animation:{name}-mark {all:.2f}s step-end calc(var(--i)*{frame:.3f}s) infinite}}
}}
@media (prefers-reduced-motion:reduce){{
.{name} input:first-of-type{{display:none}}
.{name} input:first-of-type:checked~svg>.m0{{display:inline}}
}}
@keyframes {name}-mark{{0%{{background:#2b6cb080}}{move:.3f}%{{background:none}}}}
{shows}
"""


def page(title: str, body: str, style: str = "") -> str:
    """A page in HTML."""
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>\n'
            f"<style>:root{{color-scheme:light dark}}body{{font:16px/1.5 system-ui,sans-serif;margin:2em auto;"
            f"max-width:60em;padding:0 1em}}{style}</style></head>\n<body>{body}</body></html>\n")


def command(what: str, *arguments: Any) -> None:
    """Runs the command `mazewright` for what the package cannot make by itself."""
    program = shutil.which("mazewright")
    if not program:
        raise MazeError(f"{what} is made by the command mazewright, which is not installed here")
    done = subprocess.run([program, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise MazeError(done.stderr.strip() or f"the command mazewright ended with {done.returncode}")
