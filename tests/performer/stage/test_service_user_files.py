"""The streamer's own files, read by those who show them and told of by name."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.events.parts import FileRefused
from performer.core.events.stream import EventStream, EventSubscription
from performer.core.files.home import ASSETS
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.avatar.settings import AvatarSettings
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.connections import StageClients
from performer.stage.library.library import MediaLibrary
from performer.stage.service import watch_user_files
from performer.stage.state import Stage
from performer.stage.themes import Themes

FOLDERS = ("emotes", "sounds", "mascot", "themes")


@asynccontextmanager
async def read(home: Path, library: MediaLibrary, stream: EventStream) -> AsyncIterator[None]:
    clock, clients = SystemClock(), StageClients()
    stage = Stage(clock, clients)
    mascot = StageAvatar(clock, stage, AvatarSprites(ASSETS / "mascot", home / "mascot"), AvatarSettings(), stream)
    themes = Themes(ASSETS / "themes", home / "themes", "night", stage, clients, stream)
    async with anyio.create_task_group() as tasks:
        await tasks.start(watch_user_files(clock, home, library, mascot, themes))
        yield
        tasks.cancel_scope.cancel()


def library_of(home: Path, stream: EventStream) -> MediaLibrary:
    return MediaLibrary(emotes=[home / "emotes"], sounds=[home / "sounds"], cache=home / "cache", stream=stream)


def told(reader: EventSubscription) -> dict[str, str]:
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
    library = MediaLibrary(emotes=[tmp_path], sounds=[ASSETS / "sounds"], cache=tmp_path / "cache", stream=stream)
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(library._emotes_thread.run, gate.wait)
            with anyio.fail_after(10):
                await anyio.lowlevel.checkpoint()
                await library.read_sounds()
            tasks.cancel_scope.cancel()
    finally:
        gate.set()

    assert library.catalogue.sounds
