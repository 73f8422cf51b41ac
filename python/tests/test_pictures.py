"""What notebooks show: pictures, animations, searches. And copies of what there is."""

import copy
import pickle
import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from xml.etree import ElementTree

import pytest

import mazewright

NAMES = ["die:6x6,obstacles=25#19554", "rook:8x8#3", "shipped:theseus/05", "shipped:bloxorz/31", "marble:4x4#1"]


def picture(html):
    return ElementTree.fromstring(html[html.index("<svg"):html.index("</svg>") + 6])


@pytest.mark.parametrize("name", NAMES)
def test_animation(name):
    maze = mazewright.maze(name)
    result = maze.solve()
    moving = result.animate()
    html = moving._repr_html_()
    assert moving.shown == result.length and len(html) < 400_000
    assert "<script" not in html and html.count("http") == 1  # the name of SVG
    assert html.count('type="radio"') == result.length + 2 and html in result._repr_html_()
    # Each move's shapes, in the order of layers, are those of its picture.
    svg = picture(html)
    for move in range(0, result.length + 1, 5):
        shown = []
        for part in svg:
            if not part.tag.endswith("}g"):
                shown.append(ElementTree.tostring(part).strip())
            elif f"m{move}" in part.get("class").split():
                shown += [ElementTree.tostring(shape).strip() for shape in part]
        still = ElementTree.fromstring(maze.svg(" ".join(result.actions[:move])))
        assert shown == [ElementTree.tostring(shape).strip() for shape in still]


def test_long_animations_are_bounded():
    moving = mazewright.maze("die:20x2,obstacles=0#1").animate(" ".join(["E", "W"] * 5000))
    html = moving._repr_html_()
    assert moving.shown == 200 and len(html) < 500_000 and "The first 200 of 10000 moves" in html
    large = mazewright.maze("die:90x90,obstacles=0#1")
    assert len(large.solve()._repr_html_()) < 2_000_000
    huge = mazewright.maze("die:200x200,obstacles=0#1")
    assert huge._repr_svg_() is None and "<svg" not in huge.solve()._repr_html_()
    with pytest.raises(mazewright.MazeError, match="cannot be drawn"):
        mazewright.maze("null:4x1#1").animate()
    assert "<table" in mazewright.maze("null:4x1#1").solve()._repr_html_()
    with pytest.raises(mazewright.MazeError):
        large.animate("?")


def test_saved_files(tmp_path):
    maze = mazewright.maze(NAMES[0])
    for ending, begins in (("svg", "<svg"), ("html", "<!DOCTYPE html>"), ("txt", "die 6x6"), ("die", "die 6x6")):
        maze.save(tmp_path / f"a.{ending}")
        assert (tmp_path / f"a.{ending}").read_text(encoding="utf-8").startswith(begins)
    assert mazewright.maze(tmp_path / "a.die") == maze
    maze.solve().animate(theme="dark").save(tmp_path / "b.html", title="<mine>")
    assert "<title>&lt;mine&gt;</title>" in (tmp_path / "b.html").read_text(encoding="utf-8")
    for wrong in ("a.doc", "a", "a.rook"):
        with pytest.raises(ValueError, match="name of the file"):
            maze.save(tmp_path / wrong)
    with pytest.raises(ValueError):
        maze.animate().save(tmp_path / "a.gif")
    with pytest.raises(FileNotFoundError):
        maze.save(tmp_path / "nothing" / "a.svg")


def test_search_shows_its_expansion():
    trace = mazewright.maze(NAMES[0]).trace("astar", "h4")
    cells = trace.cells()
    assert sorted(time for times in cells.values() for time in times) == list(range(1, trace.result.expanded + 1))
    assert cells[0][0] == 1 and trace.svg() != trace.svg(by="number") != trace.result.maze.svg()
    html = trace._repr_html_()
    assert trace.svg() in html and "<th>action</th>" in html and "expanded" in html
    with pytest.raises(ValueError):
        trace.svg(by="colour")
    marble = mazewright.maze("marble:4x4#1").trace()
    assert "events</summary>" in marble._repr_html_()
    assert "events</summary>" in mazewright.maze("null:4x1#1").trace()._repr_html_()


def test_random_and_shipped():
    assert mazewright.random("die", "6x6,obstacles=25", 19554) == mazewright.maze(NAMES[0])
    names = mazewright.shipped()
    assert len(names) > 50 and set(mazewright.shipped("rook")) < set(names)
    assert all(mazewright.maze(name).kind for name in names)
    for wrong in ("6x", "", "5x5#3", "99999x99999"):
        with pytest.raises(mazewright.MazeError):
            mazewright.random("rook", wrong, 1)
    with pytest.raises(ValueError):
        mazewright.random("rook", "5x5", -1)
    with pytest.raises(TypeError):
        mazewright.random("rook", "5x5", 1.5)
    with pytest.raises(mazewright.MazeError):
        mazewright.shipped("chess")


def test_states_show_themselves():
    for name in NAMES:
        maze = mazewright.maze(name)
        result = maze.solve()
        assert maze._repr_svg_() == maze.start._repr_svg_() == maze.svg()
        assert result.states[-1]._repr_svg_() == maze.svg(result.moves)
    graph = mazewright.maze("shipped:theseus/05").graph()
    lost = [to for id in range(graph.states) for _, to, _ in graph.state(id).moves() if to.is_lost]
    assert lost and lost[0]._repr_svg_().startswith("<svg")


# ---- copies

@pytest.mark.parametrize("name", NAMES)
def test_states_are_copied_and_pickled(name):
    maze = mazewright.maze(name)
    states = maze.solve().states + [to for _, to, _ in maze.start.moves()]
    assert all(copy.copy(state) is state and copy.deepcopy(state) is state for state in states)
    again = pickle.loads(pickle.dumps(states))
    assert again == states and [hash(state) for state in again] == [hash(state) for state in states]
    assert len({id(state.maze) for state in again}) == 1  # which is pickled once
    assert [state.is_lost for state in again] == [state.is_lost for state in states]


def test_bytes_that_are_no_state():
    maze = mazewright.maze(NAMES[0])
    make, (_, words, lost, mark) = maze.start.__reduce__()
    assert make(maze, words, lost, mark) == maze.start
    other = mazewright.maze("die:6x6#1")
    for wrong in ((maze, b"\xff" * 32, lost, mark), (maze, words, True, mark), (other, words, lost, mark),
                  (maze, words[1:], lost, mark), (maze, words, lost, mark ^ 2), (maze, b"", lost, 1)):
        with pytest.raises(ValueError, match="no state of this maze"):
            make(*wrong)


def test_results_are_pickled():
    maze = mazewright.maze(NAMES[0])
    for made in (maze.solve(), maze.audit("h3"), maze.verify("E"), maze.trace(), maze.analyse(), maze.animate(),
                 mazewright.design("rook", "5x5", evaluations=100), mazewright.Problem(maze, "h2")):
        for again in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
            assert type(again) is type(made)
            if hasattr(made, "as_dict"):
                assert again.as_dict() == made.as_dict()
    for name in ("h4", "dx + dy", "mine='dx + 1'", None):
        h = maze.heuristic(name)
        again = pickle.loads(pickle.dumps(h))
        assert again(maze.start) == h(maze.start) and again.__name__ == h.__name__
    error = pickle.loads(pickle.dumps(caught("die 3x2\n..G\nS.q\n")))
    assert (error.line, error.column) == (3, 3)
    for work in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=re.escape("call maze.graph()")):
            work(maze.graph())


def caught(text):
    try:
        mazewright.maze(text)
    except mazewright.MazeError as error:
        return error


def follow(state):
    return [to for _, to, _ in state.moves()]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes(method):
    state = mazewright.maze(NAMES[0]).start
    with ProcessPoolExecutor(1, mp_context=get_context(method)) as pool:
        assert pool.submit(follow, state).result() == follow(state)
        assert isinstance(pool.submit(caught, "die 3x2\n..G\nS.q\n").result(), mazewright.MazeError)
