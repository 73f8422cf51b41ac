"""Measures the package for Python beside the same in pure Python: a search, a call of a heuristic, a move;
and steps of games.

PYTHONPATH=build/python python3 bench/python.py
"""

import time
from collections import deque

import mazewright

MAZE = "rook:36x36#5"


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
    moves = best(lambda: [state.moves() for _ in range(10000)]) / 10000
    print(f"state.moves(): {moves * 1e9:.0f} ns")
    games()


def games():
    """Steps of 1024 games with random legal actions, through Python into NumPy arrays; choosing is not counted."""
    try:
        import numpy
    except ImportError:
        print("vector_env: needs NumPy")
        return
    count, steps, rng = 1024, 200, numpy.random.default_rng(1)
    for name, options in (("rook:6x6#1", {}), ("die:6x6,obstacles=25#19554", {}),
                          ("die:6x6,obstacles=25#19554", {"optimal": True, "reward": "shaped"}),
                          ("die:6x6,obstacles=25#19554", {"observation": "grid"}),
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
    env = mazewright.env("die:6x6,obstacles=25#19554")
    env.reset(seed=1)
    print(f"env.step: {best(lambda: [env.step(3) for _ in range(900)] and env.reset()) / 900 * 1e6:.1f} us")


if __name__ == "__main__":
    main()
