"""Many answers, datasets, and books."""

import json
import pickle
import subprocess
from pathlib import Path

import pytest

import mazewright

COMMAND = Path(__file__).resolve().parents[2] / "build" / "mazewright"
LINES = [
    '{"id":"shipped:rook/01","moves":"DURD"}', b'{"id":"shipped:rook/01","moves":["down","up"]}',
    {"id": "question 3", "maze": "null 3x1\nS.G", "answer": "I go right twice.\nAnswer: R, R"},
    '{"id":"rook:5x5#1"}', '{"id":"rook:5x5#1","moves":4,"solution":"RD"}', '{"id":"rook:5x5#x","moves":"R"}',
    '{"maze":"die 2x1\\nSG\\n","moves":[]}', '{"id":3,"maze":"rook:5x5#1","moves":"Left. No: 9"}',
]
HOSTILE = ["", "[]", "3", b"\xff", "[" * 100000, '{"id":"/etc/passwd","moves":"R"}', '{"maze":"a\\u0000b","moves":"R"}',
           {"id": "rook:5x5#1", "moves": [3]}, {"id": "rook:5x5#1", "moves": "\ud800"}, None, 3, object(),
           {"id": ["rook"], "moves": "R"}, {"maze": {}, "moves": "R"}, {"id": "shipped:nothing", "moves": "R"}]


def told(line):
    return line if isinstance(line, str) else line.decode() if isinstance(line, bytes) else json.dumps(line)


@pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")
@pytest.mark.parametrize("options", [{}, {"strict": True}, {"optimal": True}], ids=str)
def test_many_answers_are_those_of_the_command(options):
    done = subprocess.run([COMMAND, "verify", *(f"--{name}" for name in options)], text=True, capture_output=True,
                          input="".join(told(line) + "\n" for line in LINES))
    found = list(mazewright.verify(LINES, **options))
    for ours, line in zip(found, map(json.loads, done.stdout.splitlines())):
        values = ours.as_dict()
        for name in line:
            if not (name == "reason" and line[name] and line[name].startswith("line ")):
                assert values[name] == line[name], (line, values)
    assert len(found) == len(LINES) and found[0] and not found[3]


def test_lines_that_are_no_answers():
    found = list(mazewright.verify(HOSTILE + LINES[:1]))
    for number, each in enumerate(found[:-1], 1):
        assert not each.solved and each.reason.startswith(f"line {number}: "), each
    assert found[-1].solved
    with pytest.raises(TypeError):
        mazewright.verify("rook:5x5#7")
    with pytest.raises(TypeError):
        mazewright.verify(3)
    answers = mazewright.verify(LINES)  # one that is left half way
    assert next(answers).solved
    del answers

    def fails():
        yield LINES[0]
        raise KeyError("mine")

    answers = mazewright.verify(fails())
    next(answers)
    with pytest.raises(KeyError, match="mine"):
        next(answers)


def test_mazes_are_kept_and_forgotten():
    lines = ({"id": f"rook:5x5#{i % 300}", "moves": "R"} for i in range(900))
    assert sum(1 for _ in mazewright.verify(lines)) == 900


@pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")
@pytest.mark.parametrize("options, arguments", [
    ({"count": 12, "bands": (1, 2), "split": {"train": 75, "test": 25}, "seed": 4},
     ["--count", "12", "--bands", "1..2", "--split", "train=75,test=25", "--seed", "4"]),
    ({"count": 6, "bands": 1, "unsolvable": 0.34, "prompt": "short"},
     ["--count", "6", "--bands", "1", "--unsolvable", "0.34", "--prompt", "short"]),
])
def test_datasets_are_those_of_the_command(options, arguments, tmp_path):
    told = []
    mazes = mazewright.dataset("rook", "die:4x4", on_progress=told.append, **options)
    mazes.save(tmp_path / "ours.jsonl")
    subprocess.run([COMMAND, "dataset", "rook", "die:4x4", *arguments, "-o", tmp_path / "theirs.jsonl"], check=True)
    assert (tmp_path / "ours.jsonl").read_bytes() == (tmp_path / "theirs.jsonl").read_bytes()
    assert list(mazes) == told == list(pickle.loads(pickle.dumps(mazes))) and len(mazes) == options["count"]
    assert len(mazes[2:4]) == 2 and "mazes" in mazes._repr_html_()
    for name, percent in options.get("split", {"all": 100}).items():
        assert len(mazes.split(name)) * 100 == percent * len(mazes)


@pytest.mark.parametrize("sources, options, error", [
    ((), {}, ValueError), (("chess",), {}, ValueError), (("rook",) * 65, {}, ValueError), ((3,), {}, TypeError),
    (("rook",), {"count": 0}, ValueError), (("rook",), {"count": 10**8}, ValueError),
    (("rook",), {"bands": (3, 2)}, ValueError), (("rook",), {"bands": 0}, ValueError),
    (("rook",), {"bands": (1, 99)}, ValueError), (("rook",), {"split": {"a": 50}}, ValueError),
    (("rook",), {"split": {"a/b": 100}}, ValueError), (("rook",), {"split": {"a": -3, "b": 103}}, ValueError),
    (("rook",), {"split": {str(i): 10 for i in range(10)}}, ValueError), (("rook",), {"unsolvable": 2}, ValueError),
    (("rook",), {"unsolvable": float("nan")}, ValueError), (("rook",), {"prompt": "{nothing}"}, ValueError),
    (("rook\0",), {}, ValueError), (("rook",), {"seed": -1}, ValueError), (("rook",), {"bands": "1"}, (TypeError, ValueError)),
])
def test_datasets_that_make_no_sense(sources, options, error):
    with pytest.raises(error):
        mazewright.dataset(*sources, **options)


def test_a_dataset_that_is_ended():
    class Enough(Exception):
        pass

    kept = []

    def told(item):
        kept.append(item)
        if len(kept) == 3:
            raise Enough

    with pytest.raises(Enough):
        mazewright.dataset("rook:5x5", count=1000, on_progress=told)
    assert len(kept) == 3
    part = mazewright.dataset("rook", "die", count=10000, bands=(5, 9), limit_seconds=0.2)
    assert part.stopped and len(part) < 10000


def test_book(tmp_path):
    told = []
    file = tmp_path / "book.html"
    mazewright.book(["= <Easy>", "rook:5x5#7", mazewright.maze("die:4x4#3"), "= Hard", "die 2x1\nSG\n"], file,
                    title="Mine & yours", columns=2, rows=2, on_progress=told.append)
    text = file.read_text()
    assert [news["number"] for news in told] == [1, 2, 3]
    assert text.count("<svg") == 6 and "&lt;Easy&gt;" in text and "Mine &amp; yours" in text
    assert "No solution exists." in text and "<h3>Die</h3>" in text and "http" not in text.replace("www.w3.org", "").replace("http://", "", 6)
    mazewright.book(["rook:5x5#7"], file, solutions=False)
    assert file.read_text().count("<svg") == 1
    for prompt in (None, "{rules} {maze}"):
        mazes = mazewright.dataset("rook:3x3", count=2, bands=1, prompt=prompt)
        mazewright.book(mazes, file)
        assert all(mazewright.maze(entry).id in file.read_text() for entry in mazes)
    for wrong, options in ([], {}), (["= only"], {}), (["rook:5x5#7"], {"columns": 0}), (["nothing:1"], {}):
        with pytest.raises(ValueError):
            mazewright.book(wrong, file, **options)
    with pytest.raises(ValueError, match="html or .pdf"):
        mazewright.book(["rook:5x5#7"], tmp_path / "book.doc")


def test_what_the_command_makes(tmp_path, monkeypatch):
    maze = mazewright.maze("rook:5x5#7")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(mazewright.MazeError, match="command mazewright, which is not installed"):
        mazewright.book([maze], tmp_path / "book.pdf")
    with pytest.raises(mazewright.MazeError, match="not installed"):
        maze.save(tmp_path / "a.png")
    if COMMAND.exists():
        monkeypatch.setenv("PATH", str(COMMAND.parent))
        mazewright.book(["= A section", maze], tmp_path / "book.pdf", title="-", columns=2)
        maze.save(tmp_path / "a.png", solution="")
        assert (tmp_path / "book.pdf").read_bytes()[:4] == b"%PDF" and (tmp_path / "a.png").stat().st_size > 500
        with pytest.raises(mazewright.MazeError, match="scale"):
            maze.save(tmp_path / "b.png", scale=10**9)
