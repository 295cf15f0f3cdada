"""The pace of a source: a look every period, and one at once for a turn that is to see what is there now."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import anyio

from performer.core.clock import Clock
from performer.core.values import dataclass


class CanLook(Protocol):
    """Who can be asked to look at once."""

    def want(self, *, full_size: bool = False) -> None:
        """Wake the source to look now, and make a picture of it, at its full size too where that is asked for."""

    def look_often(self, rate_hz: float) -> None:
        """Look so often a second, from the next look on."""


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
        self._wish = LookWish(whole=True)
        self._begin: Callable[[], object] = _do_nothing
        """Begins the look that is waited for."""

    def look_often(self, rate_hz: float) -> None:
        """Look so often a second, from the next look on."""
        self._period_s = 1 / rate_hz

    def want(self, *, full_size: bool = False) -> None:
        """Wake the source to look now, and make a picture of it, at its full size too where that is asked for."""
        self._wish = LookWish(whole=True, full_size=full_size or self._wish.full_size)
        self._begin()

    def take_wish(self) -> LookWish:
        """Return what the look that begins now is to be; each wish is granted once."""
        wish, self._wish = self._wish, LookWish()
        return wish

    async def wait(self, began_s: float) -> None:
        """Wait until a period after the instant at which the last look began, or until a look is wanted."""
        due = anyio.Event()
        with self.calling(due.set, began_s):
            await due.wait()

    @contextmanager
    def calling(self, begin: Callable[[], object], began_s: float) -> Iterator[None]:
        """Call `begin` when the next look is due, unless the block is over by then: when `wait` would return.

        Whoever waits for the look itself is woken once, and not for its begin too.
        """

        def begin_once() -> None:
            self._begin = _do_nothing
            begin()

        self._begin = begin_once
        due_s = max(0.0, began_s + self._period_s - self._clock.now())
        if self._wish.whole or not due_s:
            begin_once()
        try:
            with self._clock.call_after(due_s, lambda: self._begin()):
                yield
        finally:
            self._begin = _do_nothing


def _do_nothing() -> None:
    """Begin no look: none is waited for."""
