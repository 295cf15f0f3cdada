"""Strangers' pictures that a model may be shown later: made safe, the newest of them, in memory only."""

from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import Final

from performer.core.clock import Clock
from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.core.images.store import PictureStore

_MOST_AT_ONCE: Final = 4
_WITHIN_S: Final = 5.0


class DevelopedPictures:
    """A store of pictures that the sandbox has developed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sandbox = ImageSandbox(clock)
        self._store = PictureStore()

    async def keep(self, pictures: Iterable[bytes]) -> tuple[str, ...]:
        """Develop the first four pictures and keep them; return their digests, without those that are none.

        It takes five seconds at most, and what is not developed by then is left out.
        """
        kept: list[str] = []
        with self._clock.move_on_after(_WITHIN_S):
            for data in islice(pictures, _MOST_AT_ONCE):
                with suppress(UnfitPicture):
                    kept.append(self._store.put((await self._sandbox.develop(data)).jpeg))
        return tuple(kept)

    def find(self, digest: str) -> bytes | None:
        """Return a picture as a JPEG, by its digest; None when it is not here, or no longer."""
        return self._store.find(digest)
