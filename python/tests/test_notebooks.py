"""The course: each notebook runs as it is committed, its assertions hold, and it is in the form of `tidy`."""

import importlib.machinery
import importlib.util
import json
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import mazewright

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.fixture(scope="module")
def tidy():
    loader = importlib.machinery.SourceFileLoader("tidy", str(FOLDER / "tidy"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tidy", loader))
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebook_runs(file, monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", str(Path(mazewright.__file__).resolve().parents[1]))
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    for folder in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):  # not those of whoever tests
        monkeypatch.setenv(folder, str(tmp_path / folder))
    notebook = nbformat.read(file, 4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}}).execute()
    assert sum("assert" in cell.source for cell in notebook.cells if cell.cell_type == "code") >= 5
    told = [output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("Not yet" in text for text in told), "no exercise is open"


def test_notebooks_are_in_their_form(tidy, capsys):
    assert tidy.main(["--check"]) == 0, capsys.readouterr().err
    assert len(NOTEBOOKS) >= 5


def test_tidy(tidy, tmp_path, capsys):
    clean = NOTEBOOKS[0].read_text()
    book = json.loads(clean)
    code = next(cell for cell in book["cells"] if cell["cell_type"] == "code")
    code.update(execution_count=3, outputs=[{"name": "stdout", "output_type": "stream", "text": ["1\n"]}])
    code["metadata"]["scrolled"] = True
    code["source"] = "\n".join(line + "  " for line in "".join(code["source"]).split("\n")) + "\n"
    book["metadata"]["language_info"]["version"] = "3.13.0"
    file = tmp_path / "ran.ipynb"
    file.write_text(json.dumps(book))
    assert tidy.main(["--check", str(file)]) == 1 and "tidy mends that" in capsys.readouterr().err
    assert tidy.main([str(file)]) == 0 and file.read_text() == clean
    assert tidy.main(["--check", str(file)]) == 0
    book["cells"][0]["id"] = book["cells"][1]["id"]
    ids = [cell["id"] for cell in json.loads(tidy.tidied(json.dumps(book)))["cells"]]
    assert len(set(ids)) == len(ids) and ids[2:] == [cell["id"] for cell in book["cells"][2:]]


def test_links_and_network():
    for file in NOTEBOOKS + [FOLDER / "README.md"]:
        text = file.read_text()
        for link in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (FOLDER / link).exists(), (file.name, link)
        assert not re.search(r"https?://|/home/|/root/", text), file.name
    listed = (FOLDER / "README.md").read_text()
    assert all(file.name in listed for file in NOTEBOOKS)
