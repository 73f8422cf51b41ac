"""A maze as a search problem in the shape of the textbook AIMA, for searches that are written for it."""

from __future__ import annotations

from typing import Any

from . import _core
from .mazes import HeuristicLike, Maze, maze


class Problem:
    """A maze as a problem: initial, actions, result, goal_test, path_cost, h and value.

    `maze` is a Maze, or what maze() takes. `heuristic` is a function of a State, a name or an
    expression; None: the strongest that is admissible. Moves that lose are left out.

    >>> problem = Problem("rook:5x5#7")
    >>> problem.actions(problem.initial)
    ['R', 'D']
    >>> state = problem.result(problem.initial, "R")
    >>> problem.path_cost(0, problem.initial, "R", state)
    1
    """

    def __init__(self, what: Maze | str, heuristic: HeuristicLike = None) -> None:
        self.maze = maze(what)
        self.initial: _core.State = self.maze.start
        self.goal = None
        self._h = heuristic if callable(heuristic) else self.maze.heuristic(heuristic)

    def __repr__(self) -> str:
        return f"<Problem {self.maze!r}>"

    def actions(self, state: _core.State) -> list[str]:
        """The words of the legal moves that do not lose."""
        return [word for word, to, _ in state.moves() if not to.is_lost]

    def result(self, state: _core.State, action: str) -> _core.State:
        """The state after a move."""
        return self._move(state, action)[1]

    def goal_test(self, state: _core.State) -> bool:
        """Is the maze solved here?"""
        return state.is_goal

    def path_cost(self, c: int, state1: _core.State, action: str, state2: _core.State) -> int:
        """The cost of a way of cost c to state1, and then this move."""
        return c + self._move(state1, action)[2]

    def h(self, node: Any) -> float:
        """The estimate of a node, which has a `state`, or of a state."""
        return self._h(getattr(node, "state", node))

    def value(self, state: _core.State) -> float:
        """The estimate with a minus, for searches that climb to the highest value."""
        return -self._h(state)

    def action_cost(self, state: _core.State, action: str, to: _core.State) -> int:
        """The cost of a move, as the fourth edition of the textbook asks for it."""
        return self._move(state, action)[2]

    is_goal = goal_test

    @staticmethod
    def _move(state: _core.State, action: str) -> tuple[str, _core.State, int]:
        for move in state.moves():
            if move[0] == action:
                return move
        raise ValueError(f"{action!r} is not legal at {state}")
