"""Paths that Windows cuts, by a played registry."""

from pathlib import Path

import pytest

from performer.core.platform.windows_paths import explain_long_path
from tests.performer.core.platform.played_windows import play_windows

FILE_SYSTEM = "HKLM\\SYSTEM\\CurrentControlSet\\Control\\FileSystem"


def make_path(length: int) -> Path:
    root = str(Path("/").absolute())
    return Path(root + "x" * (length - len(root)))


@pytest.mark.parametrize(("length", "room"), [(159, None), (160, "99"), (300, "0")])
def test_a_folder_that_leaves_little_room_for_names_is_told(
    length: int, room: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_windows(monkeypatch)
    told = explain_long_path(make_path(length))

    assert (told is None) is (room is None)
    assert room is None or f"leaves {room} characters" in str(told)


def test_a_machine_that_is_set_to_long_paths_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = play_windows(monkeypatch)
    windows.registry[FILE_SYSTEM, "LongPathsEnabled"] = 1
    long = explain_long_path(make_path(300))
    windows.registry[FILE_SYSTEM, "LongPathsEnabled"] = 0

    assert long is None
    assert explain_long_path(make_path(300)) is not None
