"""Builds the package `mazewright`: the C library and its Python module in one binary.

The library is compiled from ../src, from the list of files that CMakeLists.txt has. Who has built it
before names it: MAZEWRIGHT_LIBRARY=build/libmazewright.a, which is faster. A source package has what
it needs of the project in the folder `project`.
"""

import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from glob import glob
from pathlib import Path

import setuptools
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from binary import Binary  # noqa: E402

ROOT = HERE / "project" if (HERE / "project").is_dir() else HERE.parent
CMAKE = (ROOT / "CMakeLists.txt").read_text()
VERSION = re.search(r"project\(mazewright VERSION ([\d.]+)", CMAKE)[1]
OPTIONS = ["-std=c17", "-O3", "-UNDEBUG", "-fvisibility=hidden", "-ffp-contract=off",
           f"-ffile-prefix-map={ROOT}/="]


def library_sources():
    patterns = re.search(r"GLOB library_sources CONFIGURE_DEPENDS([^)]*)\)", CMAKE)[1].split()
    return sorted(file for pattern in patterns for file in glob(str(ROOT / pattern)))


class BuildExtension(build_ext):
    def build_extension(self, ext):
        built = os.environ.get("MAZEWRIGHT_LIBRARY")
        if built:
            ext.extra_objects = [built]
        else:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                objects = pool.map(self.compile_one, library_sources())
                ext.extra_objects = [one for some in objects for one in some]
        super().build_extension(ext)

    def compile_one(self, source):
        return self.compiler.compile(
            [source], output_dir=self.build_temp, extra_postargs=OPTIONS,
            include_dirs=[str(ROOT / "include"), str(ROOT / "src")],
            macros=[("MAZEWRIGHT_VERSION", f'"{VERSION}"'), ("_FILE_OFFSET_BITS", "64")])


class BuildPython(build_py):
    """Adds the mazes that ship, so that `shipped:` works everywhere."""

    def run(self):
        super().run()
        for file in (ROOT / "puzzles").glob("*/*.*"):
            to = Path(self.build_lib, "mazewright", "puzzles", file.parent.name, file.name)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, to)


class BuildWheel(bdist_wheel):
    """The name of a wheel says what its binary needs, and no more (binary.py)."""

    def get_tag(self):
        python, abi, platform = super().get_tag()
        binary = Path(self.get_finalized_command("build_ext").get_ext_fullpath("mazewright._core"))
        if platform.startswith("linux_") and binary.exists():
            try:
                platform = Binary(binary).tag()
            except ValueError as error:
                print(f"this wheel is for this machine only: {error}", file=sys.stderr)
        return python, abi, platform


class SourcePackage(sdist):
    """Adds what the package needs of the project."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in ("CMakeLists.txt", "include", "puzzles", "src"):
            to = Path(base_dir, "project", name)
            to.parent.mkdir(exist_ok=True)
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile)(ROOT / name, to)


def main():
    if int(setuptools.__version__.split(".")[0]) < 61:
        sys.exit(f"setuptools {setuptools.__version__} is too old: python3 -m pip install 'setuptools>=61' wheel")
    if "MAZEWRIGHT_LIBRARY" in os.environ:
        os.environ["MAZEWRIGHT_LIBRARY"] = str(Path(os.environ["MAZEWRIGHT_LIBRARY"]).resolve())
    os.chdir(HERE)
    setup(
        version=VERSION,
        packages=["mazewright"],
        package_data={"mazewright": ["py.typed", "*.pyi"]},
        ext_modules=[
            Extension(
                "mazewright._core", sorted(glob("src/*.c")), py_limited_api=True,
                define_macros=[("Py_LIMITED_API", "0x03090000")],
                include_dirs=[str(ROOT / "include"), str(ROOT / "src")],
                extra_compile_args=OPTIONS, libraries=["m"],
                extra_link_args=[f"-Wl,--version-script={HERE / 'exports.map'}", "-Wl,--gc-sections"],
                depends=["src/core.h", "exports.map", *filter(None, [os.environ.get("MAZEWRIGHT_LIBRARY")])])
        ],
        cmdclass={"build_ext": BuildExtension, "build_py": BuildPython, "bdist_wheel": BuildWheel, "sdist": SourcePackage},
        options={"bdist_wheel": {"py_limited_api": "cp39"}},
    )


if __name__ == "__main__":
    main()
