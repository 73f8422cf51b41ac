"""Builds the package `mazewright`: the C library and its Python module in one binary.

The library is compiled from ../src, from the list of files that CMakeLists.txt has. Who has built it
before names it: MAZEWRIGHT_LIBRARY=build/libmazewright.a, which is faster.
"""

import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from glob import glob
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
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


if "MAZEWRIGHT_LIBRARY" in os.environ:
    os.environ["MAZEWRIGHT_LIBRARY"] = str(Path(os.environ["MAZEWRIGHT_LIBRARY"]).resolve())
os.chdir(HERE)
setup(
    name="mazewright",
    version=VERSION,
    description="Make, solve and explain logic mazes",
    python_requires=">=3.9",
    license="MIT",
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
    cmdclass={"build_ext": BuildExtension, "build_py": BuildPython},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
