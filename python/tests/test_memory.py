"""What is dropped is freed: memory stays flat, whatever is done again and again."""

import gc
import os
from pathlib import Path

import pytest

import mazewright

DIE = mazewright.maze("die:4x4#3")
KINDS = ("rook:5x5#7", "die:6x6#1", "theseus:6x6#1", "bloxorz:10x8#20", "marble:4x4x4,outer#1", "null:5x1#1")


def fails(state):
    raise KeyError


def search_that_fails():
    with pytest.raises(KeyError):
        DIE.solve("astar", fails)


def wrong_text():
    with pytest.raises(mazewright.MazeError):
        mazewright.maze("die 3x2\n..G\nS.q\n")


def game():
    env = mazewright.env("die:4x4", optimal=True, render_mode="ansi")
    env.reset(seed=1)
    env.step(1)
    env.render()


WORK = {
    "mazes": (1_000_000, lambda: mazewright.maze("rook:5x5#7")),
    "kinds": (2000, lambda: [mazewright.maze(name).start.moves() for name in KINDS]),
    "wrong text": (2000, wrong_text),
    "search": (3000, lambda: DIE.solve("astar", lambda state: state.dx).states),
    "search that fails": (2000, search_that_fails),
    "graph": (2000, lambda: (DIE.graph().distance[0], DIE.graph().features()[0, 0])),
    "trace": (300, lambda: DIE.trace("astar").svg()),
    "audit": (2000, lambda: DIE.audit(lambda state: state.dx)),
    "analysis": (1000, lambda: DIE.analyse()),
    "pictures": (300, lambda: (DIE.svg(), DIE.animate()._repr_html_())),
    "design": (100, lambda: mazewright.design("rook", "4x4", evaluations=100)),
    "game": (1000, game),
    "games": (300, lambda: mazewright.vector_env("die:4x4", 16).reset(seed=1)),
    "marble": (100, lambda: mazewright.simulate("marble:3x3#1").frames[0, 0]),
    "answers": (2000, lambda: DIE.verify("E")),
}


def resident():
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("count, work", WORK.values(), ids=WORK)
def test_memory_stays_flat(count, work):
    for _ in range(min(count // 2, 10000)):
        work()
    before = resident()
    for _ in range(count):
        work()
    assert resident() - before < 1 << 20
