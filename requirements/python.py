"""Make .venv and put the pinned packages and the project into it; what was cut short is made anew."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from requirements.terminal import ROOT, Stop, say, watch

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
JOBS = {"run": "the show", "test": "the tests", "docs": "the documentation", "release": "a release"}
"""What sets are for, in words."""
_CRASHED = "ERROR: Exception:"
"""How pip begins to tell of a bug of its own; the reason is its last line."""
UNFINISHED = VENV / "unfinished"  # there while packages go in: pip takes a half-installed one for installed


def make_venv(lock: int) -> None:
    """Make .venv, or make it anew if something is wrong with it."""
    reason = reason_to_make()
    if not reason:
        return
    importlib.invalidate_caches()
    if not importlib.util.find_spec("ensurepip"):
        how = "add its venv package (python3-venv)" if shutil.which("apt-get") else "install one from python.org"
        raise Stop(f"this Python cannot make a .venv: {how}, then start again.")
    say("venv", reason)
    if VENV.is_symlink():
        VENV.unlink()  # what it leads to is not ours to empty
    whole, lines = watch("venv", [sys.executable, "-m", "venv", "--clear", "--without-pip", str(VENV)], hold=lock)
    if whole:
        UNFINISHED.touch()
        whole, lines = watch("venv", [str(PYTHON), "-m", "ensurepip"], hold=lock)
    if not whole:
        raise Stop(f"making .venv failed: {lines[-1] if lines else 'no word why'}")


def reason_to_make() -> str:
    """Return why .venv must be made; empty for one that can be kept."""
    if not VENV.exists():
        return "making .venv"
    if UNFINISHED.exists():
        return "making .venv anew: the last set-up was cut short"
    try:
        settings = (VENV / "pyvenv.cfg").read_text(encoding="utf-8")
        pip_works = subprocess.run([str(PYTHON), "-m", "pip", "--version"], capture_output=True).returncode == 0
    except OSError:
        return "making .venv anew: it is broken"
    told = re.search(r"^version\w* *= *(\d+\.\d+)", settings, re.MULTILINE)
    if not told or told[1] != f"{sys.version_info[0]}.{sys.version_info[1]}":
        return f"making .venv anew: it is of Python {told[1] if told else 'unknown'}"
    return "" if pip_works else "making .venv anew: its pip does not work"


def install(sets: Sequence[str], lock: int) -> None:
    """Install sets of pinned requirements ("run", "mic", "test", "docs") and the project into .venv."""
    began = time.monotonic()
    say("python", f"packages for {' and '.join(JOBS.get(name, name) for name in sets)}")
    UNFINISHED.touch()
    install_into(PYTHON, sets, lock)
    UNFINISHED.unlink()
    say("python", f"installed in {time.monotonic() - began:.0f} s")


def install_into(python: Path, sets: Sequence[str], lock: int | None = None) -> None:
    """Install sets of pinned requirements, checked against their hashes, and the project beside some Python."""
    files = [f"--requirement={file}" for file in files_of(sets)]
    pip(python, lock, "--require-hashes", "--only-binary=:all:", *files)
    pip(python, lock, "--no-build-isolation", "--no-deps", "--editable", ".")


def files_of(sets: Sequence[str]) -> list[str]:
    """Name the files of these sets."""
    return [f"requirements/{name}.txt" for name in sets]


def has(module: str) -> bool:
    """Return whether the .venv's Python finds a module."""
    question = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({module!r}) is None)"
    return subprocess.run([str(PYTHON), "-c", question]).returncode == 0


def pip(python: Path, lock: int | None, *arguments: str) -> None:
    """Install with this Python's pip, or stop with the reason."""
    install_by([*pip_command(python), *arguments], lock)


def pip_command(python: Path) -> list[str]:
    """Return the beginning of a command by which this Python's pip installs."""
    return [str(python), "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--progress-bar=off"]


def install_by(command: list[str], lock: int | None = None) -> None:
    """Install by a command of pip's or uv's, or stop with the reason."""
    done, lines = watch("python", command, hold=lock)
    if done:
        return
    broken = re.search(r"connection broken by '(\w+)", "\n".join(lines))
    if broken:
        raise Stop(f"the Python packages cannot be fetched ({broken[1]}): check the network, then start again.")
    complaints = [line for line in lines if line.startswith("ERROR: ") and line != _CRASHED] or lines
    raise Stop(f"the Python packages cannot be installed: {complaints[-1] if complaints else 'no word why'}")
