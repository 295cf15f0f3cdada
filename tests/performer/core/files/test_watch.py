"""The watch: real files in real folders, looked at often, so that the tests need not wait for two seconds."""

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.files.watch import FIRST_WITHIN_S, FolderWatch
from tests.systems import make_link

EVERY_S = 0.02
REST_S = 0.04


class Reader:
    """Notes what the folder holds each time it is told of a change."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.read: list[dict[str, int]] = []
        self._told = anyio.Event()

    async def __call__(self) -> None:
        for _ in range(10):
            await anyio.lowlevel.checkpoint()
        files = [self.path] if self.path.is_file() else sorted(self.path.glob("*"))
        self.read.append({file.name: file.stat().st_size for file in files if file.is_file()})
        self._told.set()
        self._told = anyio.Event()

    async def reads(self, wanted: dict[str, int]) -> None:
        with anyio.fail_after(10):
            while self.read[-1:] != [wanted]:
                await self._told.wait()


@asynccontextmanager
async def watched(*readers: Reader, clock: SystemClock | None = None) -> AsyncIterator[None]:
    paths = {f"files {number}": (reader.path, reader) for number, reader in enumerate(readers)}
    async with anyio.create_task_group() as tasks:
        await tasks.start(FolderWatch(clock or SystemClock(), paths, every_s=EVERY_S, rest_s=REST_S).run)
        yield
        tasks.cancel_scope.cancel()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "emotes").mkdir()
    return tmp_path / "emotes"


@pytest.mark.anyio
async def test_everything_is_read_once_before_the_watch_is_ready(folder: Path) -> None:
    (folder / "wave.png").write_bytes(b"1234")
    reader, other = Reader(folder), Reader(folder.parent / "none")
    async with watched(reader, other):
        assert reader.read == [{"wave.png": 4}]
        assert other.read == [{}]


def write(folder: Path) -> None:
    (folder / "new.png").write_bytes(b"12")


def change(folder: Path) -> None:
    (folder / "wave.png").write_bytes(b"123456")


def remove(folder: Path) -> None:
    (folder / "wave.png").unlink()


def rename(folder: Path) -> None:
    (folder / "wave.png").rename(folder / "hello.png")


def replace(folder: Path) -> None:
    (folder / ".part").write_bytes(b"123456")
    (folder / ".part").replace(folder / "wave.png")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("do", "after"),
    [
        (write, {"new.png": 2, "wave.png": 4}),
        (change, {"wave.png": 6}),
        (remove, {}),
        (rename, {"hello.png": 4}),
        (replace, {"wave.png": 6}),
    ],
)
async def test_a_change_is_told(folder: Path, do: Callable[[Path], None], after: dict[str, int]) -> None:
    (folder / "wave.png").write_bytes(b"1234")
    reader = Reader(folder)
    async with watched(reader):
        do(folder)
        await reader.reads(after)


@pytest.mark.anyio
async def test_a_folder_may_come_later_go_and_come_back(tmp_path: Path) -> None:
    folder = tmp_path / "later" / "emotes"
    reader = Reader(folder)
    async with watched(reader):
        for size in (1, 2):
            folder.mkdir(parents=True)
            (folder / "wave.png").write_bytes(bytes(size))
            await reader.reads({"wave.png": size})
            (folder / "wave.png").unlink()
            folder.rmdir()
            folder.parent.rmdir()
            await reader.reads({})


@pytest.mark.anyio
async def test_one_file_can_be_watched(tmp_path: Path) -> None:
    file = tmp_path / "night.toml"
    reader = Reader(file)
    async with watched(reader):
        file.write_bytes(b"123")
        await reader.reads({"night.toml": 3})
        file.write_bytes(b"12345")
        await reader.reads({"night.toml": 5})


class CopyingClock(SystemClock):
    """While somebody sleeps, one more piece of a file comes, until it is whole."""

    def __init__(self, file: Path, pieces: int) -> None:
        super().__init__()
        self._file = file
        self._pieces = pieces

    async def sleep(self, seconds: float) -> None:
        if self._pieces:
            self._pieces -= 1
            self._write()
            await anyio.lowlevel.checkpoint()
        else:
            await super().sleep(seconds)

    def _write(self) -> None:
        with self._file.open("ab") as copy:
            copy.write(bytes(100))


@pytest.mark.anyio
async def test_a_file_that_is_being_copied_is_read_when_it_is_whole(folder: Path) -> None:
    reader = Reader(folder)
    async with watched(reader, clock=CopyingClock(folder / "wave.png", pieces=25)):
        await reader.reads({"wave.png": 2500})

    assert reader.read == [{}, {"wave.png": 2500}]


@pytest.mark.anyio
async def test_a_change_while_it_is_read_is_read_too(folder: Path) -> None:
    reader = Reader(folder)

    async def slow() -> None:
        await reader()
        if reader.read == [{}, {"a.png": 1}]:
            (folder / "b.png").write_bytes(b"1")

    async with anyio.create_task_group() as tasks:
        watch = FolderWatch(SystemClock(), {"emotes": (folder, slow)}, every_s=EVERY_S, rest_s=REST_S)
        await tasks.start(watch.run)
        (folder / "a.png").write_bytes(b"1")
        await reader.reads({"a.png": 1, "b.png": 1})
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_a_link_that_leads_nowhere_is_no_trouble(folder: Path) -> None:
    make_link(folder / "gone.png", folder / "nowhere.png")
    reader = Reader(folder)
    async with watched(reader):
        (folder / "wave.png").write_bytes(b"1")
        await reader.reads({"wave.png": 1})
        (folder / "nowhere.png").write_bytes(b"12")
        await reader.reads({"gone.png": 2, "nowhere.png": 2, "wave.png": 1})


@pytest.mark.anyio
async def test_the_end_is_prompt_and_leaves_no_thread(folder: Path) -> None:
    before = set(threading.enumerate())
    async with watched(Reader(folder)):
        ours = set(threading.enumerate()) - before
        assert ours
    for thread in ours:
        thread.join(20)
        assert not thread.is_alive()


@pytest.mark.anyio
async def test_what_a_reader_raises_goes_up(folder: Path) -> None:
    async def broken() -> None:
        raise ZeroDivisionError

    with pytest.RaisesGroup(ZeroDivisionError, flatten_subgroups=True):
        await FolderWatch(SystemClock(), {"emotes": (folder, broken)}).run()


@pytest.mark.anyio
async def test_one_that_hangs_does_not_hold_up_the_start(virtual_clock: VirtualClock, folder: Path) -> None:
    watch = FolderWatch(virtual_clock, {"lost drive": (folder, anyio.sleep_forever)})
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(virtual_clock.advance, FIRST_WITHIN_S)
        with anyio.fail_after(10):
            await tasks.start(watch.run)
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_a_watch_goes_on_when_the_one_that_looked_for_both_ends(folder: Path) -> None:
    reader = Reader(folder.parent / "sounds")
    reader.path.mkdir()
    watch = FolderWatch(SystemClock(), {"sounds": (reader.path, reader)}, every_s=EVERY_S, rest_s=REST_S)
    async with anyio.create_task_group() as tasks:
        async with watched(Reader(folder)):
            await tasks.start(watch.run)
        write(reader.path)

        await reader.reads({"new.png": 2})
        tasks.cancel_scope.cancel()
