"""Files that are served, and folders that hang."""

import threading
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from performer.stage.server.file_reader import FileReader


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sounds").mkdir()
    (tmp_path / "wave.png").write_bytes(b"wave")
    (tmp_path / "sounds" / "ding.wav").write_bytes(b"ding")
    return tmp_path


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    gate = threading.Event()
    yield gate
    gate.set()


@pytest.mark.anyio
async def test_what_is_there_is_read_and_what_is_none_is_not(folder: Path) -> None:
    lender = FileReader()

    assert await lender.read(folder / "wave.png") == b"wave"
    assert await lender.read(folder / "gone.png") is None
    assert await lender.read(folder / "sounds") is None


@pytest.mark.anyio
async def test_a_folder_that_hangs_is_given_up_and_stalls_no_other(folder: Path, gate: threading.Event) -> None:
    lender = FileReader(within_s=0.05)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lender._find_thread(folder).run, gate.wait)
        await anyio.lowlevel.checkpoint()
        with pytest.raises(TimeoutError):
            await lender.read(folder / "wave.png")

        lender._within_s = 20
        assert await lender.read(folder / "sounds" / "ding.wav") == b"ding"
        gate.set()

    assert await lender.read(folder / "wave.png") == b"wave"
