"""Mazes as problems of the PCG Benchmark: searches, measures, bad input, and a package of that name that is faked."""

import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import mazewright
from mazewright import pcg

KINDS = ("rook", "die", "theseus", "bloxorz", "marble")


@pytest.mark.parametrize("kind", KINDS)
def test_search_finds_what_luck_does_not(kind):
    env = pcg.env(kind, "4x4" if kind in ("die", "theseus") else "5x5")
    env.seed(1)
    random.seed(1)
    share, values, infos = env.quality([env.content_space.sample() for _ in range(1000)])
    assert share < 0.01 and all(0 <= value <= 1 for value in values)
    assert all((value < 0.25) == (info["refused"] > 0) for value, info in zip(values, infos))
    population = sorted(zip(values, (info["content"] for info in infos)), reverse=True)[:50]
    population = [one for one in population if one[0] < 1]
    for _ in range(400):
        if population[0][0] == 1:
            break
        children = [[bit ^ (random.random() < 2 / len(content)) for bit in content] for _, content in population]
        known = [content for _, content in population]
        children = [child for child in children if child not in known]
        population = sorted(population + list(zip(env.quality(children)[1], children)), reverse=True)[:50]
    info = env.info(population[0][1])
    measured = mazewright.maze(info["maze"]).analyse()
    assert population[0][0] == 1 and measured["solutions"] == 1
    assert info["length"] == measured["length"] == len(info["moves"]) >= sum(env._problem.frame.size[:2])
    assert mazewright.maze(info["maze"]).verify(" ".join(info["moves"])).optimal
    assert json.loads(json.dumps(info)) == info


@pytest.mark.parametrize("kind", KINDS)
def test_refused_bits_lead_to_a_legal_maze(kind):
    problem = pcg.problem(kind, "4x4")
    problem.seed(3)
    for _ in range(50):
        content = problem._content_space.sample()
        legal = problem.content(problem.maze(content))
        info = problem.info(content)
        assert (legal == content) == (info["refused"] == 0)
        assert problem.quality(info) < 0.25 <= problem.quality(problem.info(legal)) or legal == content
        differ = [place for place in range(problem.bits) if legal[place] != content[place]]
        assert len(differ) >= info["refused"]
        if info["refused"]:
            content[differ[0]] = legal[differ[0]]
            assert problem.info(content)["refused"] in (info["refused"] - 1, 0)


def test_measures():
    problem = pcg.problem("rook", "4x4", length=12)
    alone, many, none = (problem.info(problem.content(mazewright.maze(f"rook:4x4:{body}"))) for body in (
        "S2231/2121/2121/112G", "S1111/1111/1111/111G", "S1111/1111/1112/112G"))
    assert (alone["length"], alone["solutions"], many["length"], many["solutions"]) == (11, 1, 6, 20)
    assert none["length"] is None and problem.quality(none) == (1 + none["states"] / 16) / 4 < 0.5
    assert problem.quality(alone) == pytest.approx((3 + 11 / 12) / 4)
    assert problem.quality(many) == pytest.approx((2.5 + 1 / 20) / 4)
    assert problem.diversity(alone, alone) == 0 < problem.diversity(alone, many) <= 1
    assert problem.diversity(alone, many) == problem.diversity(many, alone)
    assert [problem.controlability(alone, {"length": length}) for length in (12, 11, 10)] == [1, 1, 1]
    assert problem.controlability(alone, {"length": 16}) == pytest.approx(1 - 4 / 16)
    assert problem.controlability(none, {"length": 11}) == 0
    assert problem.render(alone["content"]) == mazewright.maze(alone["maze"]).svg()
    assert problem._control_space.range() == {"length": {"min": 12, "max": 16}}


def test_environment():
    env = pcg.env("die", "4x4")
    env.seed(7)
    contents = [env.content_space.sample() for _ in range(6)]
    env.seed(7)
    assert env.content_space.sample() == contents[0] and env.content_space.isSampled(contents[0])
    twins = [contents[0], contents[1], contents[0]]
    assert env.diversity(twins)[1].count(0) == 1 and env.diversity(twins)[0] == pytest.approx(2 / 3)
    infos = env.info(contents)
    control = env.control_space.sample()
    assert env.quality(infos) == env.quality(contents)
    assert env.quality(infos[0])[1] == env.quality(contents)[1][0]
    assert env.controlability(contents[0], control)[1] == env.controlability([contents[0]], [control])[1][0]
    assert env.evaluate(contents[0])[2] == 0 and env.evaluate(infos, [control] * 6)[4] == infos
    assert len(env.render(contents)) == 6 and env.render(contents[0]).startswith("<svg")
    for wrong in ([], contents[0][:-1] + [2]):
        with pytest.raises((ValueError, TypeError)):
            env.info(wrong)
    with pytest.raises(ValueError):
        env.controlability(contents, [control])


@pytest.mark.parametrize("spoil, error", [
    (lambda content: content[1:], ValueError), (lambda content: [*content, 0], ValueError),
    (lambda content: [2, *content[1:]], ValueError), (lambda content: [-1, *content[1:]], ValueError),
    (lambda content: [10**30, *content[1:]], ValueError), (lambda content: [], ValueError),
    (lambda content: [math.nan, *content[1:]], TypeError), (lambda content: [0.0, *content[1:]], TypeError),
    (lambda content: ["0", *content[1:]], TypeError), (lambda content: [content], TypeError),
    (lambda content: "01" * len(content), TypeError), (lambda content: 5, TypeError), (lambda content: None, TypeError),
])
def test_contents_that_are_none(spoil, error):
    problem = pcg.problem("rook", "4x4")
    content = problem.content(problem.frame)
    for method in (problem.info, problem.maze, problem.render):
        with pytest.raises(error):
            method(spoil(content))


def test_arrays():
    numpy = pytest.importorskip("numpy")
    problem = pcg.problem("rook", "4x4")
    content = problem.content(problem.frame)
    info = problem.info(content)
    for form in (numpy.array(content), numpy.array(content, bool), list(numpy.array(content)), bytes(content)):
        assert problem.info(form) == info and json.dumps(problem.info(form))
    with pytest.raises(TypeError):
        problem.info(numpy.array(content, float))
    with pytest.raises(TypeError):
        problem.info(numpy.array([content, content]))


@pytest.mark.parametrize("arguments, error", [
    (("chess",), ValueError), (("null",), ValueError), (("rook", "0x5"), ValueError), (("rook", "5x5#2"), ValueError),
    (("rook", "x"), ValueError), (("rook\n", "5x5"), ValueError), (("die", "5x5,labels=after"), ValueError),
    ((None,), ValueError),
])
def test_problems_that_are_none(arguments, error):
    with pytest.raises(error):
        pcg.problem(*arguments)


def test_other_wrong_arguments():
    problem = pcg.problem("rook", "4x4")
    info = problem.info(problem.content(problem.frame))
    for length, error in ((0, ValueError), (-3, ValueError), (2.5, TypeError), ("9", TypeError)):
        with pytest.raises(error):
            pcg.problem("rook", "4x4", length=length)
    for length, error in ((0, ValueError), (math.nan, ValueError), (math.inf, ValueError), ("9", TypeError)):
        with pytest.raises(error):
            problem.controlability(info, {"length": length})
    for other in ("rook:5x5#1", "die:4x4#1", "rook:4x4,queen#1", "rook:4x4:S1111/1311/1111/111G"):
        with pytest.raises(mazewright.MazeError):
            problem.content(mazewright.maze(other))
    maze = problem.frame
    for bits, error in ((b"", ValueError), (b"\2" * problem.bits, ValueError), ("0" * problem.bits, TypeError)):
        with pytest.raises(error):
            maze._decode(bits)


@pytest.mark.parametrize("kind", KINDS)
def test_measures_by_name(kind):
    maze = mazewright.maze(f"{kind}:4x4#3")
    measures = maze.analyse()
    assert maze.analyse("length", "states") == {name: measures[name] for name in ("length", "states")}
    for name, value in measures.items():
        assert maze.analyse(name) == {name: value}
    for names, error in ((("length", "nothing"), mazewright.MazeError), ((3,), TypeError)):
        with pytest.raises(error):
            maze.analyse(*names)


def test_registration(tmp_path):
    """A package with the names of the benchmark and the interface that a problem meets there."""
    stand_ins = Path(pcg.__file__).with_name("pcg_stand_ins.py").read_text()
    for name, text in {
        "__init__.py": """from .all import PCGEnv
from . import probs
def register(name, problemClass, problemArgs={}):
    if name in probs.PROBLEMS:
        raise AttributeError(name)
    probs.PROBLEMS[name] = problemClass, problemArgs
def list():
    return [*probs.PROBLEMS]
def make(name):
    made, arguments = probs.PROBLEMS[name]
    return PCGEnv(name, made(**arguments))
""",
        "all.py": stand_ins,
        "spaces/__init__.py": "from ..all import ArraySpace, DictionarySpace, IntegerSpace\n",
        "probs/__init__.py": "PROBLEMS = {}\n",
        "probs/problem.py": "from ..all import Problem\n",
    }.items():
        file = tmp_path / "pcg_benchmark" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    script = """if True:
        import pcg_benchmark, mazewright.pcg
        from pcg_benchmark.probs.problem import Problem
        assert issubclass(mazewright.pcg.MazeProblem, Problem)
        assert isinstance(mazewright.pcg.env("die"), pcg_benchmark.PCGEnv)
        names = mazewright.pcg.register()
        assert mazewright.pcg.register() == names == pcg_benchmark.list()
        assert mazewright.pcg.register("rook", size="6x6") == ["mazewright-rook-6x6-v0"]
        try:
            mazewright.pcg.register("null")
        except mazewright.MazeError:
            print(*names)
        for name in pcg_benchmark.list():
            env = pcg_benchmark.make(name)
            contents = [env.content_space.sample() for _ in range(4)]
            env.evaluate(contents, [env.control_space.sample() for _ in range(4)])
        assert env._problem.frame.size[:2] == (6, 6)
    """
    here = str(Path(mazewright.__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": f"{tmp_path}:{here}"})
    assert done.stdout.split() == [f"mazewright-{kind}-v0" for kind in KINDS], done.stderr
    with pytest.raises(ModuleNotFoundError):
        pcg.register()
