"""Measures the package for Python beside the same in pure Python: a search, a call of a heuristic, the moves of a
state, and steps of games.

PYTHONPATH=build/python python3 bench/python.py
"""

import time
from collections import deque

import mazewright

MAZE = "rook:36x36#5"
DIE = "die:6x6,obstacles=25#19554"


def best(work, times=7):
    """The shortest of some runs, in seconds of the processor."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)


def grid(maze):
    """The numbers of a rook maze; 0 at the goal."""
    rows = maze.text.translate(str.maketrans("[]", "  ")).splitlines()[1:]
    return [[int(cell) if cell.isdigit() else 0 for cell in row.split()] for row in rows]


def plain_search(jumps):
    """Breadth-first search over cells in pure Python; the length of a shortest solution, and the states seen."""
    high, wide = len(jumps), len(jumps[0])
    start, goal = (0, 0), (wide - 1, high - 1)
    depth, queue = {start: 0}, deque([start])
    while queue:
        x, y = at = queue.popleft()
        if at == goal:
            return depth[at], len(depth)
        jump = jumps[y][x]
        for to in ((x, y - jump), (x + jump, y), (x, y + jump), (x - jump, y)):
            if 0 <= to[0] < wide and 0 <= to[1] < high and to not in depth:
                depth[to] = depth[at] + 1
                queue.append(to)
    return None, len(depth)


class PlainDie:
    """A die maze in pure Python. A state is x, y, and the faces on top, to the north and to the east."""

    def __init__(self, maze):
        rows = maze.text.splitlines()[1:]
        self.free = {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell in ".SG"}
        self.start, self.goal = (next((x, y) for x, y in self.free if rows[y][x] == cell) for cell in "SG")
        self.state = self.first = (*self.start, 1, 2, 3)

    def roll(self, state, action):
        """The state after a roll to the north, east, south or west; None if it is not legal."""
        x, y, top, north, east = state
        to = ((x, y - 1, 7 - north, top, east), (x + 1, y, 7 - east, north, top),
              (x, y + 1, north, 7 - top, east), (x - 1, y, east, north, 7 - top))[action]
        return to if to[2] != 6 and to[:2] in self.free else None

    def is_goal(self, state):
        return state[2] == 1 and state[:2] == self.goal

    def moves(self, state):
        rolls = ((word, self.roll(state, action), 1) for action, word in enumerate("NESW"))
        return [move for move in rolls if move[1]]

    def step(self, action):
        """As an environment: observation, reward, terminated, mask of the legal actions."""
        self.state = self.roll(self.state, action) or self.state
        over = self.is_goal(self.state)
        if over:
            self.state = self.first
        return self.state, float(over), over, [self.roll(self.state, action) is not None for action in range(4)]


def moves():
    """The moves of all states of a solution."""
    maze = mazewright.maze(DIE)
    plain, ours = PlainDie(maze), maze.solve().states
    theirs = [(s.x - 1, s.y - 1, s.top, s.north, s.east) for s in ours]
    assert all([(w, (t.x - 1, t.y - 1, t.top, t.north, t.east), c) for w, t, c in state.moves()] == plain.moves(other)
               for state, other in zip(ours[:-1], theirs))
    taken = [best(lambda: [moves_of(state) for state in states[:-1] for _ in range(300)]) / 300 / (len(states) - 1)
             for moves_of, states in ((lambda state: state.moves(), ours), (plain.moves, theirs))]
    print(f"state.moves(): {taken[0] * 1e9:.0f} ns, in pure Python {taken[1] * 1e9:.0f} ns")


def main():
    maze = mazewright.maze(MAZE)
    jumps = grid(maze)
    length, seen = plain_search(jumps)
    assert length == maze.solve("bfs").length, (length, maze.solve("bfs").length)
    ours, plain = best(lambda: maze.solve("bfs")), best(lambda: plain_search(jumps))
    print(f"solve {MAZE}, {seen} states: {ours * 1e6:.0f} us, in pure Python {plain * 1e6:.0f} us: "
          f"{plain / ours:.0f} times as fast")

    die, calls = mazewright.maze("die:30x30#3"), []
    die.solve("astar", lambda s: calls.append(1) or 0, prove=False)
    count, state = len(calls), die.start

    def zero(s):
        return 0

    def loop():
        for _ in range(count):
            zero(state)

    with_it = best(lambda: die.solve("astar", zero, prove=False))
    without, call = best(lambda: die.solve("astar", "zero")), best(loop)
    print(f"a heuristic in Python: {(with_it - without) / count * 1e9:.0f} ns a state, of which the call itself takes "
          f"{call / count * 1e9:.0f} ns")
    moves()
    games()


def games():
    """Steps of 1024 games with random legal actions, through Python into NumPy arrays; choosing is not counted."""
    try:
        import numpy
    except ImportError:
        print("vector_env: needs NumPy")
        return
    count, steps, rng = 1024, 200, numpy.random.default_rng(1)
    for name, options in (("rook:6x6#1", {}), (DIE, {}), (DIE, {"optimal": True, "reward": "shaped"}),
                          (DIE, {"observation": "grid"}),
                          ("theseus:6x6#1", {}), ("bloxorz:10x8#20", {})):
        envs, least = mazewright.vector_env(name, count, max_steps=100, **options), float("inf")
        mask = envs.reset(seed=1)[1]["action_mask"]
        for _ in range(7):
            taken = 0.0
            for _ in range(steps):
                actions = (rng.random(mask.shape) * mask).argmax(axis=1)
                begun = time.process_time()
                mask = envs.step(actions)[4]["action_mask"]
                taken += time.process_time() - begun
            least = min(least, taken / steps / count)
        print(f"vector_env {name} {' '.join(options)}: {least * 1e9:.0f} ns a step, {1e-6 / least:.1f} million steps "
              f"a second, {envs.bytes / count:.0f} bytes a game")
    env, plain = mazewright.env(DIE), PlainDie(mazewright.maze(DIE))
    env.reset(seed=1)
    ours = best(lambda: [env.step(3) for _ in range(900)] and env.reset()) / 900
    theirs = best(lambda: [plain.step(i % 4) for i in range(900)]) / 900
    print(f"env.step: {ours * 1e6:.1f} us; a step of a die maze in pure Python: {theirs * 1e6:.1f} us")


if __name__ == "__main__":
    main()
