"""The source in use, exchanged for another while the show goes on."""

from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import pytest
from PIL import Image

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.status import Role
from performer.vision.frame import Glimpse
from performer.vision.look_pace import LookPace
from performer.vision.settings import FramesSettings
from performer.vision.source_switch import SourceSwitch, start_switch

pytestmark = pytest.mark.anyio

PATIENCE_S = 20.0


class Silent:
    """A source that hands out nothing, and notes when it was closed."""

    name = "silent"

    def __init__(self, clock: SystemClock) -> None:
        self.pace = LookPace(clock, rate_hz=1)
        self.asked, self.closed = anyio.Event(), anyio.Event()

    async def frames(self) -> AsyncGenerator[Glimpse, None]:
        try:
            self.asked.set()
            await anyio.sleep_forever()
            yield Glimpse(source="never", at_s=0.0, size=(1, 1), luma=b"")
        finally:
            self.closed.set()


def make_clip(folder: Path) -> str:
    Image.new("RGB", (64, 36), "red").save(folder / "1.png")
    return f"clip:{folder}"


async def test_the_next_pictures_are_those_of_the_source_that_was_chosen(clock: SystemClock, tmp_path: Path) -> None:
    switch = await start_switch(clock, FramesSettings(source="arcade"))
    await switch.change(make_clip(tmp_path))

    looks = switch.frames()
    look = await anext(looks)
    await looks.aclose()

    assert look.source == switch.name == switch.role().plays == f"clip {tmp_path.name}"


async def test_a_source_that_is_waited_for_is_left_at_once(clock: SystemClock) -> None:
    silent = Silent(clock)
    switch = SourceSwitch(clock, FramesSettings(), silent, Role(part="eyes", plays="silent"))
    seen: list[Glimpse] = []

    async def watch() -> None:
        seen.extend([look async for look in switch.frames()])

    with anyio.fail_after(PATIENCE_S):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watch)
            await silent.asked.wait()
            await switch.change("arcade:2")
            await silent.closed.wait()

    assert seen == []


async def test_what_cannot_be_had_is_refused_and_the_old_source_stays(clock: SystemClock, tmp_path: Path) -> None:
    switch = await start_switch(clock, FramesSettings(source="arcade:3"))

    with pytest.raises(ConfigError, match="no-such-clip"):
        await switch.change(f"clip:{tmp_path / 'no-such-clip'}")

    assert switch.name == "arcade seed 3"


async def test_the_source_in_use_is_the_one_that_is_asked_to_look(clock: SystemClock, tmp_path: Path) -> None:
    silent = Silent(clock)
    switch = SourceSwitch(clock, FramesSettings(), silent, Role(part="eyes", plays="silent"))
    silent.pace.take_wish()

    switch.pace.want(full_size=True)

    assert silent.pace.take_wish().full_size
