"""A playhouse of the doctor's own: on a free port, in a folder that is thrown away, so that no show notices."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from performer.clock import Clock
from performer.config import Config
from performer.events import EventStream
from performer.guard import Guard
from performer.home import Home
from performer.playhouse import Playhouse
from performer.stage.control import Control
from performer.voices.silent import SilentVoice


@asynccontextmanager
async def private_house(clock: Clock, config: Config, *, sounds: bool) -> AsyncIterator[Playhouse]:
    """Open it on the configured host while the block runs, with a sound player or without, never with a window.

    Raises:
        ServiceError: when nothing can listen on that host.
    """
    with tempfile.TemporaryDirectory(prefix="performer-doctor-") as name:
        home = Home(config=Path(name), data=Path(name))
        stream, quiet = EventStream(clock), _bare(config, sounds=sounds)
        guard = Guard(config.guard)
        house = Playhouse(clock, stream, quiet, home, guard=guard, voice=SilentVoice(), desktop=False)
        async with anyio.create_task_group() as tasks:
            await house.open(tasks, Control({}, house.clients), lambda: {"ok": True})
            yield house
            house.close()
            tasks.cancel_scope.cancel()


def _bare(config: Config, *, sounds: bool) -> Config:
    return config.model_copy(
        update={
            "stage": config.stage.model_copy(update={"port": 0}),
            "sound": config.sound.model_copy(update={"enabled": sounds}),
            "mascot": config.mascot.model_copy(update={"place": "off"}),
        }
    )
