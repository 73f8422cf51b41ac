"""Marble mazes under physics."""

import pickle

import pytest

import mazewright

NAME = "marble:4x4x4,outer#1"


def test_it_is_the_simulation_of_the_library():
    maze = mazewright.maze(NAME)
    run = mazewright.simulate(maze, "single-move", seed=3, frames=0.1)
    lines = []
    asked = mazewright.ask("simulate", maze=maze.id, agent="single-move", seed=3, frame=0.1, on_progress=lines.append)
    values = run.as_dict()
    assert {name: values[name] for name in asked} == asked
    assert "_frames" not in repr(run) and "_frames" not in run._repr_html_()
    assert run.steps == [line["progress"]["move"] for line in lines if "move" in line["progress"]]
    frames = [frame for line in lines for frame in line["progress"].get("frames", [])]
    assert run.frames.shape == (len(frames), 7) and len(run.phases) == len(frames) > 20
    for index, frame in enumerate(frames):
        assert [run.frames[index, i] for i in range(7)] == pytest.approx(frame[:7], abs=1e-6)
        assert mazewright.PHASES[run.phases[index]] == frame[7]


def test_same_seed_same_bits():
    runs = [mazewright.simulate(NAME, seed=5) for _ in range(2)]
    assert runs[0].frames == runs[1].frames and runs[0].steps == runs[1].steps
    assert pickle.loads(pickle.dumps(runs[0])).frames == runs[0].frames
    numpy = pytest.importorskip("numpy")
    array = numpy.asarray(runs[0].frames)
    assert array.shape[1] == 7 and (numpy.diff(array[:, 0]) > 0).all()
    assert abs(numpy.linalg.norm(array[:, 4:], axis=1) - 1).max() < 1e-9


def test_what_can_be_chosen():
    heavy = mazewright.simulate(NAME, gravity=20.0, friction=0.3)
    assert heavy.simulated_seconds != mazewright.simulate(NAME).simulated_seconds
    assert mazewright.simulate(NAME, orientations=24, frames=None).orientations == 24
    assert not mazewright.simulate(NAME, frames=None).frames
    assert mazewright.simulate(NAME, "depth-first", limit_moves=1).moves <= 1
    told = []
    run = mazewright.simulate(NAME, preset="thesis", recover=True, on_progress=told.append)
    assert told == run.steps and "<svg" in run._repr_html_()
    long = mazewright.simulate("marble:9x9x9,outer#1", orientations=24, recover=True, limit_seconds=0.05)
    assert long.outcome == "limit"


@pytest.mark.parametrize("options, error", [
    ({"agent": "nobody"}, ValueError), ({"preset": "mine"}, ValueError), ({"colour": 3}, TypeError),
    ({"gravity": "strong"}, TypeError), ({"gravity": float("nan")}, ValueError), ({"dt": 10.0}, ValueError),
    ({"orientations": 5}, ValueError), ({"orientations": 2**31}, ValueError), ({"seed": -1}, ValueError),
    ({"seed": 2**70}, OverflowError), ({"frames": -1}, ValueError), ({"limit_moves": 0}, ValueError),
    ({"what": "rook:5x5#7"}, ValueError),
])
def test_what_makes_no_sense(options, error):
    with pytest.raises(error):
        mazewright.simulate(**{"what": NAME, **options})


def test_exception_in_progress():
    def fails(step):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        mazewright.simulate(NAME, on_progress=fails)
