"""The wheel and the source package: what they contain, what they need, and that they install and run."""

import os
import re
import struct
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

import mazewright
from mazewright import _core

ROOT = Path(mazewright.__file__).parents[3]
sys.path.insert(0, str(ROOT / "python"))
import setup  # noqa: E402
from binary import Binary  # noqa: E402


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel():
    (only,) = (ROOT / "build" / "python-wheel").glob("*.whl")  # build-package made it
    return only


@pytest.fixture(scope="module")
def binary():
    return Binary(_core.__file__)


def test_the_binary_exports_one_name_and_needs_only_libc(binary):
    assert _core.__file__.endswith(".abi3.so")
    assert binary.exported == ["PyInit__core"]
    assert set(binary.needed) <= {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "libpthread.so.0"}


def test_the_binary_is_read_as_by_objdump(binary):
    names = {}
    for line in run("objdump", "-T", _core.__file__).splitlines():
        if "*UND*" in line:
            *_, version, name = line.replace("(", "").replace(")", "").split()
            names[name] = version if "GLIBC" in version else ""
    assert len(names) > 80 and binary.undefined == names


def test_the_binary_uses_only_the_limited_api_of_python_3_9(binary):
    headers = run("cc", "-E", "-P", "-DPy_LIMITED_API=0x03090000", "-DPY_SSIZE_T_CLEAN",
                  f"-I{sysconfig.get_path('include')}", "-include", "Python.h", "-xc", "/dev/null")
    used = {name for name in binary.undefined if re.match("_?Py", name)}
    declared = set(re.findall(r"\w+", headers))
    assert len(used) > 50 and not used - declared
    assert "PyUnicode_AsUTF8" not in declared  # which came with 3.10


def test_the_tag_is_what_the_binary_needs(binary, tmp_path):
    newest = max(int(re.match(r"GLIBC_2\.(\d+)", version)[1]) for version in binary.undefined.values() if version)
    assert binary.tag() == f"manylinux_2_{newest}_x86_64" and newest <= 17
    data = bytearray(Path(_core.__file__).read_bytes())
    for machine, tag in ((183, "manylinux_2_17_aarch64"), (243, "manylinux_2_31_riscv64"), (2, None)):
        data[18:20] = struct.pack("<H", machine)
        other = tmp_path / "other.so"
        other.write_bytes(data)
        if tag:
            assert Binary(other).tag() == tag
        else:
            with pytest.raises(ValueError, match="no machine 2"):
                Binary(other).tag()


def test_what_is_not_part_of_every_linux_has_no_tag(tmp_path):
    with pytest.raises(ValueError, match="it needs lib(z|expat).so.1, which is not part of every Linux"):
        Binary("/usr/bin/python3").tag()
    (tmp_path / "own.c").write_text("int own; int f(void); int g(void) { return f() + own; }")
    (tmp_path / "f.c").write_text("int f(void) { return 1; }")
    (tmp_path / "f.map").write_text("GLIBC_PRIVATE { global: f; };")
    run("cc", "-shared", "-fPIC", "f.c", "-Wl,--version-script=f.map", "-Wl,-soname,libdl.so.2", "-o", "f.so", cwd=tmp_path)
    run("cc", "-shared", "-fPIC", "own.c", "f.so", "-o", "own.so", cwd=tmp_path)
    with pytest.raises(ValueError, match="f of version GLIBC_PRIVATE"):
        Binary(tmp_path / "own.so").tag()


def test_a_damaged_binary_is_refused(tmp_path):
    data = Path(_core.__file__).read_bytes()
    for length in (0, 3, 10, 50, 1000, len(data) // 2, len(data) - 100):
        part = tmp_path / "part.so"
        part.write_bytes(data[:length])
        with pytest.raises(ValueError):
            Binary(part)


def test_the_same_files_are_compiled_as_by_cmake():
    members = run("ar", "t", ROOT / "build" / "libmazewright.a").split()
    assert sorted(members) == sorted(Path(file).name + ".o" for file in setup.library_sources())


def test_the_wheel_contains_the_package_and_nothing_of_this_machine(wheel, binary):
    assert wheel.name == f"mazewright-{mazewright.__version__}-cp39-abi3-{binary.tag()}.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        package = Path(mazewright.__file__).parent
        assert names == {str(file.relative_to(package.parent)) for file in package.rglob("*")
                         if file.is_file() and "__pycache__" not in str(file)}
        assert {f"mazewright/puzzles/{file.parent.name}/{file.name}" for file in ROOT.glob("puzzles/*/*.*")} <= names
        told = archive.read(f"mazewright-{mazewright.__version__}.dist-info/METADATA").decode()
        for line in ("Name: mazewright", "License: MIT", "Requires-Python: >=3.9", "License-File: LICENSE", "# Mazewright"):
            assert f"{line}\n" in told
        assert not [name for name in archive.namelist() if str(ROOT).encode() in archive.read(name)]


def test_the_wheel_installs_and_runs(wheel, tmp_path):
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    run(sys.executable, "-m", "pip", "-q", "--python", python, "install", "--no-index", "--no-compile", wheel, cwd="/")
    script = ("import mazewright; maze = mazewright.maze('shipped:die/07'); "
              "print(mazewright.__file__, maze.solve('astar', lambda s: s.dx + s.dy).length)")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    file, length = run(python, "-c", script, cwd="/", env=env).split()
    assert Path(file).is_relative_to(tmp_path) and length == "24"


def test_the_source_package_builds_the_same_wheel(wheel, tmp_path):
    run(sys.executable, "setup.py", "-q", "egg_info", "--egg-base", tmp_path, "sdist", "--dist-dir", tmp_path,
        cwd=ROOT / "python")
    (source,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / source.name[:-len(".tar.gz")]
    for file in setup.library_sources():
        assert (folder / "project" / Path(file).relative_to(ROOT)).exists()
    env = {**os.environ, "MAZEWRIGHT_LIBRARY": str(ROOT / "build" / "libmazewright.a"), "SOURCE_DATE_EPOCH": "0",
           "CFLAGS": "-g0"}  # as in build-package
    run(sys.executable, "setup.py", "-q", "bdist_wheel", cwd=folder, env=env)
    assert (folder / "dist" / wheel.name).read_bytes() == wheel.read_bytes()
