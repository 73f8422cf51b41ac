"""The binary, and the names of the package. pytest runs the examples of the docstrings and pages."""

import ast
import os
import subprocess
import sys
from glob import glob
from pathlib import Path
from shutil import which

import pytest

import mazewright
from mazewright import _core


def test_names_are_all_there():
    for name in mazewright.__all__:
        assert getattr(mazewright, name).__doc__ or name == "FAR", name
    assert Path(mazewright.__file__).with_name("py.typed").exists()


def test_stubs_name_what_there_is():
    stubs = ast.parse(Path(mazewright.__file__).with_name("_core.pyi").read_text())
    named = {node.name: node for node in stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    public = {name for name in vars(_core) if not name.startswith("__")}
    assert public == set(named) | {"FAR", "version"}
    maze = mazewright.maze("rook:5x5#7")
    examples = {"State": maze.start, "Graph": maze.graph(), "Maze": maze, "Heuristic": maze.heuristic(),
                "MazeError": mazewright.MazeError("")}
    for name, example in examples.items():
        for member in named[name].body:
            stub = member.target.id if isinstance(member, ast.AnnAssign) else getattr(member, "name", "__init__")
            assert stub == "__getattr__" or hasattr(example, stub), (name, stub)
    kept = {name for kind in (_core.State, _core.Graph, _core.Maze) for name in vars(kind) if name[:2] != "__"}
    assert kept <= {getattr(member, "name", None) or member.target.id for name in ("State", "Graph", "Maze")
                    for member in named[name].body}


def other_pythons():
    """CPython of other versions on this machine."""
    found = {}
    for file in glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3")) + [
            which(f"python3.{minor}") or "" for minor in range(9, 20)]:
        asked = subprocess.run([file, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True,
                               text=True) if file else None
        if asked and asked.returncode == 0:
            version = tuple(map(int, asked.stdout.split()))
            if version >= (3, 9) and version != sys.version_info[:2]:
                found[version] = file
    return found


@pytest.mark.parametrize("version, file", sorted(other_pythons().items()), ids=str)
def test_same_binary_in_other_versions(version, file):
    script = """if True:
        import mazewright
        maze = mazewright.maze("die:6x6,obstacles=25#19554")
        graph = maze.graph()
        assert maze.solve("astar", lambda s: s.dx).length == graph.distance.tolist()[0] == 30
        assert graph.edge_to[0] == 1 and graph.features().shape == (graph.states, len(maze.start.features))
        try:
            maze.solve("astar", lambda s: 1 / 0)
        except ZeroDivisionError:
            print(mazewright.design("rook", "5x5", evaluations=500).length, mazewright.Problem(maze).initial)
        for i in range(20000):
            mazewright.maze("rook:5x5#7").start.moves()
    """
    done = subprocess.run([file, "-c", script], capture_output=True, text=True, cwd="/",
                          env={"PYTHONPATH": str(Path(mazewright.__file__).parents[1]), "LD_BIND_NOW": "1"})
    assert (done.returncode, done.stdout) == (0, "12 row 1, column 1, top 1, north 2, east 3\n"), done.stderr
