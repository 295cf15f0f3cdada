"""A watcher over a source that makes pictures only when they are wanted."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

import anyio
import pytest

from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.vision.frame import Frame, Glimpse
from performer.vision.watcher import FrameReaders, Watcher


@dataclass(frozen=True, kw_only=True)
class NotedGlimpse(Glimpse):
    """A look that notes when its picture is made, and how large."""

    made: list[tuple[float, bool]] = field(compare=False)

    async def develop(self, *, full_size: bool = False) -> Frame:
        self.made.append((self.at_s, full_size))
        return Frame(
            source="test", at_s=self.at_s, size=(4, 4), jpeg=b"", luma=self.luma, digest="", sample=self.sample
        )


class Glimpses:
    """Looks twice a second at grey pictures."""

    name = "glimpses"

    def __init__(self, clock: VirtualClock, *greys: int) -> None:
        self._clock, self._greys = clock, greys
        self.made: list[tuple[float, bool]] = []

    async def frames(self) -> AsyncGenerator[Glimpse, None]:
        for grey in self._greys:
            luma, at_s = bytes([grey]) * 576, self._clock.now()
            yield NotedGlimpse(source="test", at_s=at_s, size=(4, 4), luma=luma, sample=str(grey), made=self.made)
            await self._clock.sleep(0.5)
        await self._clock.sleep(float("inf"))


async def made_of(clock: VirtualClock, *greys: int, needs_all: bool = False) -> list[tuple[float, bool]]:
    """Watch grey pictures, and return when pictures were made of the looks, and whether at their full size."""
    source, stream = Glimpses(clock, *greys), EventStream(clock)
    readers = FrameReaders(
        scene=Scene(clock, stream, SceneSettings(), fresh_s=6),
        on_change=(),
        on_frame=lambda _frame, _own: None,
        on_sight=lambda _sees: None,
        on_still=lambda _is_still: None,
        needs_all=lambda: needs_all,
    )
    async with anyio.create_task_group() as tasks:
        await tasks.start(Watcher(clock, stream, source, readers).run)
        await clock.advance(len(greys) / 2)
        tasks.cancel_scope.cancel()
    return source.made


@pytest.mark.anyio
async def test_of_what_does_not_change_one_picture_is_made(virtual_clock: VirtualClock) -> None:
    assert await made_of(virtual_clock, *[90] * 20) == [(0, False)]


@pytest.mark.anyio
async def test_of_what_changes_all_the_time_one_is_made_every_five_seconds(virtual_clock: VirtualClock) -> None:
    made = await made_of(virtual_clock, *range(90, 114))

    assert [at_s for at_s, _ in made] == [0, 5, 10]


@pytest.mark.anyio
async def test_of_what_is_black_none_is_made(virtual_clock: VirtualClock) -> None:
    assert await made_of(virtual_clock, 0, 0, 90) == [(1, False)]


@pytest.mark.anyio
async def test_who_puts_every_look_into_words_gets_every_picture_at_its_full_size(virtual_clock: VirtualClock) -> None:
    assert await made_of(virtual_clock, 90, 90, 91, needs_all=True) == [(0, True), (0.5, True), (1, True)]
