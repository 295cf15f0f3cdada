"""The pace of a source: a look every period, and one at once for a turn that is to see what is there now."""

import anyio

from performer.core.clock import Clock
from performer.core.values import dataclass


@dataclass(frozen=True, kw_only=True)
class LookWish:
    """What the next look is to be."""

    whole: bool = False
    """Whether a picture is to be made of it at once."""
    full_size: bool = False
    """Whether that is to be there at its full size too."""


class LookPace:
    """The instants at which a source looks; the first look, and each that is wanted at once, is to be a whole picture.

    One source waits; anybody may want.
    """

    def __init__(self, clock: Clock, *, rate_hz: float) -> None:
        self._clock, self._period_s = clock, 1 / rate_hz
        self._wanted = anyio.Event()
        self._wish = LookWish(whole=True)

    def want(self, *, full_size: bool = False) -> None:
        """Wake the source to look now, and make a picture of it, at its full size too where that is asked for."""
        self._wish = LookWish(whole=True, full_size=full_size or self._wish.full_size)
        self._wanted.set()

    def take_wish(self) -> LookWish:
        """Return what the look that begins now is to be; each wish is granted once."""
        wish, self._wish = self._wish, LookWish()
        self._wanted = anyio.Event()
        return wish

    async def wait(self, began_s: float) -> None:
        """Wait until a period after the instant at which the last look began, or until a look is wanted."""
        with self._clock.move_on_after(max(0.0, began_s + self._period_s - self._clock.now())):
            await self._wanted.wait()
