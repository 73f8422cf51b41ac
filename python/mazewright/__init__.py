"""Mazewright: make, solve and explain logic mazes, which are difficult because of their rules.

Begin with a maze: maze() reads one, random() makes one, shipped() lists those that come with the package.
A Maze has methods to solve it, to trace, audit, analyse and graph its search space, to play it, to ask for
a hint, to verify answers, and to draw, animate and save it. A notebook shows what they return.

design() searches for new mazes, dataset() makes many with questions and answers, verify() judges answers,
book() prints, simulate() plays marble mazes under physics, env() trains agents. Problem is a maze for
searches of textbooks. kinds() and algorithms() tell what there is; ask() answers everything else.

>>> import mazewright
>>> maze = mazewright.maze("die:6x6,obstacles=25#19554")
>>> result = maze.solve("astar", heuristic="h4")
>>> result.moves, result.length, result.optimal
('ESSWSENNEESENWNWSWSSSESEEENWSE', 30, True)
>>> maze.solve("astar", heuristic=lambda s: abs(s.dx) + abs(s.dy)).length
30
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._core import FAR, Graph, Heuristic, LimitReached, MazeError, State
from ._core import version as __version__
from .answers import verify
from .asking import algorithms, ask, kinds
from .books import book
from .charts import Chart, chart
from .datasets import Dataset, dataset
from .designing import Design, design
from .marbles import PHASES, Simulation, simulate
from .mazes import Maze, maze, random, shipped
from .pictures import Animation
from .problems import Problem
from .results import Analysis, Audit, Result, Trace, Verification

if TYPE_CHECKING:
    from . import pcg
    from .environments import MazeEnv as env
    from .environments import MazeVectorEnv as vector_env

__all__ = [
    "FAR", "PHASES", "Analysis", "Animation", "Audit", "Chart", "Dataset", "Design", "Graph",
    "Heuristic", "LimitReached", "Maze", "MazeError", "Problem", "Result", "Simulation", "State",
    "Trace", "Verification", "algorithms", "ask", "book", "chart", "dataset", "design", "env",
    "kinds", "maze", "pcg", "random", "shipped", "simulate", "vector_env", "verify",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """What other packages may have a part in is loaded where it is used: NumPy, Gymnasium, the PCG Benchmark."""
    if name == "pcg":
        return import_module("mazewright.pcg")
    if name not in ("env", "vector_env"):
        raise AttributeError(f"module 'mazewright' has no attribute {name!r}")
    from . import environments

    globals().update(env=environments.MazeEnv, vector_env=environments.MazeVectorEnv)
    return globals()[name]
