"""A copy of the checkout: what git would give to others, and what is not committed yet."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

_KEPT = (".venv", "__pycache__", ".hypothesis")
"""What runs have made in a copy and use again."""


def list_files(root: Path) -> list[Path]:
    """Return the files of a checkout that git does not ignore, relative to it; those not committed too."""
    git = shutil.which("git") or "git"
    command = [git, "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    names = [Path(name) for name in told.split("\0") if name]
    return [name for name in names if (root / name).is_file()]


def renew_copy(root: Path, copy: Path) -> None:
    """Bring a copy to the state of the checkout; what runs have made in it stays."""
    files = list_files(root)
    for stale in set(_walk(copy)) - set(files):
        (copy / stale).unlink()
    for file in files:
        target = copy / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / file, target)


def _walk(copy: Path) -> Iterator[Path]:
    """Yield what lies in a copy but what is kept, relative to it."""
    for folder, folders, names in os.walk(copy):
        folders[:] = [each for each in folders if each not in _KEPT and not each.endswith(".egg-info")]
        yield from ((Path(folder) / name).relative_to(copy) for name in names)
