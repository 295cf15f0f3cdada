"""The copy for Linux: an archive that is unpacked anywhere and runs with the system's own Python.

It is no AppImage: the program that would stand at its head is to be had neither from Debian nor from PyPI.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from release.source import NAME, pack, read_version
from release.system_copy import fill_packages, write_launcher
from requirements.terminal import ROOT

SYSTEM = "x86_64-manylinux_2_34"
"""As uv names it: glibc 2.34 and later, as Debian 12, Ubuntu 22.04 and Fedora 35 have it; Qt asks for it."""
ENVIRONMENT = '${XDG_DATA_HOME:-"$HOME/.local/share"}/stream-performer/python'
_READ_ME = """Stream Performer {version}, for Linux on x86_64

It needs Python 3.11, 3.12 or 3.13, which most systems have, and the libraries that a desktop has. In this folder:

    ./performer               the show, until Ctrl+C
    ./performer doctor        what does not work, and what to do about it
    ./performer install-launcher    an entry among your programs

To type `performer` anywhere:  ln -s "$PWD/performer" ~/.local/bin/

The first start makes an environment in ~/.local/share/stream-performer/python. To remove all: delete this folder and
that one. Settings lie in ~/.config/stream-performer. The licences of all parts are in the folder licences.
"""


def lay_out(folder: Path, wheel: Path) -> Path:
    """Lay the copy out in a folder, under its own name; return that."""
    version = read_version()
    copy = folder / f"{NAME}-{version}-linux-x86_64"
    copy.mkdir(parents=True)
    fill_packages(copy / "packages", SYSTEM, wheel)
    write_launcher(copy / "performer", packages="packages", environment=ENVIRONMENT, words="run")
    (copy / "READ-ME.txt").write_text(_READ_ME.format(version=version), encoding="utf-8", newline="\n")
    shutil.copyfile(ROOT / "LICENSE", copy / "LICENSE")
    return copy


def build_archive(wheel: Path, target: Path, time_s: int) -> Path:
    """Build the copy of a wheel as `.tar.gz` into a folder, and return the archive."""
    with tempfile.TemporaryDirectory() as place:
        copy = lay_out(Path(place), wheel)
        archive = target / f"{copy.name}.tar.gz"
        pack(copy, archive, time_s)
    return archive
