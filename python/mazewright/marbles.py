"""Marble mazes under physics: agents turn them, and learn where turns lead."""

from __future__ import annotations

import json
from typing import Any, Callable

from . import _core
from .mazes import Maze, maze, no_less
from .results import Values

PHASES = ("waiting", "stable", "accelerating", "decelerating", "solved", "finished", "frozen")


class Simulation(Values):
    """What came of a simulation (docs/marble.md).

    `frames` is a memoryview of doubles with a row for each moment: time, x, y and z of the marble in the
    maze, and x, y and z of the direction that points up; numpy.asarray(frames) copies nothing. `phases`
    has a number for each moment, an index into mazewright.PHASES. `steps` has a dict for each move.
    """

    _hidden = ("steps",)
    maze: Maze
    outcome: str
    moves: int
    actions: str
    agent: str
    engine: str
    seed: int
    orientations: int
    repeated: int
    unrepeatable: int
    recovered: int
    predicted_right: int
    theoretical_length: int
    tried: int
    simulated_seconds: float
    steps: list[dict[str, Any]]

    def __init__(self, maze: Maze, values: dict[str, Any], frames: bytes, phases: bytes) -> None:
        super().__init__(values)
        self.maze = maze
        self._frames, self._phases = frames, phases

    @property
    def frames(self) -> memoryview:
        return memoryview(self._frames).cast("d", (len(self._phases), 7)) if self._phases else memoryview(b"")

    @property
    def phases(self) -> memoryview:
        return memoryview(self._phases)

    def _repr_html_(self) -> str:
        return f"<div>{self.maze._repr_svg_() or ''}</div>{super()._repr_html_()}"


def simulate(what: Maze | str, agent: str = "complete", *, seed: int = 1, orientations: int | None = None,
             preset: str = "mazewright", recover: bool = False, frames: float | None = 1 / 30,
             limit_moves: int | None = None, limit_seconds: float | None = None,
             on_progress: Callable[[dict[str, Any]], object] | None = None, **physics: float) -> Simulation:
    """Lets an agent play a marble maze under physics, in our own engine, `ball`.

    `frames` is the time between two moments that are kept; None: none are. `on_progress` is called with
    a dict after each move. Constants of the physics are given by name: radius, wall, gravity, friction,
    restitution, dt, acceleration, error, rest_energy, rest_time, give_up. The same seed gives the same
    bits. Other threads run meanwhile.

    >>> run = simulate("marble:3x3#1", seed=2)
    >>> run.outcome, run.moves == len(run.steps), run.frames.shape[1]
    ('solved', True, 7)
    """
    played = maze(what)
    no_less(limit_moves=limit_moves, limit_seconds=limit_seconds, frames=frames, orientations=orientations)
    steps: list[dict[str, Any]] = []

    def told(line: str) -> None:
        steps.append(json.loads(line))
        if on_progress is not None:
            on_progress(steps[-1])

    values, moments, phases = _core.simulate(played, agent, preset, seed, orientations or 0, limit_moves or 0,
                                             recover, frames or 0.0, physics, limit_seconds or 0.0, told)
    return Simulation(played, {**json.loads(values), "steps": steps}, moments, phases)
