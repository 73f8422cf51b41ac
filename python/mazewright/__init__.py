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
from .asking import algorithms, ask, kinds
from .charts import Chart, chart
from .designing import Design, design
from .mazes import Maze, maze
from .problems import Problem
from .results import Analysis, Audit, Result, Trace, Verification

__all__ = [
    "FAR", "Analysis", "Audit", "Chart", "Design", "Graph", "Heuristic", "LimitReached", "Maze",
    "MazeError", "Problem", "Result", "State", "Trace", "Verification", "algorithms", "ask", "chart",
    "design", "kinds", "maze",
]
