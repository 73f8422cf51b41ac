"""What a shared library for Linux needs and exports, and which systems it therefore runs on.

    python3 python/binary.py FILE.so

prints the platform tag of a wheel that contains the file, the libraries that it needs, and the
names that it takes from them with their versions.
"""

from __future__ import annotations

import re
import struct
import sys
from pathlib import Path
from typing import Iterator, NamedTuple

DYNAMIC, DYNAMIC_SYMBOLS, NEEDED_VERSIONS, SYMBOL_VERSIONS = 6, 11, 0x6FFFFFFE, 0x6FFFFFFF  # types of sections
NEEDED = 1  # a library, in the dynamic section

# The name of a machine in tags, and the oldest glibc that tags know there; by the size of an
# address, the order of bytes and the number of the machine in ELF.
MACHINES = {(32, "<", 3): ("i686", 5), (64, "<", 62): ("x86_64", 5), (64, "<", 183): ("aarch64", 17),
            (32, "<", 40): ("armv7l", 17), (64, "<", 21): ("ppc64le", 17), (64, ">", 22): ("s390x", 17),
            (64, "<", 243): ("riscv64", 31)}
# The parts of glibc. manylinux allows some other libraries, which the package does not need.
ALLOWED = re.compile(r"lib(c|m|dl|rt|pthread)\.so\.\d|ld(64|-linux(-[\w-]+)?)\.so\.\d")


class Section(NamedTuple):
    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    align: int
    entry: int


class Binary:
    """needed: names of libraries. undefined: name -> version, or "". exported: names."""

    def __init__(self, file: str | Path) -> None:
        self.data = Path(file).read_bytes()
        if self.data[:4] != b"\x7fELF" or self.data[4:6] not in (b"\1\1", b"\1\2", b"\2\1", b"\2\2"):
            raise ValueError(f"{file} is no ELF file")
        self.wide = self.data[4] == 2
        self.order = "<" if self.data[5] == 1 else ">"
        try:
            self._read()
        except (struct.error, IndexError):
            raise ValueError(f"{file} is a damaged ELF file") from None

    def _read(self) -> None:
        number = "Q" if self.wide else "I"
        head = self._unpack(f"HHI{number}{number}{number}IHHHHHH", 16)
        self.machine = head[1]
        count, first, size = head[11], head[5], head[10]
        self.sections = [Section(*self._unpack(f"II{number * 4}II{number * 2}", first + i * size)) for i in range(count)]
        self.needed = [self._text(section.link, value) for section, (tag, value) in
                       self._entries(DYNAMIC, number * 2) if tag == NEEDED]
        versions = dict(self._versions())
        of_symbol = [index & 0x7FFF for _, (index,) in self._entries(SYMBOL_VERSIONS, "H")]
        symbols = [(self._text(section.link, values[0]), *(values[1:4:2] if self.wide else values[3:6:2]))
                   for section, values in self._entries(DYNAMIC_SYMBOLS, "IBBHQQ" if self.wide else "IIIBBH")]
        self.undefined = {name: versions.get(of_symbol[i], "") if of_symbol else ""
                          for i, (name, _, place) in enumerate(symbols) if name and not place}
        self.exported = [name for name, info, place in symbols if place and info >> 4]  # not the local ones

    def _unpack(self, form: str, offset: int) -> tuple[int, ...]:
        return struct.unpack_from(self.order + form, self.data, offset)

    def _entries(self, kind: int, form: str) -> Iterator[tuple[Section, tuple[int, ...]]]:
        size = struct.calcsize(self.order + form)
        for section in self.sections:
            if section.type == kind:
                for offset in range(section.offset, section.offset + section.size, size):
                    yield section, self._unpack(form, offset)

    def _text(self, section: int, offset: int) -> str:
        begin = self.sections[section].offset + offset
        return self.data[begin:self.data.index(b"\0", begin)].decode()

    def _versions(self) -> Iterator[tuple[int, str]]:
        """The versions of names: the number that symbols have for one, and its name."""
        for section in self.sections:
            if section.type == NEEDED_VERSIONS:
                library, more = section.offset, 1
                while more:
                    _, count, _, version, more = self._unpack("HHIII", library)
                    version += library
                    for _ in range(count):
                        _, _, index, name, step = self._unpack("IHHII", version)
                        yield index, self._text(section.link, name)
                        version += step
                    library += more

    def tag(self) -> str:
        """The platform tag, by the newest version of glibc that a name needs. ValueError: there is none."""
        key = (64 if self.wide else 32, self.order, self.machine)
        if key not in MACHINES:
            raise ValueError(f"manylinux has no machine {self.machine} of {key[0]} bits")
        for library in self.needed:
            if not ALLOWED.fullmatch(library):
                raise ValueError(f"it needs {library}, which is not part of every Linux")
        machine, newest = MACHINES[key]
        for name, version in self.undefined.items():
            if version:
                known = re.fullmatch(r"GLIBC_2\.(\d+)(\.\d+)?", version)
                if not known:
                    raise ValueError(f"it needs {name} of version {version}, which is not one of glibc 2")
                newest = max(newest, int(known[1]))
        return f"manylinux_2_{newest}_{machine}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: binary.py FILE.so")
    try:
        binary = Binary(sys.argv[1])
        print(binary.tag(), *binary.needed, sep="\n")
    except (OSError, ValueError) as error:
        sys.exit(f"binary.py: {error}")
    for name, version in sorted(binary.undefined.items(), key=lambda pair: (pair[1], pair[0])):
        print(f"  {version:14} {name}")
