"""Mazewright: make, solve and explain logic mazes.

>>> import mazewright
>>> maze = mazewright.maze("die:6x6,obstacles=25#19554")
>>> result = maze.solve("astar", heuristic="h4")
>>> result.moves, result.length, result.optimal
('ESSWSENNEESENWNWSWSSSESEEENWSE', 30, True)
>>> maze.solve("astar", heuristic=lambda s: abs(s.dx) + abs(s.dy)).length
30
"""

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

__all__ = [
    "FAR", "PHASES", "Analysis", "Animation", "Audit", "Chart", "Dataset", "Design", "Graph",
    "Heuristic", "LimitReached", "Maze", "MazeError", "Problem", "Result", "Simulation", "State",
    "Trace", "Verification", "algorithms", "ask", "book", "chart", "dataset", "design", "kinds",
    "maze", "random", "shipped", "simulate", "verify",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
