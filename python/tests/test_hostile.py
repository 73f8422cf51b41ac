"""Hostile arguments for everything public, and hostile functions: nothing but fitting exceptions comes of them."""

import gc
import inspect
import math
import os
import pickle
import sys
import threading
import time

import pytest

import mazewright
from interrupts import interrupt

DIE = "die:4x4#3"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

try:
    import numpy
    SCALARS = [numpy.float64("nan"), numpy.int64(-1), numpy.zeros(2), numpy.bool_(True), numpy.float16(3)]
except ImportError:
    SCALARS = []


class Mine(Exception):
    pass


def fails(*_):
    raise Mine


def endless(*_):
    return endless()


class Wild:
    """Everything that Python asks of it raises."""

    __float__ = __index__ = __int__ = __bool__ = __eq__ = __hash__ = __len__ = __iter__ = __str__ = __repr__ = fails
    __gt__ = __lt__ = __fspath__ = __call__ = __getitem__ = __contains__ = __buffer__ = fails


class Text(str):
    def __eq__(self, other):
        raise Mine
    __hash__ = str.__hash__
    split = __contains__ = fails


class Whole:
    def __index__(self):
        return 2**70


HOSTILE = [
    None, math.nan, math.inf, -math.inf, -1, 0, 2**70, -(2**70), 1e308, True, 3j, "", "\0", "a\0b", "\ud800", "x" * 100000,
    "{", "%s%n", "\x1b[2J", "../../etc/passwd", "rook:5x5#99999999999999999999", "die 2x1\nSG\n", b"", b"\xff\xfe", b"\0",
    bytearray(b"die"), [], [None], (), ((),), {}, {"a": Wild()}, set(), range(3), object(), object, len, fails, endless,
    Wild(), Wild, Text("astar"), Whole(), (i for i in [1]), memoryview(b"abc"), sys, Ellipsis, NotImplemented, float, [[]] * 3,
]
ALLOWED = (TypeError, ValueError, OverflowError, AttributeError, KeyError, IndexError, OSError, RecursionError, Mine,
           mazewright.LimitReached, StopIteration)


def calls(tmp_path):
    """Functions with arguments that make sense."""
    maze = mazewright.maze(DIE)
    state, graph, result, trace = maze.start, maze.graph(), maze.solve(), maze.trace()
    h, problem = maze.heuristic("h1"), mazewright.Problem(maze)
    mazes = mazewright.dataset("rook:3x3", count=2, bands=1)
    limits = {"limit_states": 1000, "limit_memory": 10**7, "limit_seconds": 1}
    file = tmp_path / "out"
    return [
        (mazewright.maze, (DIE,), {"kind": None}), (mazewright.Maze, ("die 2x1\nSG\n",), {"kind": None}),
        (mazewright.random, ("rook", "3x3"), {"seed": 1, "solvable": False}), (mazewright.shipped, ("rook",), {}),
        (mazewright.ask, ("optimum",), {"maze": DIE, "on_progress": None}),
        (mazewright.chart, ({"a": [1, 2]},), {"title": "t", "x": "x", "y": "y", "dots": False, "log_x": False}),
        (mazewright.design, ("rook", "3x3"), {"objective": "length", "require": (), "method": None, "evaluations": 50,
                                              "seed": 1, "limit_memory": None, "on_progress": None}),
        (mazewright.dataset, ("rook:3x3",), {"count": 2, "bands": (1, 2), "split": {"all": 100}, "unsolvable": 0.0,
                                             "prompt": "short", "seed": 1, "on_progress": None}),
        (mazewright.simulate, ("marble:3x3#1",), {"agent": "complete", "seed": 1, "orientations": None, "frames": 1,
                                                  "preset": "thesis", "recover": False, "limit_moves": 50,
                                                  "gravity": 9.81, "on_progress": None}),
        (mazewright.verify, (DIE, "E"), {"strict": False, "optimal": None, **limits}),
        (lambda lines: list(mazewright.verify(lines)), ([{"id": DIE, "moves": "E"}],), {}),
        (lambda a, b: list(mazewright.verify([{"id": a, "moves": b}, {"id": 1, "maze": a, "answer": [b]}])), (DIE, "E"), {}),
        (mazewright.book, ([DIE], tmp_path / "b.html"), {"title": "t", "columns": 1, "rows": 1, "solutions": True,
                                                         **limits, "on_progress": None}),
        (mazewright.Problem, (DIE,), {"heuristic": "h1"}), (mazewright.Heuristic, (maze, "h1"), {}),
        (maze.play, ("",), {}), (maze.hint, ("",), {"grade": 3, **limits}),
        (maze.verify, ("E",), {"strict": False, "optimal": True, **limits}),
        (maze.solve, ("astar",), {"heuristic": "h1", "weight": 0, "prove": True, "exhaust": False, **limits}),
        (maze.trace, ("astar",), {"heuristic": "h1", "weight": 0, "events": 100, **limits}),
        (maze.audit, ("h1",), limits), (maze.analyse, (), limits), (maze.graph, (), {"all": True, **limits}),
        (maze.heuristic, ("h1",), {}), (maze.convert, ("id",), {}),
        (maze.svg, ("",), {"solution": None, "theme": "light", "scale": 40}),
        (maze.animate, ("",), {"theme": "light", "scale": 40}),
        (maze.save, (str(file) + ".svg",), {"solution": None, "theme": "light", "scale": 4}),
        (maze.animate("").save, (str(file) + ".html",), {"title": "t"}),
        (maze.__eq__, (maze,), {}), (state.__eq__, (state,), {}), (state.__deepcopy__, ({},), {}),
        (graph.state, (0,), {}), (h, (state,), {}), (trace.svg, (), {"by": "order", "theme": "light", "scale": 4}),
        (trace.__getitem__, (0,), {}), (mazes.__getitem__, (0,), {}), (mazes.split, ("all",), {}),
        (mazes.save, (str(file),), {}), (problem.actions, (state,), {}), (problem.result, (state, "E"), {}),
        (problem.goal_test, (state,), {}), (problem.path_cost, (0, state, "E", state), {}), (problem.h, (state,), {}),
        (result.animate, (), {"theme": "light", "scale": 4}), (state.__reduce__()[0], state.__reduce__()[1], {}),
        (setattr, (state, "dx", 1), {}), (setattr, (maze, "kind", 1), {}), (setattr, (graph, "states", 1), {}),
        (type(state), (), {}), (type(graph), (), {}), (type(graph.distance), (b"",), {}),
    ]


def attempt(call, *given, **named):
    """Calls it; what it raises must be fitting, and must be printable."""
    try:
        call(*given, **named)
    except ALLOWED as error:
        if not isinstance(error, Mine):
            assert str(error) or isinstance(error, (StopIteration, KeyError)), (call, given, named)


def test_hostile_arguments(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for call, given, named in calls(tmp_path):
        attempt(call, *given, **named)
        for wrong in HOSTILE:
            for place in range(len(given)):
                attempt(call, *given[:place], wrong, *given[place + 1:], **named)
            for name in named:
                attempt(call, *given, **{**named, name: wrong})
        for wrong in (None, 2**70, Wild()):
            attempt(call, *given, wrong, **named)
            attempt(call, *given, **{**named, "nonsense": wrong})
    assert mazewright.maze(DIE).solve().outcome == "solved"


def test_every_public_callable_is_tried(tmp_path):
    names = {getattr(call, "__name__", "") for call, _, _ in calls(tmp_path)}
    skipped = {"algorithms", "kinds"}  # take nothing
    public = {name for name in mazewright.__all__ if inspect.isroutine(getattr(mazewright, name))}
    assert public <= names | skipped


# ---- functions of the program that are called back

@pytest.fixture
def maze():
    return mazewright.maze(DIE)


SEARCHES = [lambda maze, h: maze.solve("astar", h), lambda maze, h: maze.solve("idastar", h),
            lambda maze, h: maze.trace("greedy", h), lambda maze, h: maze.audit(h),
            lambda maze, h: maze.solve("hill", h)]


@pytest.mark.parametrize("search", SEARCHES)
def test_heuristics_that_return_anything(maze, search):
    for value in HOSTILE + SCALARS:
        attempt(search, maze, lambda state: value)
    assert maze.solve().outcome == "solved"


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), GeneratorExit(), MemoryError(), Mine(), SyntaxError("x")],
                         ids=lambda error: type(error).__name__)
def test_what_a_heuristic_raises_comes_out(maze, search, error):
    def raises(state):
        raise error

    with pytest.raises(type(error)) as raised:
        search(maze, raises)
    assert raised.value is error
    assert maze.solve("astar", lambda state: 0).outcome == "solved"


def test_progress_that_raises_or_returns_anything():
    for work in (lambda told: mazewright.design("rook", "4x4", evaluations=300, on_progress=told),
                 lambda told: mazewright.dataset("rook:3x3", count=3, bands=1, on_progress=told),
                 lambda told: mazewright.simulate("marble:3x3#1", on_progress=told),
                 lambda told: mazewright.ask("design", kind="rook", size="4x4", evaluations=300, on_progress=told)):
        for value in HOSTILE:
            work(lambda news: value)
        for error in (SystemExit(3), KeyboardInterrupt(), Mine()):
            def raises(news):
                raise error

            with pytest.raises(type(error)) as raised:
                work(raises)
            assert raised.value is error
        kept = []
        work(kept.append)
        gc.collect()
        assert kept and all(isinstance(str(news), str) for news in kept)
        for news in kept:  # a maze that was told outlives its design
            if isinstance(news.get("maze"), mazewright.Maze):
                assert news["maze"].solve().outcome in ("solved", "unsolvable")


def test_states_outlive_what_made_them():
    kept = []

    def keeps(state):
        kept.append(state)
        gc.collect()
        return 0

    mazewright.maze(DIE).solve("astar", keeps)
    view = mazewright.maze(DIE).graph().distance
    moves = mazewright.maze(DIE).start.moves()
    h = mazewright.maze(DIE).heuristic("h2")
    answers = mazewright.verify(iter([{"id": DIE, "moves": "E"}] * 3))
    next(answers)
    gc.collect()
    assert len(set(kept)) > 5
    assert all(state.moves() is not None and h(state) >= 0 and state.features for state in kept)
    assert view[0] == 6 or view[0] > 0
    assert all(to.maze == kept[0].maze for _, to, _ in moves)
    del kept[1:], answers
    gc.collect()
    assert str(kept[0]).startswith("row")


def test_heuristics_that_change_the_world(maze):
    holder = {"maze": mazewright.maze(DIE), "h": None}
    made = []

    def deletes(state):
        holder.clear()
        made.append([mazewright.maze(f"rook:5x5#{len(made)}").start for _ in range(3)])
        if len(made) < 10:
            gc.collect()
        sys.modules.pop("mazewright.nothing", None)
        return len(made) % 3

    holder["h"] = deletes
    assert holder["maze"].solve("astar", holder["h"]).outcome == "solved" and not holder

    def threads(state):
        thread = threading.Thread(target=lambda: made.append(maze.solve("astar", lambda s: s.dx).length))
        thread.start()
        thread.join()
        return 0

    assert maze.solve("astar", threads).outcome == "solved"

    def deletes_itself(state):
        globals().pop("passing", None)
        return 0

    globals()["passing"] = deletes_itself
    assert maze.solve("astar", globals()["passing"]).outcome == "solved"

    class Counter:
        def __call__(self, state):
            del self.__dict__["kept"][:]
            return state.dx

    counter = Counter()
    counter.kept = [counter]
    assert maze.solve("astar", counter).heuristic == "Counter"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_heuristics_that_fork(maze):
    children = []

    def forks(state):
        if len(children) < 3:
            child = os.fork()
            if not child:
                os._exit(0 if maze.solve().outcome == "solved" else 1)
            children.append(child)
        return 0

    assert maze.solve("astar", forks).outcome == "solved"
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]


def test_deep_recursion():
    """In threads, too, whose stacks are smaller."""
    maze = mazewright.maze(DIE)
    found = []

    def endless(state):
        return maze.solve("astar", endless).length

    def audits(state):
        return maze.audit(audits).gap

    def work():
        for heuristic in (endless, audits):
            with pytest.raises(RecursionError):
                maze.solve("astar", heuristic)
        found.append(True)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2


def test_subclasses(maze):
    gone = []

    class Own(mazewright.Maze):
        def __init__(self, *_):
            self.name = "mine"

        def __del__(self):
            gone.append(self.name)

    own = Own(maze.text)
    assert own == maze and hash(own) == hash(maze) and own.solve().maze is own and own.name == "mine"
    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(own)  # a class in a function
    own.me = own  # a ring
    del own
    gc.collect()
    assert gone == ["mine"]
    with pytest.raises(TypeError, match="only a maze"):
        type("Own", (mazewright.State,), {})()
    for base in (mazewright.Graph, mazewright.Heuristic):
        with pytest.raises(TypeError):
            type("Own", (base,), {})
    for base in (mazewright.State, mazewright.Graph, mazewright.Maze, mazewright.Heuristic, type(maze.start)):
        with pytest.raises(TypeError):
            object.__new__(base)
        with pytest.raises(TypeError):
            base.__new__(base)


# ---- signals and threads

def test_other_threads_make_progress(maze):
    done = []

    def work():
        until = time.monotonic() + 0.4
        while time.monotonic() < until:
            mazewright.maze("theseus:12x12#4").solve("astar", lambda state: 0, prove=False)
        done.append(True)

    thread, ticks, last, longest = threading.Thread(target=work), 0, time.monotonic(), 0.0
    thread.start()
    while not done:
        time.sleep(0.001)
        ticks, longest, last = ticks + 1, max(longest, time.monotonic() - last), time.monotonic()
    thread.join()
    assert ticks > 10 and longest < 1  # where the machine is busy; else below 0.1


@pytest.mark.parametrize("heuristic", ["lambda s: 0", "operator.attrgetter('dx')", "lambda s: time.sleep(0.01) or 0"])
@pytest.mark.parametrize("thread", [False, True])
def test_interrupts_of_heuristics(heuristic, thread):
    script = f"""if True:
        import mazewright, operator, threading, time
        def work():
            maze = mazewright.maze("theseus:12x12#4")
            while True:
                maze.solve("astar", {heuristic}, prove=False)
        print("now", flush=True)
        if {thread}:
            threading.Thread(target=work).start()
            time.sleep(60)
        work()
    """
    interrupt(script)


def test_what_goes_wrong_leaks_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tried = calls(tmp_path)

    def work():
        for call, given, named in tried:
            for wrong in (None, -1, 2**70, "\0", "\ud800", b"\xff", Wild()):
                for place in range(len(given)):
                    attempt(call, *given[:place], wrong, *given[place + 1:], **named)
                for name in named:
                    attempt(call, *given, **{**named, name: wrong})

    work()
    gc.collect()
    blocks = sys.getallocatedblocks()
    work()
    gc.collect()
    assert sys.getallocatedblocks() - blocks < 200
