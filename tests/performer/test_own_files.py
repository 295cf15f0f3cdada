"""The streamer's own files, read by those who show them and told of by name."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from performer.clock import SystemClock
from performer.events import EventStream, FileRefused, Reader
from performer.own_files import OwnFiles
from performer.paths import ASSETS
from performer.stage.clients import Clients
from performer.stage.library.library import Library
from performer.stage.mascot.mascot import Mascot
from performer.stage.mascot.plumage import Plumage
from performer.stage.mascot.settings import MascotSettings
from performer.stage.stage import Stage
from performer.stage.themes import Themes

FOLDERS = ("emotes", "sounds", "mascot", "themes")


@asynccontextmanager
async def read(home: Path, library: Library, stream: EventStream) -> AsyncIterator[None]:
    clock, clients = SystemClock(), Clients()
    stage = Stage(clock, clients)
    mascot = Mascot(clock, stage, Plumage(ASSETS / "mascot", home / "mascot"), MascotSettings())
    themes = Themes(ASSETS / "themes", home / "themes", "night", stage, clients)
    files = OwnFiles(clock, stream, home, library=library, mascot=mascot, themes=themes)
    async with anyio.create_task_group() as tasks:
        await tasks.start(files.run)
        yield
        tasks.cancel_scope.cancel()


def library_of(home: Path, stream: EventStream) -> Library:
    return Library(emotes=[home / "emotes"], sounds=[home / "sounds"], cache=home / "cache", stream=stream)


def told(reader: Reader) -> dict[str, str]:
    happened = [published.event for published in reader.taken()]
    return {event.file: event.reason for event in happened if isinstance(event, FileRefused)}


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_what_is_left_out_is_told_by_its_own_name_and_without_its_folder(tmp_path: Path) -> None:
    for folder, name in zip(FOLDERS, ("a.png", "b.wav", "happy-idle.png", "d.toml"), strict=True):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_bytes(b"[nothing of the kind")
    stream = EventStream(SystemClock())
    reader = stream.whole("test")

    async with read(tmp_path, library_of(tmp_path, stream), stream):
        refused = told(reader)

    assert refused.keys() == {"a.png", "b.wav", "happy-idle.png", "d.toml"}
    assert not any(str(tmp_path) in reason for reason in refused.values())


@pytest.mark.anyio
async def test_a_folder_of_emotes_that_hangs_does_not_keep_sounds_from_being_read(tmp_path: Path) -> None:
    stream, gate = EventStream(SystemClock()), threading.Event()
    library = Library(emotes=[tmp_path], sounds=[ASSETS / "sounds"], cache=tmp_path / "cache", stream=stream)
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(library._emotes_thread.run, gate.wait)
            with anyio.fail_after(10):
                await anyio.lowlevel.checkpoint()
                await library.read_sounds()
            tasks.cancel_scope.cancel()
    finally:
        gate.set()

    assert library.sounds
