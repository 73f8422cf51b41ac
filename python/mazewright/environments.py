"""Mazes as environments for programs that learn, with the interface of Gymnasium (docs/learning.md).

Where Gymnasium is installed, the classes are derived from its Env and VectorEnv, and spaces are its own.
"""

from __future__ import annotations

import array
import math
import operator
import os
import random
import re
from typing import Any, Iterable, Mapping, Sequence

from . import _core
from . import gymnasium_stand_ins as stand_ins
from .mazes import Maze, limits
from .mazes import maze as _maze
from .gymnasium_stand_ins import numpy

try:
    from gymnasium import Env as _Env
    from gymnasium import spaces as _spaces
    from gymnasium.vector import VectorEnv as _VectorEnv
except ImportError:
    _Env, _VectorEnv, _spaces = stand_ins.Env, stand_ins.VectorEnv, stand_ins  # type: ignore[assignment, misc]
try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # also with Gymnasium before 1.1
    AutoresetMode = stand_ins.AutoresetMode  # type: ignore[assignment, misc]

PLANES = 7  # of the observation `grid`
OBSERVATIONS = {"features": "float32", "rank": "int64", "grid": "uint8"}
REWARDS = {
    "sparse": {"solved": 1.0},
    "cost": {"cost": -1.0, "illegal": -1.0},
    "shaped": {"solved": 1.0, "shaped": 1.0},
}
_WEIGHTS = ("solved", "lost", "cost", "illegal", "shaped", "discount")


def _weights(reward: str | Mapping[str, float], discount: float, max_steps: int | None) -> tuple[float, ...]:
    """The weights of a reward, in the order of the library."""
    if isinstance(reward, str):
        if reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(REWARDS)}, or a dict of weights, not {reward!r}")
        given = dict(REWARDS[reward])
        if reward == "cost":
            given["lost"] = -float(max_steps or 1000)
    else:
        given = dict(reward)
        unknown = set(given) - set(_WEIGHTS[:-1])
        if unknown:
            raise ValueError(f"a reward has weights for {', '.join(_WEIGHTS[:-1])}, not for {min(unknown)!r}")
    given["discount"] = discount
    weights = tuple(float(given.get(name, 0)) for name in _WEIGHTS)
    if not all(map(math.isfinite, weights)) or not 0 < discount <= 1:
        raise ValueError("weights of a reward are finite numbers, and discount is above 0 and at most 1")
    if not any(weights[:-1]):
        raise ValueError("no weight of this reward is other than 0")
    return weights


class _Games:
    """Games of the library, and their arrays in the shape that programs expect."""

    def __init__(self, what: Any, games: int, restart: int, observation: str | Iterable[str],
                 reward: str | Mapping[str, float], discount: float, max_steps: int | None, random_start: bool,
                 optimal: bool, render_mode: str | None, bounds: tuple[Any, ...]) -> None:
        self.names = (observation,) if isinstance(observation, str) else tuple(observation)
        if not self.names or len(set(self.names)) != len(self.names) or not set(self.names) <= set(OBSERVATIONS):
            raise ValueError(f"observation is one or several of {', '.join(OBSERVATIONS)}, not {observation!r}")
        if max_steps is not None and not 1 <= operator.index(max_steps) < 1 << 32:
            raise ValueError("max_steps is at least 1 and below 2^32, or None")
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode is None, 'ansi' or 'svg', not {render_mode!r}")
        self.single = isinstance(observation, str)
        self.render_mode = render_mode
        mazes, spec = _played_on(what)
        wanted = self.names + (("optimal", "distance") if optimal else ()) + (("grid",) if render_mode == "ansi" else ())
        self.core = _core.Games(Maze, mazes, spec, games, max_steps or 0, random_start, restart,
                                _weights(reward, discount, max_steps), wanted, *limits(*bounds))
        shape = self.core.shape()
        self.games, self.actions = shape["games"], shape["actions"]
        self.words = (mazes[0] if mazes else self.core.maze(0)).actions
        self.kind = (mazes[0] if mazes else self.core.maze(0)).kind
        depth, height, width = self.size = shape["size"]
        self.shapes = {"features": (shape["features"],), "rank": (), "mask": (self.actions,), "optimal": (self.actions,),
                       "grid": (height, width, PLANES) if depth == 1 else (depth, height, width, PLANES)}
        self.ranks = shape["ranks"]
        self.glyphs = shape["glyphs"]
        self._check(spec)
        self.begun = False

    def _check(self, spec: str | None) -> None:
        if "features" in self.names and not self.shapes["features"][0]:
            raise ValueError(f"{self.kind} mazes have no features")
        if "grid" in self.names and not self.glyphs:
            raise ValueError(f"{self.kind} mazes have no glyphs; observe their features")
        if "rank" in self.names and not 0 < self.ranks < 1 << 63:
            raise ValueError("ranks mean something else in each maze; observe features or the grid" if spec else
                             f"{self.kind} mazes do not rank their states; observe features or the grid")

    def view(self, name: str, last: bool = False) -> memoryview:
        """An array of the library, one item after the other."""
        return self.core.array(name, last)

    def space_of(self, name: str, games: int | None = None) -> Any:
        """The space of one observation, or of those of so many games."""
        shape = self.shapes[name] if games is None else (games, *self.shapes[name])
        if name == "rank":
            return _spaces.Discrete(self.ranks) if games is None else _spaces.MultiDiscrete([self.ranks] * games)
        dtype = OBSERVATIONS[name] if numpy is None else getattr(numpy, OBSERVATIONS[name])
        return _spaces.Box(0, 255, shape, dtype) if name == "grid" else _spaces.Box(-math.inf, math.inf, shape, dtype)

    def space(self, games: int | None = None) -> Any:
        made = {name: self.space_of(name, games) for name in self.names}
        return made[self.names[0]] if self.single else _spaces.Dict(made)

    def reset(self, seeds: Iterable[int] | None, which: bytes | None = None) -> None:
        if seeds is None and not self.begun:
            seeds = [random.SystemRandom().getrandbits(64) for _ in range(self.games)]
        self.core.reset(None if seeds is None else array.array("Q", seeds).tobytes(), which)
        self.begun = True

    def picture(self, game: int) -> str:
        """A game as text or as SVG."""
        if self.render_mode == "svg":
            return self.core.svg(game)
        state = self.core.state(game)
        return (self._board(game) if self.glyphs else str(self.core.maze(game))) + f"{state}\n"

    def _board(self, game: int) -> str:
        """The cells as characters, three for each; those of the player in brackets; with walls, if there are any."""
        depth, height, width = self.size
        cells = width * height * depth * PLANES
        grid = bytes(self.view("grid")[game * cells:(game + 1) * cells])
        rows = [[grid[at:at + PLANES] for at in range(row, row + width * PLANES, PLANES)]
                for row in range(0, cells, width * PLANES)]
        walled = any(cell[2] for row in rows for cell in row)
        lines = []
        for row in rows:
            texts = [bytes(cell[4:]).rstrip(b"\0").decode().center(3) for cell in row]
            shown = [f"[{text.strip() or ' '}]".center(5) if cell[3] else f" {text} " for cell, text in zip(row, texts)]
            if walled:
                lines.append("".join("+-----" if cell[2] & 1 else "+     " for cell in row) + "+")
                lines.append("".join(("|" if cell[2] & 8 else " ") + text for cell, text in zip(row, shown)) +
                             ("|" if row[-1][2] & 2 else ""))
            else:
                lines.append("".join(shown))
        if walled:
            lines.append("".join("+-----" if cell[2] & 4 else "+     " for cell in rows[-1]) + "+")
        return "".join(line.rstrip() + "\n" for line in lines)

    def close(self) -> None:
        self.core.close()


def _played_on(what: Any) -> tuple[tuple[Maze, ...] | None, str | None]:
    """The mazes, or the id without a seed of random ones."""
    if isinstance(what, str) and "\n" not in what and re.fullmatch(r"[a-z0-9_]+:[^:#]+", what) and (
            not what.startswith("shipped:")):
        return None, what
    if isinstance(what, (str, bytes, dict, os.PathLike, _core.Maze)):
        what = [what]
    if not isinstance(what, Iterable):
        raise TypeError(f"what is played on is a maze, several, or an id, not {type(what).__name__}")
    mazes = tuple(map(_maze, what))
    if not mazes:
        raise ValueError("there is no maze to play on")
    return mazes, None


def _seed(seed: Any) -> int:
    number = operator.index(seed)
    if not 0 <= number < 1 << 64:
        raise ValueError("a seed is a whole number from 0, below 2^64")
    return number


class _NoCopy:
    """Games in play. A copy would play the same games, so there is none."""

    def __reduce__(self) -> Any:
        raise TypeError("an environment cannot be copied or pickled; make another one with the same arguments. States "
                        "can be copied: search ahead from env.state")


class MazeEnv(_NoCopy, _Env):  # type: ignore[misc, valid-type]
    """A maze as an environment of Gymnasium: mazewright.env (docs/learning.md).

    `maze`: a Maze, what maze() takes, or an id without a seed ("die:6x6"): then each episode has a new
    random maze that can be solved. `observation`: "features", "rank" or "grid", or several of them,
    for a dict. `reward`: "sparse", "cost", "shaped", or a dict of weights. An episode is truncated
    after `max_steps`. `random_start`: begin in any state that can win, not at the start. `optimal`:
    `info` has the optimal actions and the exact distance. `render_mode`: "ansi" or "svg".

    >>> import mazewright
    >>> env = mazewright.env("rook:5x5#7", observation="rank")
    >>> observation, info = env.reset(seed=1)
    >>> observation, info["action_mask"].tolist(), env.words
    (0, [0, 1, 1, 0, 0, 0, 0, 0], ['U', 'R', 'D', 'L', '9', '3', '1', '7'])
    >>> env.step(1)[:4]
    (3, 0.0, False, False)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(self, maze: Any, *, observation: str | Iterable[str] = "features",
                 reward: str | Mapping[str, float] = "sparse", discount: float = 1.0, max_steps: int | None = 1000,
                 random_start: bool = False, optimal: bool = False, render_mode: str | None = None,
                 limit_states: int | None = None, limit_memory: int | None = None,
                 limit_seconds: float | None = None) -> None:
        self._games = games = _Games(maze, 1, 2, observation, reward, discount, max_steps, random_start, optimal,
                                     render_mode, (limit_states, limit_memory, limit_seconds))
        self.render_mode = render_mode
        self.words: list[str] = games.words
        self.observation_space = games.space()
        self.action_space = _spaces.Discrete(games.actions)
        self._optimal = optimal
        self._views = {name: games.view(name) for name in games.names + ("mask", "reward", "terminated", "truncated",
                                                                         "actions")}
        if optimal:
            self._views.update({name: games.view(name) for name in ("optimal", "distance")})

    @property
    def maze(self) -> Maze:
        """The maze of this episode."""
        return self._games.core.maze(0)

    @property
    def state(self) -> _core.State:
        """The state of the game; after a move that loses, the one before it."""
        return self._games.core.state(0)

    def action_masks(self) -> Any:
        """Which actions are legal, as MaskablePPO of sb3-contrib asks."""
        mask = self._views["mask"]
        return [bool(one) for one in mask] if numpy is None else numpy.array(mask, bool)

    def _array(self, name: str, dtype: str) -> Any:
        return stand_ins.make_array(self._views[name], dtype, self._games.shapes[name])

    def _observation(self) -> Any:
        made = {name: self._views["rank"][0] if name == "rank" else self._array(name, OBSERVATIONS[name])
                for name in self._games.names}
        return made[self._games.names[0]] if self._games.single else made

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self._array("mask", "int8")}
        if self._optimal:
            info["optimal_actions"] = self._array("optimal", "int8")
            info["distance"] = self._views["distance"][0]
        return info

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins an episode. With a seed, so does the stream of random mazes and starts; else it goes on."""
        seeds = None if seed is None else [_seed(seed)]
        super().reset(seed=seed, options=options)
        self._games.reset(seeds)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a move: observation, reward, terminated, truncated, info."""
        number = operator.index(action)
        if not 0 <= number < self._games.actions:
            raise ValueError(f"action {number} is none; actions are 0 to {self._games.actions - 1}: "
                             f"{' '.join(self.words)}")
        views = self._views
        views["actions"][0] = number
        self._games.core.step()
        return (self._observation(), views["reward"][0], views["terminated"][0], views["truncated"][0], self._info())

    def render(self) -> str | None:
        """The game as text, or as SVG; None without a render_mode."""
        if self.render_mode is None:
            return None
        if not self._games.begun:
            raise RuntimeError("the game has not begun; reset it")
        return self._games.picture(0)

    def close(self) -> None:
        """Frees the game."""
        self._games.close()


class MazeVectorEnv(_NoCopy, _VectorEnv):  # type: ignore[misc, valid-type]
    """Many games in NumPy arrays, as a vector environment of Gymnasium: mazewright.vector_env (docs/learning.md).

    `maze` is as for mazewright.env, or a list with a maze for each game. `autoreset_mode`: "NextStep",
    "SameStep" or "Disabled", or the AutoresetMode of Gymnasium. With `copy=False`, observations and all
    other arrays are those of the library, which the next step overwrites.

    >>> import mazewright
    >>> envs = mazewright.vector_env("rook:5x5#7", num_envs=3)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].tolist()[0]
    ((3, 8), [0, 1, 1, 0, 0, 0, 0, 0])
    >>> observations, rewards, terminations, truncations, infos = envs.step([1, 2, 0])
    >>> observations[:, :2].tolist()
    [[4.0, 1.0], [1.0, 4.0], [1.0, 1.0]]
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(self, maze: Any, num_envs: int | None = None, *, observation: str | Iterable[str] = "features",
                 reward: str | Mapping[str, float] = "sparse", discount: float = 1.0, max_steps: int | None = 1000,
                 random_start: bool = False, optimal: bool = False, autoreset_mode: Any = "NextStep",
                 copy: bool = True, render_mode: str | None = None, limit_states: int | None = None,
                 limit_memory: int | None = None, limit_seconds: float | None = None) -> None:
        if numpy is None:
            raise ImportError("mazewright.vector_env needs NumPy; mazewright.env does not")
        mode = AutoresetMode(getattr(autoreset_mode, "value", autoreset_mode))
        if num_envs is None:
            num_envs = len(maze) if isinstance(maze, (list, tuple)) else 1
        if not 1 <= operator.index(num_envs) <= 1 << 20:
            raise ValueError(f"num_envs is 1 to {1 << 20}, not {num_envs}")
        self._games = games = _Games(maze, num_envs, ["NextStep", "SameStep", "Disabled"].index(mode.value),
                                     observation, reward, discount, max_steps, random_start, optimal, render_mode,
                                     (limit_states, limit_memory, limit_seconds))
        self.num_envs: int = games.games
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.words: list[str] = games.words
        self.single_observation_space, self.observation_space = games.space(), games.space(num_envs)
        self.single_action_space = _spaces.Discrete(games.actions)
        self.action_space = _spaces.MultiDiscrete([games.actions] * num_envs)
        self._mode, self._copy = mode, copy
        self._infos = {"action_mask": "mask", **({"optimal_actions": "optimal", "distance": "distance"} if optimal
                                                 else {})}
        arrays = games.names + tuple(self._infos.values())
        self._now = {name: self._view(name) for name in arrays + ("reward", "terminated", "truncated", "actions")}
        self._last = {name: self._view(name, True) for name in arrays} if mode.value == "SameStep" else {}
        self._all = numpy.ones(num_envs, bool)

    def _view(self, name: str, last: bool = False) -> Any:
        items = numpy.asarray(self._games.view(name, last))
        return items.reshape((self.num_envs, *self._games.shapes.get(name, ())))

    def _given(self, name: str) -> Any:
        return self._now[name].copy() if self._copy else self._now[name]

    def _observations(self) -> Any:
        made = {name: self._given(name) for name in self._games.names}
        return made[self._games.names[0]] if self._games.single else made

    def _all_infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for key, name in self._infos.items():
            infos[key], infos["_" + key] = self._given(name), self._all
        return infos

    def _add_last(self, infos: dict[str, Any], over: Any) -> None:
        """What was observed, and what was known, where an episode was over."""
        infos["final_obs"], infos["_final_obs"] = numpy.full(self.num_envs, None, object), over
        rows = numpy.flatnonzero(over)
        made = {name: self._last[name][rows] for name in self._games.names}
        for at, row in enumerate(rows):
            one = {name: values[at] for name, values in made.items()}
            infos["final_obs"][row] = one[self._games.names[0]] if self._games.single else one
        final = {}
        for key, name in self._infos.items():
            final[key], final["_" + key] = self._last[name].copy(), over
        infos["final_info"], infos["_final_info"] = final, over

    @property
    def bytes(self) -> int:
        """The memory of the games, with their mazes and state graphs; arrays come on top."""
        return self._games.core.shape()["bytes"]

    def maze(self, game: int) -> Maze:
        """The maze of a game, until its next episode."""
        return self._games.core.maze(game)

    def state(self, game: int) -> _core.State:
        """The state of a game."""
        return self._games.core.state(game)

    def reset(self, *, seed: int | Sequence[int] | None = None,
              options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins an episode in each game, or in those of options["reset_mask"]. Game i has seed + i, or seed[i]."""
        seeds, mask = None, (options or {}).get("reset_mask")
        if seed is not None:
            seeds = [_seed(one) for one in seed] if isinstance(seed, (list, tuple)) else [
                (_seed(seed) + i) % (1 << 64) for i in range(self.num_envs)]
            if len(seeds) != self.num_envs:
                raise ValueError(f"there are {self.num_envs} games, and {len(seeds)} seeds")
        if mask is not None:
            if not self._games.begun:
                raise RuntimeError("the first reset is of all games, without a reset_mask")
            mask = numpy.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != bool:
                raise ValueError(f"reset_mask is an array of {self.num_envs} bools")
            mask = mask.tobytes()
        super().reset(seed=seed if seed is None or not isinstance(seed, (list, tuple)) else None, options=options)
        self._games.reset(seeds, mask)
        return self._observations(), self._all_infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Makes a move in each game: observations, rewards, terminations, truncations, infos."""
        given = numpy.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"there are {self.num_envs} actions in an array of one axis, not {given.shape}")
        numpy.copyto(self._now["actions"], given, casting="same_kind")
        self._games.core.step()
        infos = self._all_infos()
        terminations, truncations = self._given("terminated"), self._given("truncated")
        if self._last:
            over = terminations | truncations
            if over.any():
                self._add_last(infos, over)
        return self._observations(), self._given("reward"), terminations, truncations, infos

    def render(self) -> tuple[str, ...] | None:
        """The games as text or as SVG; None without a render_mode."""
        if self.render_mode is None:
            return None
        if not self._games.begun:
            raise RuntimeError("the games have not begun; reset them")
        return tuple(self._games.picture(game) for game in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Frees the games."""
        if hasattr(self, "_games"):  # else __init__ has raised something
            self._games.close()
