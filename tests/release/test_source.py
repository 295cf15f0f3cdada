"""The source of a release: what git keeps, packed alike on every machine."""

import hashlib
import os
import subprocess
import tarfile
from pathlib import Path

import pytest

from release.source import copy_source, list_changes, list_files, pack_source, read_version
from requirements.terminal import Stop

PROJECT = '[project]\nname = "stream-performer"\nversion = "3.2.1"\n'


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a small clone with a kept file, a script, and files that git does not keep."""
    root = tmp_path / "clone"
    (root / "inner").mkdir(parents=True)
    (root / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (root / "inner/kept.txt").write_text("kept", encoding="utf-8")
    (root / "start").write_text("#!/bin/sh\n", encoding="utf-8")
    (root / "start").chmod(0o755)
    git(root, "init")
    git(root, "add", ".")
    git(root, "commit", "-m", "All")
    (root / "own.txt").write_text("not kept", encoding="utf-8")
    return root


def test_source_is_what_git_keeps_as_it_lies_there(clone: Path, tmp_path: Path) -> None:
    (clone / "inner/kept.txt").write_text("changed", encoding="utf-8")
    (clone / "start").unlink()

    copy = copy_source(tmp_path, clone)

    assert copy.name == "stream-performer-3.2.1"
    assert list_files(clone) == ["inner/kept.txt", "pyproject.toml"]
    assert (copy / "inner/kept.txt").read_text(encoding="utf-8") == "changed"
    assert not (copy / "own.txt").exists()


def test_what_is_not_committed_is_told(clone: Path) -> None:
    assert list_changes(clone) == ["?? own.txt"]


def test_same_source_makes_the_same_archive_whoever_packs_it_and_when(clone: Path, tmp_path: Path) -> None:
    copy = copy_source(tmp_path, clone)
    first = pack_source(copy, tmp_path, 1_000_000_000)
    digest = hashlib.sha256(first.read_bytes()).hexdigest()

    os.utime(copy / "start", (1, 1))
    (copy / "inner/kept.txt").chmod(0o600)
    again = pack_source(copy, tmp_path, 1_000_000_000)

    assert hashlib.sha256(again.read_bytes()).hexdigest() == digest


@pytest.mark.skipif(os.name == "nt", reason="POSIX only: the mode of a script")
def test_script_can_be_started_out_of_the_archive(clone: Path, tmp_path: Path) -> None:
    archive = pack_source(copy_source(tmp_path, clone), tmp_path, 1_000_000_000)

    with tarfile.open(archive) as packed:
        modes = {each.name.rpartition("/")[2]: each.mode for each in packed if each.isfile()}

    assert modes == {"kept.txt": 0o644, "pyproject.toml": 0o644, "start": 0o755}


def test_folder_that_is_no_clone_is_refused_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="Make it in a clone"):
        list_files(tmp_path)


def test_version_is_the_projects(clone: Path) -> None:
    assert read_version(clone) == "3.2.1"
