"""Staging folders: one program at a time, and nothing of a thing that is removed stays."""

import shutil
from pathlib import Path

import pytest

from performer.core.errors import ServiceError
from performer.core.staging import STAGING, check_room, hold_staging_folder, remove_whole


def test_who_comes_second_is_refused(tmp_path: Path) -> None:
    with (
        hold_staging_folder(tmp_path, "joe"),
        pytest.raises(ServiceError, match="'joe' is being installed or removed by another program"),
        hold_staging_folder(tmp_path, "joe"),
    ):
        pass


def test_things_of_other_names_come_beside_each_other(tmp_path: Path) -> None:
    with hold_staging_folder(tmp_path, "joe") as joe, hold_staging_folder(tmp_path, "amy") as amy:
        assert (joe, amy) == (tmp_path / STAGING / "joe", tmp_path / STAGING / "amy")


def test_what_came_is_kept_and_an_empty_folder_is_not(tmp_path: Path) -> None:
    with hold_staging_folder(tmp_path, "joe") as joe, hold_staging_folder(tmp_path, "amy") as amy:
        joe.mkdir()
        amy.mkdir()
        (amy / "half").write_bytes(b"")

    assert not joe.exists()
    assert (amy / "half").exists()


def test_a_file_in_its_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ServiceError, match="Cannot write"), hold_staging_folder(tmp_path / "file", "joe"):
        pass


def test_a_removed_thing_is_gone_with_what_was_left_of_an_earlier_removal(tmp_path: Path) -> None:
    for folder in ("joe", "left"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "file").write_bytes(b"")
    remove_whole(tmp_path / "joe", tmp_path / "left")

    assert list(tmp_path.iterdir()) == []


def test_too_little_room_is_told_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 5, 5_000_000))
    check_room("joe", 5_000_000, tmp_path)
    with pytest.raises(ServiceError, match=r"'joe' needs 6 MB on the disk of .* has 5 MB left\. Free some room"):
        check_room("joe", 5_000_001, tmp_path)
