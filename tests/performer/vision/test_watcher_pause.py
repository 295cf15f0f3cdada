"""A source that is paused at times."""

from collections.abc import AsyncGenerator

import pytest

from performer.core.clock import SystemClock
from performer.vision.frame import Frame
from performer.vision.watcher import PausableSource


class Numbered:
    """Yields four pictures, told apart by their instants."""

    name = "numbered"

    async def frames(self) -> AsyncGenerator[Frame, None]:
        for at_s in range(4):
            yield Frame(source=self.name, at_s=at_s, size=(2, 2), jpeg=b"", luma=b"", digest="")


@pytest.mark.anyio
async def test_no_picture_gets_through_while_it_is_on(clock: SystemClock) -> None:
    answers = iter([False, True, True, False])

    async def is_on() -> bool:
        return next(answers)

    paused = PausableSource(Numbered(), is_on)

    assert [frame.at_s async for frame in paused.frames()] == [0, 3]
    assert paused.name == "numbered"
