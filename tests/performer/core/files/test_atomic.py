"""Files written whole or not at all."""

import errno
import os
import sys
from pathlib import Path

import pytest

from performer.core.files import atomic
from performer.core.files.atomic import find_drafts, make_folder, write_atomically, write_draft
from tests.systems import posix_only


def test_a_file_is_made_with_its_folder_and_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "run" / "stage.json"
    write_atomically(file, b"one")
    write_atomically(file, b"two")

    assert file.read_bytes() == b"two"
    assert [each.name for each in file.parent.iterdir()] == ["stage.json"]
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_draft_is_its_owners_alone_where_that_takes_more_than_a_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[Path, int]] = []
    monkeypatch.setattr(atomic, "keep_to_owner", lambda draft: kept.append((draft, draft.stat().st_size)))

    with write_draft(tmp_path / "tokens.json", b"secret") as draft:
        assert kept == [(draft, 0)]  # before a byte of it is there


def test_a_write_that_fails_leaves_the_file_as_it_was_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tokens.json"
    write_atomically(file, b"mine")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(file, b"other")

    assert file.read_bytes() == b"mine"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_somebody_reads_is_tried_again_as_windows_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, replace, tries = tmp_path / "stage.html", os.replace, 0

    def busy_twice(draft: Path, to: Path) -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise PermissionError(errno.EACCES, "The process cannot access the file")
        replace(draft, to)

    monkeypatch.setattr(Path, "replace", busy_twice)
    write_atomically(file, b"page")

    assert (tries, file.read_bytes()) == (3, b"page")


def test_a_file_that_never_gives_way_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(_draft: Path, _to: Path) -> None:
        raise PermissionError(errno.EACCES, "The process cannot access the file")

    monkeypatch.setattr(Path, "replace", busy)
    monkeypatch.setattr("performer.core.files.atomic._PAUSE_S", 0)
    with pytest.raises(PermissionError):
        write_atomically(tmp_path / "stage.html", b"page")

    assert list(tmp_path.iterdir()) == []


def test_the_draft_of_a_writer_that_was_killed_is_found(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    with write_draft(file, b"half") as draft:
        assert list(find_drafts(file)) == [draft]
    assert list(find_drafts(file)) == []


@posix_only("has no such modes")
def test_each_folder_that_has_to_be_made_is_its_owners_alone(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir(mode=0o755)

    make_folder(tmp_path / "there" / "deep" / "down")

    modes = [each.stat().st_mode & 0o777 for each in (tmp_path / "there", *sorted((tmp_path / "there").rglob("*")))]
    assert modes == [0o755, 0o700, 0o700]
