"""Looks at real paths; only a drive that is lost is made up, by a `scandir` that does not return."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from performer.core.files.looks import PathLooks, Stamps, share_looks


@pytest.fixture
def lost_drive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder that does not answer before the test has ended."""
    lost, end, scan = tmp_path / "lost", threading.Event(), os.scandir

    def hang(path: Any) -> Any:
        if path == lost:
            end.wait(20)
        return scan(path)

    monkeypatch.setattr(os, "scandir", hang)
    yield lost
    end.set()


async def look_at(looks: PathLooks, *paths: Path) -> list[Stamps]:
    """Look at all of them in the same turn of the event loop."""
    found: dict[Path, Stamps] = {}

    async def look(path: Path) -> None:
        found[path] = await looks.look(path)

    async with anyio.create_task_group() as tasks:
        for path in paths:
            tasks.start_soon(look, path)
    return [found[path] for path in paths]


@pytest.mark.anyio
async def test_a_folder_has_the_stamps_of_its_files_and_a_missing_one_has_none(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"123")
    with share_looks() as looks:
        folder, missing = await look_at(looks, tmp_path, tmp_path / "none")

    assert folder is not None
    assert {name: stamp and stamp[2] for name, stamp in folder.items()} == {"a.png": 3}
    assert missing is None


@pytest.mark.anyio
async def test_the_looks_of_an_instant_share_one_thread_which_ends_with_the_last_who_looks(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with share_looks() as one:
        with share_looks() as other:
            await look_at(one, tmp_path, tmp_path / "a")
            await look_at(other, tmp_path / "b")
        (thread,) = set(threading.enumerate()) - before
        assert await one.look(tmp_path) == {}
        assert thread.is_alive()
    thread.join(20)

    assert not thread.is_alive()


@pytest.mark.anyio
async def test_one_that_hangs_does_not_hold_up_those_behind_it(tmp_path: Path, lost_drive: Path) -> None:
    looks = PathLooks(hangs_s=0.01)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(looks.look, lost_drive)
        await anyio.lowlevel.checkpoint()
        with anyio.fail_after(10):
            assert await look_at(looks, tmp_path, tmp_path / "none") == [{}, None]
        tasks.cancel_scope.cancel()
    looks.close()


@pytest.mark.anyio
async def test_what_was_seen_before_one_that_hangs_is_told(tmp_path: Path, lost_drive: Path) -> None:
    looks = PathLooks(hangs_s=0.01)
    async with anyio.create_task_group() as tasks:
        with anyio.fail_after(10):
            tasks.start_soon(looks.look, tmp_path)
            tasks.start_soon(looks.look, lost_drive)
            assert await looks.look(tmp_path) == {}
        tasks.cancel_scope.cancel()
    looks.close()
