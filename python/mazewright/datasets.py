"""Datasets: many different mazes with questions and answers."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Callable, Mapping

from . import _core
from .mazes import no_less
from .results import table


class Dataset(Sequence):  # type: ignore[type-arg]
    """Mazes as dicts, with the fields of docs/dataset.md. `lines` has them as the command writes them.

    `cells` tells how many mazes of each source and band were wanted and found; band 0 is unsolvable.
    `stopped`: a limit ended it early; the mazes are the first ones of the whole dataset.
    """

    def __init__(self, lines: list[str], cells: list[tuple[str, int, int, int]] = [], stopped: bool = False) -> None:
        self.lines, self.cells, self.stopped = lines, cells, stopped

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Dataset(self.lines[index], self.cells, self.stopped)
        return json.loads(self.lines[index])

    def split(self, name: str) -> Dataset:
        """The mazes of one split."""
        chosen = [line for line in self.lines if _split_of(json.loads(line)) == name]
        return Dataset(chosen, self.cells, self.stopped)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes JSON lines, with the same bytes as `mazewright dataset -o FILE.jsonl`."""
        Path(file).write_text("".join(f"{line}\n" for line in self.lines), encoding="utf-8", newline="\n")

    def __repr__(self) -> str:
        return f"<Dataset of {len(self)} mazes{', stopped' if self.stopped else ''}>"

    def _repr_html_(self) -> str:
        found = {f"{source}, {f'band {band}' if band else 'unsolvable'}": f"{found} of {wanted}"
                 for source, band, wanted, found in self.cells if wanted or found}
        return table({"mazes": len(self), **found})


def _split_of(item: dict[str, Any]) -> str:
    return str(item.get("metadata", item)["split"])


def dataset(*sources: str, count: int = 100, bands: tuple[int, int] | int = (1, 10),
            split: Mapping[str, int] | None = None, unsolvable: float = 0.0, prompt: str | None = None,
            seed: int = 1, limit_seconds: float | None = None,
            on_progress: Callable[[dict[str, Any]], object] | None = None) -> Dataset:
    """Makes many different mazes, spread evenly over `sources` and grades of difficulty (docs/dataset.md).

    A source is a kind, with size and options or without: "rook", "rook:6x6", "die:6x6,obstacles=20".
    `bands` are the first and the last grade; `split` names parts and their percentages. `prompt` is the
    name of a template or a text; then each maze is a question, an answer and metadata. `on_progress` is
    called with each maze. The same seed gives the same mazes, and the same bytes as the command. Ctrl-C
    ends it with KeyboardInterrupt; other threads run meanwhile. It works on one core; the command on all.

    >>> mazes = dataset("rook:4x4", count=6, bands=(1, 2), split={"train": 50, "test": 50})
    >>> len(mazes), len(mazes.split("train")), mazes[0]["kind"]
    (6, 3, 'rook')
    """
    no_less(count=count, limit_seconds=limit_seconds)
    first, last = (bands, bands) if isinstance(bands, int) else bands
    parts = tuple(split.items()) if split is not None else (("all", 100),)
    lines: list[str] = []

    def told(line: str) -> None:
        lines.append(line)
        if on_progress is not None:
            on_progress(json.loads(line))

    cells, stopped = _core.dataset(sources, count, first, last, parts, unsolvable, seed, prompt,
                                   limit_seconds or 0.0, told)
    return Dataset(lines, cells, stopped)
