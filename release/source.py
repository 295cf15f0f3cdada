"""The source of a release: the files of the checkout that git keeps, as they lie there."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path
from typing import Any

from requirements.terminal import ROOT, Stop

NAME = "stream-performer"


def read_project(root: Path = ROOT) -> dict[str, Any]:
    """Read the table `project` of pyproject.toml."""
    return dict(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def read_version(root: Path = ROOT) -> str:
    """Read the version that the next release has."""
    return str(read_project(root)["version"])


def list_files(root: Path = ROOT) -> list[str]:
    """Return the paths of all files that git keeps and that are there, in order."""
    return [name for name in _ask_git(root, "ls-files", "-z").split("\0") if name and (root / name).is_file()]


def list_changes(root: Path = ROOT) -> list[str]:
    """Return what differs from the last commit, a line each as git tells it."""
    return _ask_git(root, "status", "--porcelain").splitlines()


def read_commit_time(root: Path = ROOT) -> int:
    """Return when the last commit was made, in seconds since 1970: all that a release holds bears this date."""
    return int(_ask_git(root, "log", "-1", "--format=%ct"))


def copy_source(folder: Path, root: Path = ROOT) -> Path:
    """Copy the source into a folder of its name and version there, and return that folder."""
    copy = folder / f"{NAME}-{read_version(root)}"
    for name in list_files(root):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, copy / name)
    return copy


def pack_source(copy: Path, target: Path, time_s: int) -> Path:
    """Pack a copy of the source into a folder; the same source makes the same archive."""
    archive = target / f"{copy.name}.tar.gz"
    pack(copy, archive, time_s)
    return archive


def pack(folder: Path, archive: Path, time_s: int) -> None:
    """Pack a folder under its own name into a `.tar.gz` in which neither owner, order nor time are this machine's."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = time_s
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    with (
        archive.open("wb") as file,
        gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=time_s) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in [folder, *sorted(folder.rglob("*"))]:
            tar.add(path, path.relative_to(folder.parent).as_posix(), recursive=False, filter=plain)


def _ask_git(root: Path, *words: str) -> str:
    git = shutil.which("git")
    if git is None:
        raise Stop("a release is made of what git keeps, and git is not installed here.")
    asked = subprocess.run([git, "-C", str(root), *words], capture_output=True, text=True, encoding="utf-8")
    if asked.returncode:
        raise Stop(f"a release is made of what git keeps: {asked.stderr.strip()}. Make it in a clone.")
    return asked.stdout
