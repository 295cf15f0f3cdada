"""The watch over the guard: whatever looks at a text may break or hang, and then that text goes nowhere.

A look that raised cost its own text. After one that did not come back nothing is looked at for a while: each try may
hold the show up again.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeVar

from performer.backoff import delays_s
from performer.clock import Clock, SystemClock
from performer.guard.in_time import TooLate, in_time

T = TypeVar("T")

SERVICE: Final = "guard"
"""What news of its trouble is about: told in the words below alone, they need no guard, and it could not pass them."""
LIMIT_S: Final = 0.5
"""A line takes a fifth of a thousandth second: what takes thousands of times as long will not come back."""
_SOUND_AFTER_S: Final = 10.0
"""So long after its last failure the guard is taken for sound again."""
_BROKE: Final = "it broke on a text, which was dropped; the log says where, a restart may help"
_HANGS: Final = "it does not answer, so that nothing is said or shown; the log says where, a restart may help"

_log = logging.getLogger(__name__)


class Unlooked(Exception):
    """Says why nobody knows what is in a text."""


class Watch:
    """Has texts looked at, and knows whether that can be done.

    Args:
        limit_s: How long a look may take; it is broken off after twice as long, or four times on a busy machine.
        clock: Whose seconds count between tries.
    """

    def __init__(self, limit_s: float = LIMIT_S, clock: Clock | None = None) -> None:
        self.trouble = ""
        """What is wrong with the guard; empty while it is sound. No word of a text is in it."""
        self.tell: Callable[[str], None] = lambda _trouble: None
        """Told its trouble once, and nothing when it is sound again; set by who wants to know."""
        self._limit_s = limit_s
        self._clock = clock or SystemClock()
        self._looking = threading.local()
        """Whether this thread looks right now."""
        self._owner = threading.get_ident()
        self._is_untold = False
        self._failed_s = 0.0
        self._rests_until_s = 0.0
        self._rests = _new_rests()

    def over(self, look: Callable[[], T], *, limited: bool = True) -> T:
        """Have a text looked at, and give what was found; a look within a look of the same thread is a part of it.

        Args:
            look: What is to be done.
            limited: Whether it is broken off when it takes too long, wherever it is by then.

        Raises:
            Unlooked: when the look broke or hung, or one that hung was not long ago.
        """
        if getattr(self._looking, "is_on", False):
            return look()
        self._tell_late()
        if self._clock.now() < self._rests_until_s:
            raise Unlooked("the guard does not answer")
        try:
            found = self._looked(look) if limited else look()
        except TooLate as error:
            self._rests_until_s = self._clock.now() + next(self._rests)
            raise self._failed(_HANGS, "the guard did not answer in time", error) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  a finder's bug must not end the show, nor let a word through
            raise self._failed(_BROKE, "the guard broke on it", error) from None
        if self.trouble:
            self._worked()
        return found

    def _looked(self, look: Callable[[], T]) -> T:
        self._looking.is_on = True
        try:
            return in_time(self._limit_s, look)
        finally:
            self._looking.is_on = False

    def _failed(self, trouble: str, why: str, error: BaseException) -> Unlooked:
        self._failed_s = self._clock.now()
        if self.trouble != trouble:
            self.trouble = trouble
            # An error's own words may be the text's.
            wordless = (Unlooked, Unlooked(type(error).__name__), error.__traceback__)
            _log.error("The guard: %s.", trouble, exc_info=wordless)
            self._tell()
        return Unlooked(why)

    def _worked(self) -> None:
        if self._clock.now() >= self._failed_s + _SOUND_AFTER_S:
            self.trouble = ""
            self._rests = _new_rests()
            self._tell()

    def _tell(self) -> None:
        """Tell the trouble of now, from the thread that the watch belongs to: another one has it told later."""
        self._is_untold = threading.get_ident() != self._owner
        if self._is_untold:
            return
        try:
            self.tell(self.trouble)
        except Exception:  # noqa: BLE001  a text's verdict must not hang on who hears of the guard's health
            _log.exception("Who is told of the guard's trouble broke.")

    def _tell_late(self) -> None:
        if self._is_untold and threading.get_ident() == self._owner:
            self._tell()


_new_rests: Callable[[], Iterator[float]] = partial(delays_s, 1.0, 300.0)
