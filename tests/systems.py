"""What only some systems have: marks and means for tests of it, each with why, by which the report of a run counts."""

import stat
import sys
from pathlib import Path

import pytest

from performer.core.platform import find_others


def posix_only(why: str) -> pytest.MarkDecorator:
    """Mark a test of what Windows has not, or does by other means."""
    return pytest.mark.skipif(sys.platform == "win32", reason=f"POSIX only: {why}")


def linux_only(why: str) -> pytest.MarkDecorator:
    """Mark a test of what Linux alone has."""
    return pytest.mark.skipif(sys.platform != "linux", reason=f"Linux only: {why}")


def windows_only(why: str) -> pytest.MarkDecorator:
    """Mark a test of what Windows alone has."""
    return pytest.mark.skipif(sys.platform != "win32", reason=f"Windows only: {why}")


def need_linux(why: str) -> None:
    """Leave out the test that asks for this, but on Linux."""
    if sys.platform != "linux":
        pytest.skip(f"Linux only: {why}")


def write_script(program: Path, script: str) -> Path:
    """Write a program for a shell; on Windows, whose shell is another, the test is left out."""
    if sys.platform == "win32":
        pytest.skip("POSIX only: a script for a shell stands for a program")
    program.write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
    program.chmod(0o755)
    return program


def make_link(link: Path, to: Path) -> None:
    """Make a symbolic link; on Windows, where it is a right that few have, the test is left out without it."""
    try:
        link.symlink_to(to)
    except OSError:
        if sys.platform != "win32":
            raise
    if not link.is_symlink():  # Wine only says that it made one
        pytest.skip("POSIX only: a symbolic link, which is a right on Windows")


def describe_ended_by(name: str) -> str:
    """Return how it is told that a signal has ended a process: on Windows it is a code, whatever the signal."""
    return "was ended from outside" if sys.platform == "win32" else f"was ended by {name}"


def is_private(file: Path) -> bool:
    """Whether a file is its owner's alone; where there are modes, that it is 0600."""
    if sys.platform == "win32":
        return find_others(file) is None
    return stat.S_IMODE(file.stat().st_mode) == 0o600
