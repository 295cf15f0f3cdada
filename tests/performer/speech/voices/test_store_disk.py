"""A store of voices on a disk that is full, or where nobody may write."""

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from performer.core.errors import ServiceError
from tests.performer.speech.voices.shop import FILES, Shop, Watcher

pytestmark = pytest.mark.anyio


class Usage(NamedTuple):
    """What a disk has."""

    total: int
    used: int
    free: int


async def test_a_full_disk_is_told_before_anything_comes(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(1, 1, 5_000_000))
    with pytest.raises(
        ServiceError, match=r"'bob' needs 101 MB on the disk of '.*voices', which has 5 MB left. Free some"
    ):
        await shop.get()

    assert shop.mirror.asked == []


async def test_a_full_disk_is_told_before_a_file_is_unpacked(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(1, 1, 5_000_000))
    with pytest.raises(ServiceError, match=r"'bob' needs 26 MB on the disk of '.*voices', which has 5 MB left"):
        await shop.store.get_file(tmp_path / "bob.onnx", "", shop.watcher)

    assert shop.left == []


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="who may do everything is refused nothing")
async def test_a_folder_that_cannot_be_written_is_told(shop: Shop, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(ServiceError, match=r"Permission denied\. Free some room, or set PERFORMER_HOME"):
            await shop.get()
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.skipif(sys.platform != "linux", reason="a folder of Linux in which nobody may make one")
async def test_a_folder_that_cannot_be_made_is_told(shop: Shop) -> None:
    with pytest.raises(ServiceError, match=r"Cannot write '/proc/voices.*set PERFORMER_HOME"):
        await replace(shop.store, folder=Path("/proc/voices")).get("bob", Watcher())


async def test_a_file_in_the_place_of_the_folder_is_told(shop: Shop) -> None:
    shop.store.folder.write_text("")
    with pytest.raises(ServiceError, match=r"Cannot write '.*voices.*set PERFORMER_HOME"):
        await shop.get()
