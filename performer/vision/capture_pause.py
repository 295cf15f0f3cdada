"""A source of pictures that can be paused: while it is paused, pictures are thrown away as they come."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from performer.vision.frame import Frame, FrameSource


class PausableSource:
    """A source that yields no pictures while it is paused.

    Args:
        source: Where pictures come from.
        is_on: Asked after each picture was taken, so that nothing which came in front before it is shown.
    """

    def __init__(self, source: FrameSource, is_on: Callable[[], Awaitable[bool]]) -> None:
        self.name = source.name
        self._source = source
        self._is_on = is_on

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield the source's pictures while it is not paused."""
        async with aclosing(self._source.frames()) as frames:
            async for frame in frames:
                if not await self._is_on():
                    yield frame
