"""Designing: results, progress, interrupts."""

import threading
import time

import pytest

import mazewright
from interrupts import interrupt


def test_design():
    told = []
    found = mazewright.design("theseus", "5x5", evaluations=3000, seed=4, on_progress=told.append)
    assert found.maze.kind == "theseus" and found.maze.size[:2] == (5, 5)
    assert found.maze.analyse()["length"] == found.length
    assert found.evaluations == 3000 and not found.proven
    best = [line for line in told if line["maze"] is not None]
    assert best[-1]["maze"] == found.maze and best[-1]["energy"] == found.energy == found.curve[-1][1]
    assert mazewright.design("theseus", "5x5", evaluations=3000, seed=4).maze == found.maze
    assert "<svg" in found._repr_html_() and "<img" in found._repr_html_()


def test_seconds():
    begun = time.monotonic()
    found = mazewright.design("rook", "6x6", seconds=0.3)
    assert 0.25 < time.monotonic() - begun < 2 and found.length > 5


@pytest.mark.parametrize("options", [
    {"kind": "chess", "size": "5x5"}, {"kind": "rook", "size": "0x5"},
    {"kind": "rook", "size": "5x5", "objective": "("},
    {"kind": "rook", "size": "5x5", "require": "nothing > 3"}, {"kind": "rook", "size": "5x5", "method": "luck"},
    {"kind": "rook", "size": "5x5", "evaluations": -1}, {"kind": "rook", "size": "5x5", "seed": -1},
    {"kind": "rook", "size": "5x5", "seconds": float("nan")}, {"kind": "null", "size": "5x5"},
    {"kind": "rook", "size": "5x5", "evaluations": 10, "seconds": 1},
    {"kind": "rook", "size": "3x3", "require": "length > 1000", "evaluations": 100},
])
def test_what_makes_no_sense(options):
    with pytest.raises(ValueError):
        mazewright.design(**options)


def test_exception_in_progress():
    def fails(news):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        mazewright.design("rook", "6x6", seconds=60, on_progress=fails)


def test_other_threads_run_meanwhile():
    ticks = []
    thread = threading.Thread(target=mazewright.design, args=("rook", "8x8"), kwargs={"seconds": 0.5})
    thread.start()
    while thread.is_alive():
        ticks.append(time.monotonic())
        time.sleep(0.01)
    assert len(ticks) > 10


@pytest.mark.parametrize("work", [
    "mazewright.design('rook', '8x8', seconds=60)",
    "mazewright.ask('design', kind='rook', size='8x8', evaluations=10**12)",
    "mazewright.maze('marble:9x9#1').solve('astar', heuristic=lambda s: [i for i in range(10**7)] and 0)",
    "[mazewright.maze('rook:36x36#1').analyse() for _ in range(10000)]",
])
def test_interrupt(work):
    interrupt(f"import mazewright\nprint('now', flush=True)\n{work}")
