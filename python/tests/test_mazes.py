"""Reading, printing, playing, verifying and drawing mazes."""

import copy
import pickle
from pathlib import Path

import pytest

import mazewright

DIE = "die:6x6,obstacles=25#19554"
PUZZLES = Path(__file__).resolve().parents[2] / "puzzles"


def every_shipped():
    return sorted(file for file in PUZZLES.glob("*/*.*") if file.suffix[1:] in
                  [kind["name"] for kind in mazewright.kinds()])


@pytest.mark.parametrize("file", every_shipped(), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_shipped_maze(file):
    maze = mazewright.maze(file)
    assert maze.kind == file.suffix[1:]
    assert mazewright.maze(maze.text) == maze == mazewright.maze(maze.id)
    assert hash(mazewright.maze(maze.text)) == hash(maze)
    assert maze == mazewright.maze(f"shipped:{file.parent.name}/{file.name}")
    result = maze.solve(limit_states=200000)
    if result.outcome == "solved":
        assert maze.play(result.moves).is_goal
        assert result.states[-1].is_goal and len(result.states) == result.length + 1
        assert maze.verify(result.moves, optimal=False).solved


def test_forms_of_a_maze(tmp_path):
    maze = mazewright.maze(DIE)
    path = tmp_path / "mine.die"
    path.write_text(maze.text.split("\n", 1)[1])  # without a header, the ending tells the kind
    assert mazewright.maze(path) == mazewright.maze(str(path)) == maze
    assert mazewright.maze(path.read_bytes(), kind="die") == maze
    assert (maze.kind, maze.size) == ("die", (6, 6, 1))
    assert copy.deepcopy(maze) == pickle.loads(pickle.dumps(maze)) == maze
    assert mazewright.maze("rook:5x5#7") != maze
    assert maze != "die"
    assert str(maze) == maze.text


@pytest.mark.parametrize("wrong, line, column", [
    ("die 3x2\n..G\nS.q\n", 3, 3),
    ("die:6x6#-1", 1, 9),
    ("nothing:3x3#1", 1, 1),
    ("die 3x2\n..G\nS.\0\n", 3, 3),
])
def test_wrong_text(wrong, line, column):
    with pytest.raises(mazewright.MazeError) as raised:
        mazewright.maze(wrong)
    assert isinstance(raised.value, ValueError)
    assert (raised.value.line, raised.value.column) == (line, column), raised.value
    assert str(raised.value).startswith(f"line {line}, column {column}: ")


@pytest.mark.parametrize("wrong", [b"", b"\0", b"\xff\xfe", b"die 3x2\n", "shipped:rook/99", "\n", "die:"])
def test_no_maze(wrong):
    with pytest.raises(mazewright.MazeError):
        mazewright.maze(wrong)


def test_wrong_types():
    for wrong in (None, 7, [], object()):
        with pytest.raises(TypeError):
            mazewright.maze(wrong)
    with pytest.raises(FileNotFoundError):
        mazewright.maze("no such file")
    with pytest.raises(mazewright.MazeError, match="there is no kind 'chess'"):
        mazewright.maze("x\n", kind="chess")
    for wrong in ("\ud800\n", ):
        with pytest.raises(ValueError):
            mazewright.maze(wrong)
    maze = mazewright.maze(DIE)
    for call in (lambda: maze.play(3), lambda: maze.solve(3), lambda: maze.solve("astar", 3),
                 lambda: maze.solve(limit_states="many"), lambda: maze.audit(object()),
                 lambda: maze.svg(scale="large"), lambda: maze.verify(None), lambda: maze.graph(limit_states=1.5),
                 lambda: mazewright.design("rook", 5), lambda: mazewright.design("rook", "5x5", require=[3])):
        with pytest.raises(TypeError):
            call()
    for name in ("State", "Graph"):
        with pytest.raises(TypeError):
            getattr(mazewright, name)()


def test_play_and_states():
    maze = mazewright.maze(DIE)
    state = maze.start
    assert state == maze.start and hash(state) == hash(maze.start) and state != maze.play("E")
    assert state == mazewright.maze(DIE).start and len({state, mazewright.maze(DIE).start}) == 1
    assert state != mazewright.maze("rook:5x5#7").start and state != 3
    assert not state.is_goal and not state.is_lost and state.maze is maze
    assert str(state) == "row 1, column 1, top 1, north 2, east 3" and repr(state) == f"<State {state}>"
    assert {word for word, _, _ in state.moves()} == {"E"}
    word, to, cost = state.moves()[0]
    assert (word, cost) == ("E", 1) and to == maze.play("E")
    features = state.features
    assert features["dx"] == state.dx == 5 and features["top"] == state.top == 1
    assert set(features) <= set(dir(state))
    with pytest.raises(AttributeError):
        state.nothing
    with pytest.raises(AttributeError):
        state.dx = 3
    with pytest.raises(mazewright.MazeError, match="move 1"):
        maze.play("W")
    with pytest.raises(mazewright.MazeError):
        maze.play("?")
    del maze
    assert state.maze.kind == "die"  # a state keeps its maze


@pytest.mark.parametrize("kind, size", [("rook", "6x6"), ("die", "8x8"), ("theseus", "7x7"), ("bloxorz", "8x6"),
                                        ("marble", "5x5"), ("die", "4x4,obstacles=90")])
def test_random_mazes_that_can_be_solved(kind, size):
    for seed in range(10):
        plain, solvable = (mazewright.random(kind, size, seed=seed, solvable=how) for how in (False, True))
        assert solvable.solve().outcome == "solved" and (solvable.kind, solvable.size) == (plain.kind, plain.size)
        assert solvable == mazewright.random(kind, size, seed=seed, solvable=True)
    with pytest.raises(mazewright.MazeError, match="no solvable bloxorz maze"):
        mazewright.random("bloxorz", "2x2", solvable=True)


@pytest.mark.parametrize("name", [DIE, "rook:5x5#7", "theseus:6x6#5", "shipped:bloxorz/31", "shipped:marble/02"])
def test_moves_are_a_text_or_words(name, tmp_path):
    maze = mazewright.maze(name)
    words, text = maze.solve().actions, maze.solve().moves
    assert maze.play(words) == maze.play(text) == maze.play(iter(words)) == maze.play(tuple(words))
    assert maze.play(words).is_goal and maze.play([]) == maze.start
    assert maze.hint(words[:1]) == maze.hint(words[0]) and maze.animate(words).words == maze.animate(text).words
    assert maze.svg(words, solution=words) == maze.svg(text, solution=text) != maze.svg()
    maze.save(tmp_path / "lines.svg", solution=words)
    assert (tmp_path / "lines.svg").read_text() == maze.svg(solution=text)
    for wrong in (3, None, [3], [["E"]], maze):
        with pytest.raises(TypeError):
            maze.play(wrong)
    with pytest.raises(mazewright.MazeError, match="no move begins with"):
        maze.play(["?"])


def test_every_state_of_a_lossy_maze():
    maze = mazewright.maze("shipped:theseus/05")
    seen, stack, lost = {maze.start}, [maze.start], 0
    while stack:
        for _, to, _ in stack.pop().moves():
            if to.is_lost:
                lost += 1
                assert to.moves() == []
                with pytest.raises(ValueError, match="lost"):
                    to.features
                with pytest.raises(ValueError, match="lost"):
                    to.dx
            elif to not in seen:
                seen.add(to)
                stack.append(to)
    measures = maze.analyse()
    assert lost == measures["losing"] > 0
    assert len(seen) == maze.graph(all=False).states


def test_hint_and_verify():
    maze = mazewright.maze("rook:5x5#7")
    assert maze.hint("R", grade=3).startswith("Next move: ")
    assert maze.hint(grade=4) == "Solutions from here have nothing in common but the goal."
    for grade in (0, 5):
        with pytest.raises(ValueError, match="grade"):
            maze.hint(grade=grade)
    best = maze.solve().moves
    answer = maze.verify(f"My answer is: {best}")
    assert answer and answer.legal and answer.solved and answer.optimal == 1 and answer.progress == 1
    wrong = maze.verify("LLL")
    assert not wrong and wrong.first_illegal == 1 and wrong.reason


def test_pictures():
    maze = mazewright.maze(DIE)
    svg = maze._repr_svg_()
    assert svg.startswith("<svg") and svg.rstrip().endswith("</svg>")
    assert maze._repr_html_() == f"<div>{svg}</div>"
    assert maze.svg("E") != svg != maze.svg(theme="dark")
    assert len(maze.svg(solution=maze.solve().moves)) > len(svg)
    for options in ({"theme": "pink"}, {"scale": 0}, {"scale": float("nan")}, {"solution": "?"}, {"moves": "?"},
                    {"solution": "WWW"}, {"moves": "W"}):
        with pytest.raises(ValueError):
            maze.svg(**options)
    result = maze.solve()
    assert "<svg" in result._repr_html_() and "expanded" in result._repr_html_()
    assert "<td>30</td>" in maze.analyse()._repr_html_() and "<table" in maze.audit()._repr_html_()
    assert "<table" in maze.trace("astar")._repr_html_()


def test_questions():
    told = []
    answer = mazewright.ask("design", kind="rook", size="5x5", evaluations=500, on_progress=told.append)
    assert mazewright.maze(answer["maze_id"] if "maze_id" in answer else answer["id"]).kind == "rook"
    assert told and all("evaluations" in line["progress"] for line in told)
    with pytest.raises(mazewright.MazeError, match="nobody can answer 'nothing'"):
        mazewright.ask("nothing")
    with pytest.raises(mazewright.MazeError) as raised:
        mazewright.ask("maze", maze="die 3x2\n..G\nS.q\n")
    assert (raised.value.line, raised.value.column) == (3, 3)
    with pytest.raises(ValueError):
        mazewright.ask("random", kind="rook", size="5x5", seed=float("nan"))

    def asks(line):  # a question within a question
        assert mazewright.ask("optimum", maze="rook:5x5#7")["optimum"] == 4

    mazewright.ask("design", kind="rook", size="5x5", evaluations=500, on_progress=asks)

    def fails(line):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        mazewright.ask("design", kind="rook", size="5x5", evaluations=500, on_progress=fails)
    assert mazewright.ask("optimum", maze="rook:5x5#7")["optimum"] == 4
