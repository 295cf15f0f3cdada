"""The eyes: pictures seen, changes cued, and a source that goes away and comes back."""

from collections.abc import AsyncGenerator

import anyio
import pytest

from performer.clock import VirtualClock
from performer.cues import SceneCue
from performer.errors import ServiceError
from performer.events import EventStream, FrameSeen, ServiceDown, ServiceUp
from performer.eyes import Eyes
from performer.frames import Frame
from performer.frames.mask import Mask
from performer.scene import Scene, SceneSettings


class Slides:
    """Shows grey pictures, one a second; None stands for a display that is gone."""

    name = "slides"

    def __init__(self, clock: VirtualClock, *greys: int | None) -> None:
        self._clock = clock
        self._greys = list(greys)

    async def frames(self) -> AsyncGenerator[Frame, None]:
        while self._greys:
            grey = self._greys.pop(0)
            if grey is None:
                raise ServiceError("the display is gone")
            luma = bytes([grey]) * 576
            yield Frame(source=self.name, at_s=self._clock.now(), size=(4, 4), jpeg=b"", luma=luma, digest=str(grey))
            await self._clock.sleep(1)
        await self._clock.sleep(float("inf"))


async def watch(
    clock: VirtualClock, slides: Slides, *own: Mask, seconds: float = 30
) -> tuple[list[str], list[SceneCue]]:
    stream = EventStream(clock)
    cues: list[SceneCue] = []
    eyes = Eyes(
        clock,
        stream,
        source=slides,
        scene=Scene(clock, stream, SceneSettings(), fresh_s=6),
        on_change=cues.append,
        own_elements=lambda: own,
    )
    with stream.whole("test") as reader:
        async with anyio.create_task_group() as tasks:
            await tasks.start(eyes.run)
            await clock.advance(seconds)
            tasks.cancel_scope.cancel()
        stream.close()
        told = []
        async for published in reader:
            match published.event:
                case FrameSeen(digest=digest):
                    told.append(digest)
                case ServiceDown() | ServiceUp() as service:
                    told.append(type(service).__name__)
    return told, cues


@pytest.mark.anyio
async def test_every_picture_is_stated_and_a_change_cues_the_director(virtual_clock: VirtualClock) -> None:
    told, cues = await watch(virtual_clock, Slides(virtual_clock, 0, 0, 90, 90))

    assert told == ["0", "0", "90", "90"]
    assert cues == [SceneCue(change=90, at_s=2.0)]


@pytest.mark.anyio
async def test_what_our_own_elements_cover_is_no_change(virtual_clock: VirtualClock) -> None:
    _, cues = await watch(virtual_clock, Slides(virtual_clock, 0, 90), Mask(0, 0, 1, 1))

    assert cues == []


@pytest.mark.anyio
async def test_a_display_that_is_gone_is_said_once_and_taken_back(virtual_clock: VirtualClock) -> None:
    told, _ = await watch(virtual_clock, Slides(virtual_clock, 1, None, None, None, 2))

    assert told == ["1", "ServiceDown", "ServiceUp", "2"]
