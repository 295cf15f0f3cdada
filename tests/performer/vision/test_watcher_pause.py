"""A source that is paused at times."""

from collections.abc import AsyncGenerator

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.vision.frame import Frame
from performer.vision.watcher import PausableSource


class Numbered:
    """Yields four pictures, told apart by their instants."""

    name = "numbered"
    taken = 0

    async def frames(self) -> AsyncGenerator[Frame, None]:
        for at_s in range(4):
            self.taken += 1
            yield Frame(source=self.name, at_s=at_s, size=(2, 2), jpeg=b"", luma=b"", digest="")


@pytest.mark.anyio
async def test_no_picture_gets_through_while_it_is_on(virtual_clock: VirtualClock) -> None:
    answers = iter([False, True, False, True, False, False])

    async def is_on() -> bool:
        return next(answers)

    paused = PausableSource(virtual_clock, Numbered(), is_on)

    assert [frame.at_s async for frame in paused.frames()] == [0, 3]
    assert paused.name == "numbered"


@pytest.mark.anyio
async def test_while_it_is_on_the_source_is_left_alone_and_asked_again_soon_after(virtual_clock: VirtualClock) -> None:
    source, is_on = Numbered(), True

    async def ask() -> bool:
        return is_on

    seen: list[float] = []

    async def watch() -> None:
        seen.extend([look.at_s async for look in PausableSource(virtual_clock, source, ask).frames()])

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        await virtual_clock.advance(60)
        taken, is_on = source.taken, False
        await virtual_clock.advance(0.5)

    assert taken == 1
    assert seen == [1, 2, 3]
