"""State graphs as arrays, with and without NumPy."""

import pytest

import mazewright


@pytest.fixture
def graph():
    return mazewright.maze("die:6x6,obstacles=25#19554").graph()


def test_arrays_agree_with_the_rules(graph):
    words = graph.maze.actions
    ids = {graph.state(id).rank: id for id in range(graph.states)}
    assert len(ids) == graph.states and ids[graph.maze.start.rank] == 0
    for id in range(graph.states):
        state = graph.state(id)
        assert graph.status[id] == state.is_goal
        arcs = range(graph.first[id], graph.first[id + 1])
        assert [(words[graph.edge_action[a]], graph.edge_to[a], graph.edge_cost[a]) for a in arcs] == \
            [(word, mazewright.FAR if to.is_lost else ids[to.rank], cost) for word, to, cost in state.moves()]
        ways = [graph.edge_cost[a] + graph.distance[graph.edge_to[a]] for a in arcs]
        assert graph.distance[id] == (0 if state.is_goal else min(ways + [mazewright.FAR]))
        for from_id in graph.back[graph.back_first[id]:graph.back_first[id + 1]]:
            assert id in graph.edge_to[graph.first[from_id]:graph.first[from_id + 1]].tolist()
    assert len(graph.back) == graph.edges and len(graph.edge_to) == graph.edges
    path = graph.solution()
    assert len(path) == graph.distance[0] + 1 and path[0] == 0 and graph.state(path[-1]).is_goal


def test_read_only_and_bounds(graph):
    with pytest.raises(TypeError):
        graph.distance[0] = 1
    for wrong in (-1, graph.states, 10**30):
        with pytest.raises((IndexError, OverflowError)):
            graph.state(wrong)
    with pytest.raises((TypeError, BufferError)):
        b"".join([graph.edge_to.obj])  # who does not look at strides gets nothing


def test_views_outlive_the_graph():
    views = [mazewright.maze("rook:9x9#5").graph().distance for _ in range(100)]
    assert len({bytes(view) for view in views}) == 1
    edges = mazewright.maze("rook:9x9#5").graph().edge_to
    assert max(edges) < 100


def test_numpy(graph):
    numpy = pytest.importorskip("numpy")
    distance = numpy.asarray(graph.distance)
    assert distance.dtype == numpy.uint32 and not distance.flags.owndata and not distance.flags.writeable
    assert distance.ctypes.data == numpy.asarray(graph.distance).ctypes.data
    assert distance.tolist() == graph.distance.tolist()
    to = numpy.asarray(graph.edge_to)
    assert not to.flags.owndata and to.tolist() == graph.edge_to.tolist()
    features = numpy.asarray(graph.features())
    names = list(graph.maze.start.features)
    assert features.shape == (graph.states, len(names))
    for id in (0, 1, graph.states - 1):
        assert dict(zip(names, features[id].tolist())) == graph.state(id).features


def test_unsolvable_and_small():
    graph = mazewright.maze("die 2x1\nSG\n").graph(all=False)
    assert graph.solution() == [] and graph.distance[0] == mazewright.FAR
    assert graph.reachable == graph.states


@pytest.mark.parametrize("name", ["rook:6x6#3", "die:6x6,obstacles=25#19554", "theseus:6x6#5", "shipped:bloxorz/09",
                                  "shipped:marble/03"])
def test_numbers_of_states(name):
    maze = mazewright.maze(name)
    graph, some = maze.graph(), maze.graph(all=False)
    assert [graph.id(graph.state(id)) for id in range(graph.states)] == list(range(graph.states))
    assert [some.id(mazewright.maze(name).play(moves)) for moves in ("", maze.solve().moves)] == [
        0, some.solution()[-1]]
    for id in range(min(some.states, 100)):
        for edge, (_, to, _) in zip(range(some.first[id], some.first[id + 1]), some.state(id).moves()):
            if to.is_lost:
                with pytest.raises(ValueError, match="no such state"):
                    some.id(to)
            else:
                assert some.id(to) == some.edge_to[edge]
    if graph.states > some.states:
        with pytest.raises(ValueError, match="no such state"):
            some.id(graph.state(graph.states - 1))
    with pytest.raises(ValueError, match="another maze"):
        graph.id(mazewright.maze("die:5x5#9").start)
    perfect = maze.solve("astar", lambda state: graph.distance[graph.id(state)])  # FAR: no way to win
    assert perfect.optimal and perfect.cost == graph.distance[0]
