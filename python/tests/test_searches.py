"""Searches and audits: with the library's heuristics, and with functions of a program."""

import gc
import heapq
import math
import random
import sys
import threading
import time

import pytest

import mazewright

DIE = "die:6x6,obstacles=25#19554"


@pytest.fixture
def maze():
    return mazewright.maze(DIE)


def test_algorithms_agree(maze):
    for algorithm in mazewright.algorithms():
        result = maze.solve(algorithm["name"])
        assert result.algorithm == algorithm["name"]
        if result.outcome == "solved":
            assert maze.play(result.moves).is_goal
            assert not result.optimal or (result.length, result.cost) == (30, 30)


def test_what_an_algorithm_has_no_use_for_is_refused(maze):
    for call in (maze.solve, maze.trace):
        for algorithm in (None, "bfs", "dfs", "ids", "ucs"):
            for heuristic in ("h1", "no such", lambda s: 0):
                with pytest.raises(ValueError, match="for informed algorithms, such as astar"):
                    call(algorithm, heuristic)
        for algorithm in (None, "bfs", "astar", "greedy", "idastar"):
            with pytest.raises(ValueError, match="such as wastar"):
                call(algorithm, weight=2)
        call("wastar", "h1", weight=2)


def test_names_of_limits(maze):
    large = mazewright.maze("die:300x300#1")
    for result, name in ((large.solve(limit_states=10), "states"), (large.solve("dfs", limit_memory=1000), "memory"),
                         (large.solve("astar", lambda s: 0, limit_seconds=0.05), "stopped"),
                         (large.trace("bfs", events=1000).result, "stopped"),
                         (maze.solve("hill", lambda s: s.dx + s.dy), "stuck"), (maze.solve(), None)):
        assert result.limit == name and result.outcome == ("limit" if name else "solved")


@pytest.mark.parametrize("name", ["rook:7x7#3", "die:8x8#5", "theseus:6x6#4", "shipped:bloxorz/31", "marble:5x5#2"])
def test_function_searches_as_the_expression_does(name):
    maze = mazewright.maze(name)
    for algorithm in ("greedy", "astar", "wastar", "idastar"):
        ours = maze.solve(algorithm, lambda s: s.dx + s.dy, limit_states=20000, limit_seconds=5)
        theirs = maze.solve(algorithm, "dx + dy", limit_states=20000, limit_seconds=5)
        for value in ("outcome", "moves", "expanded", "generated", "stored", "optimal"):
            assert getattr(ours, value) == getattr(theirs, value), (algorithm, value)


@pytest.mark.parametrize("expression, function", [
    ("3*dx + dy", lambda s: 3 * s.dx + s.dy),
    ("dx/2", lambda s: s.dx / 2),
    ("dx + 2*(top != 1)", lambda s: s.dx + 2 * (s.top != 1)),
    ("dy", lambda s: s.features["dy"]),
])
def test_audit_of_a_function(maze, expression, function):
    ours, theirs = maze.audit(function).as_dict(), maze.audit(expression).as_dict()
    assert ours.pop("heuristic") == "<lambda>" and theirs.pop("heuristic") == expression
    assert ours == theirs


def test_library_heuristics_as_functions(maze):
    graph = maze.graph()
    for heuristic in next(k for k in mazewright.kinds() if k["name"] == "die")["heuristics"]:
        h = maze.heuristic(heuristic["name"])
        assert h.__name__ == heuristic["name"]
        over = sum(h(graph.state(id)) > exact for id, exact in enumerate(graph.distance) if exact < mazewright.FAR)
        assert over == maze.audit(heuristic["name"]).overestimated
        assert maze.solve("astar", h).expanded == maze.solve("astar", heuristic["name"]).expanded
    assert maze.heuristic("zero")(maze.start) == 0 and maze.heuristic("dx")(maze.start) == 5
    for wrong in ("h99", "dx +", "nothing + 1"):
        with pytest.raises(mazewright.MazeError):
            maze.heuristic(wrong)
    with pytest.raises(TypeError):
        maze.heuristic("h4")(3)
    with pytest.raises(ValueError, match="another maze"):
        maze.heuristic("h4")(mazewright.maze("die:5x5#1").start)


@pytest.mark.parametrize("returned, error", [
    (math.nan, ValueError), (-1, ValueError), (-0.5, ValueError), (-math.inf, ValueError), (10**9, ValueError),
    (10**400, ValueError), (-(10**400), ValueError), ("3", TypeError), (None, TypeError), ([], TypeError),
    (3j, TypeError),
])
def test_what_is_no_estimate(maze, returned, error):
    def mine(state):
        return returned

    for work in (lambda: maze.solve("astar", mine), lambda: maze.audit(mine), lambda: maze.trace("astar", mine),
                 lambda: maze.solve("idastar", mine), lambda: maze.solve("hill", mine)):
        with pytest.raises(error, match="mine returned .* for row"):
            work()


def test_what_is_an_estimate(maze):
    assert maze.solve("astar", lambda s: True).length == 30
    assert maze.solve("astar", lambda s: 0.25).length == 30
    assert maze.audit(lambda s: 0.25).exact_states == maze.audit(lambda s: 1).exact_states
    assert maze.audit(lambda s: math.inf).worst is None
    numpy = pytest.importorskip("numpy")
    assert maze.solve("astar", lambda s: numpy.int64(s.dx)).expanded == maze.solve("astar", "dx").expanded
    assert maze.solve("astar", lambda s: numpy.float32(s.dx)).expanded == maze.solve("astar", "dx").expanded


def test_exception_ends_the_search(maze):
    class Mine(Exception):
        pass

    calls = 0

    def fails(state):
        nonlocal calls
        calls += 1
        if calls == 20:
            raise Mine("here")
        return 0

    for work in (maze.solve, maze.trace):
        calls = 0
        with pytest.raises(Mine, match="here"):
            work("astar", fails)
        assert calls == 20
    calls = 0
    with pytest.raises(Mine):
        maze.audit(fails)
    assert calls == 20
    assert maze.solve("astar").length == 30


def test_states_that_are_kept_do_not_change(maze):
    kept = []

    def keeps(state):
        kept.append((state, str(state)))
        return 0

    maze.solve("astar", keeps)
    assert len({text for _, text in kept}) == len({state for state, _ in kept}) > 100
    assert all(str(state) == text for state, text in kept)


def test_search_within_a_search(maze):
    easier = mazewright.maze("rook:5x5#7")

    def looks(state):
        assert easier.solve("astar", lambda s: s.dx).outcome == "solved"
        assert maze.solve("bfs").length == 30
        return state.dx

    def deeper(state):
        maze.solve("astar", looks)
        return state.dx

    assert maze.solve("astar", looks).expanded == maze.solve("astar", "dx").expanded

    def endless(state):
        return maze.solve("astar", endless).length

    with pytest.raises(RecursionError):
        maze.solve("astar", endless)


def test_a_million_calls_leak_nothing(maze):
    numbers = [random.random() for _ in range(10)]

    def work():
        for _ in range(30):
            maze.solve("astar", lambda s: s.dx + numbers[0])
            maze.trace("astar", lambda s: s.dx, events=50)
            maze.audit("dx")
            mazewright.maze(DIE).graph().distance
            maze.start.moves()
            for wrong in (lambda s: 1 / 0, lambda s: "x"):
                with pytest.raises((ZeroDivisionError, TypeError)):
                    maze.solve("astar", wrong)

    work()
    gc.collect()
    before, blocks = sys.getrefcount(maze), sys.getallocatedblocks()
    work()
    gc.collect()
    assert sys.getrefcount(maze) == before
    assert sys.getallocatedblocks() - blocks < 50


def test_limits(maze):
    result = maze.solve("bfs", limit_states=20)
    assert (result.outcome, result.limit, result.moves, result.length) == ("limit", "states", None, None)
    for work in (maze.analyse, maze.audit, maze.graph):
        with pytest.raises(mazewright.LimitReached, match="states"):
            work(limit_states=20)
        with pytest.raises(mazewright.LimitReached, match="memory"):
            work(limit_memory=100)
    for wrong in (0, -1, math.nan):
        with pytest.raises(ValueError):
            maze.solve(limit_seconds=wrong)
    with pytest.raises((OverflowError, ValueError)):
        maze.solve(limit_states=10**30)
    with pytest.raises(ValueError):
        maze.solve("wastar", weight=-1)
    with pytest.raises(mazewright.MazeError, match="the algorithms are"):
        maze.solve("fastest")
    for wrong in ("h99", "dx +", "dx\0"):
        with pytest.raises(ValueError):
            maze.solve("astar", wrong)
        with pytest.raises(ValueError):
            maze.audit(wrong)


def test_time_limit_of_slow_functions(maze):
    def slow(state):
        time.sleep(0.01)
        return 0

    begun = time.monotonic()
    result = maze.solve("astar", slow, limit_seconds=0.1)
    assert (result.outcome, result.limit, result.moves, result.optimal) == ("limit", "stopped", None, False)
    calls = []

    def slow_later(state):  # the search itself is fast, its proof is not
        calls.append(state)
        time.sleep(0.01 if len(calls) > found else 0)
        return 1000

    maze.solve("astar", lambda s: calls.append(s) or 1000, prove=False)
    found = len(calls)
    calls.clear()
    result = maze.solve("astar", slow_later, limit_seconds=0.1)
    assert (result.outcome, result.optimal) == ("solved", False) and len(calls) > found
    with pytest.raises(mazewright.LimitReached, match="seconds"):
        maze.audit(slow, limit_seconds=0.1)
    assert time.monotonic() - begun < 2


def test_trace(maze):
    trace = maze.trace("astar", lambda s: s.dx)
    plain = maze.solve("astar", "dx")
    types = [event["type"] for event in trace]
    assert types.count("expand") == plain.expanded == trace.result.expanded
    assert types.count("generate") == plain.generated
    assert types[0] == "source" and types[-1] == "end" and trace[0]["state"] == maze.start
    assert len(maze.trace("bfs", events=10)) == 10


def test_threads(maze):
    expected = {name: maze.solve("astar", name).expanded for name in ("h2", "h4", "dx")}
    wrong = []

    def work():
        for _ in range(50):
            for name, expanded in expected.items():
                if maze.solve("astar", name).expanded != expanded:
                    wrong.append(name)
            if maze.solve("astar", lambda s: s.dx).expanded != expected["dx"]:
                wrong.append("function")
            if mazewright.ask("optimum", maze=DIE)["optimum"] != 30:
                wrong.append("ask")

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# ---- a search as a textbook has it, which knows nothing of mazes

class Node:
    def __init__(self, state, parent=None, action=None, path_cost=0):
        self.state, self.parent, self.action, self.path_cost = state, parent, action, path_cost

    def __lt__(self, other):  # as the code of the textbook does, so that a heap has an order
        return self.state < other.state

    def expand(self, problem):
        for action in problem.actions(self.state):
            to = problem.result(self.state, action)
            yield Node(to, self, action, problem.path_cost(self.path_cost, self.state, action, to))

    def solution(self):
        return self.parent.solution() + [self.action] if self.parent else []


def astar_search(problem):
    frontier = [(problem.h(Node(problem.initial)), Node(problem.initial))]
    reached = {problem.initial: 0}
    while frontier:
        _, node = heapq.heappop(frontier)
        if problem.goal_test(node.state):
            return node
        for child in node.expand(problem):
            if child.state not in reached or child.path_cost < reached[child.state]:
                reached[child.state] = child.path_cost
                heapq.heappush(frontier, (child.path_cost + problem.h(child), child))
    return None


def test_states_have_an_order():
    maze, again = mazewright.maze("theseus:5x5#1"), mazewright.maze("theseus:5x5#1")
    graph = maze.graph()
    states = [graph.state(id) for id in range(graph.states)]
    for _ in range(1000):
        a, b, c = random.choices(states, k=3)
        assert (a < b) + (a == b) + (a > b) == 1 and (a <= b) == (not b < a) and (a >= b) == (b <= a)
        assert a < c or not (a < b < c)
    assert sorted(states) == sorted(reversed(states)) and not again.start < maze.start and again.start <= maze.start
    for other in (mazewright.maze("theseus:5x5#2").start, 1, None):
        assert maze.start != other
        with pytest.raises(TypeError):
            maze.start < other


@pytest.mark.parametrize("name", [DIE, "rook:8x8#3", "theseus:7x7#4", "shipped:bloxorz/31", "shipped:theseus/05"])
def test_textbook_search(name):
    maze = mazewright.maze(name)
    result = maze.solve("ucs")
    for heuristic in (None, lambda s: 0):
        problem = mazewright.Problem(maze, heuristic)
        found = astar_search(problem)
        if result.outcome == "unsolvable":
            assert found is None
        else:
            assert found.path_cost == result.cost
            assert maze.play(" ".join(found.solution())).is_goal
    with pytest.raises(ValueError, match="not legal"):
        problem.result(problem.initial, "nowhere")


def test_textbook_climbing():
    problem, reached = mazewright.Problem("die:5x5,obstacles=0#1", lambda s: s.dx + s.dy), set()
    assert problem.value(problem.initial) == -problem.h(problem.initial) == -8
    node = Node(problem.initial)
    while node.state not in reached:
        reached.add(node.state)
        node = max([*node.expand(problem), node], key=lambda n: problem.value(n.state))
    assert problem.value(node.state) > -8
