"""A source of pictures that can be paused: while it is paused, pictures are thrown away as they come."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from performer.vision.frame import Frame, FrameSource


class PausableSource:
    """A source that yields no pictures while it is paused.

    Args:
        is_paused: Asked after each picture was taken, so that nothing which came in front before it is shown.
        forget: Called for each picture that is thrown away: what was seen just before it may show the same.
    """

    def __init__(
        self, source: FrameSource, is_paused: Callable[[], Awaitable[bool]], *forget: Callable[[], None]
    ) -> None:
        self.name = source.name
        self._source = source
        self._is_paused = is_paused
        self._forget = forget

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield the source's pictures while it is not paused."""
        async with aclosing(self._source.frames()) as frames:
            async for frame in frames:
                if await self._is_paused():
                    for forget in self._forget:
                        forget()
                    continue
                yield frame
