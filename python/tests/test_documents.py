"""The binary, and the names of the package. pytest runs the examples of the docstrings and of docs/python.md."""

import subprocess
from pathlib import Path

import mazewright
from mazewright import _core


def test_the_binary_needs_only_libc_and_exports_one_name():
    binary = _core.__file__
    assert binary.endswith(".abi3.so")
    defined = subprocess.run(["nm", "-D", "--defined-only", binary], capture_output=True, text=True, check=True).stdout
    assert [line.split()[-1] for line in defined.splitlines()] == ["PyInit__core"]
    needed = subprocess.run(["readelf", "-d", binary], capture_output=True, text=True, check=True).stdout
    libraries = {line.split("[")[1].rstrip("]") for line in needed.splitlines() if "(NEEDED)" in line}
    assert libraries <= {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "libpthread.so.0"}


def test_names_are_all_there():
    for name in mazewright.__all__:
        assert getattr(mazewright, name).__doc__ or name == "FAR", name
    assert Path(mazewright.__file__).with_name("py.typed").exists()
