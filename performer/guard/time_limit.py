"""The time limit of the guard's searches, and the watch over them: a text whose search breaks or hangs is dropped.

In the main thread an alarm signal ends a search: it costs 4 µs, and breaks off a loop, a regular expression that
backtracks for ever, which blocks all threads, and, but on Windows, a sleep and a wait for a lock, which no search does.
Elsewhere a thread of its own runs the search: that costs 15 to 65 µs, at times 10 ms while another thread computes, and
cannot break off a regular expression.

What counts is the time that the search works, for a busy machine may take the time away; and garbage is collected only
afterwards.

A search that raised or hung costs its own text, and the next text is looked at as ever. After one that hung the others
have less time for a while, so that many that hang do not hold the show up.
"""

import gc
import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, TypeVar

from performer.core.clock import Clock, SystemClock, measure_worked_s
from performer.core.own_text import own
from performer.core.platform import ALARM, set_alarm
from performer.core.process.thread import WorkerThread

T = TypeVar("T")

AT_MOST: Final = 4
"""Times the limit: no search runs for longer, however little of the time it worked."""
_AGAIN_S: Final = 0.05
"""The most time after which an alarm that ended nothing is repeated."""


class TimeLimitExceeded(BaseException):
    """Raised in a search that takes too long; an `except Exception` in the search does not catch it."""


def run_in_time(limit_s: float, look: Callable[[], T]) -> T:
    """Run a search and return its result; the caller waits for not much longer than four times the limit.

    Args:
        limit_s: The time that the search may work; it may wait for three times as long besides.
        look: The search. No garbage is collected meanwhile: it would take long, and end in others' finalizers.

    Raises:
        TimeLimitExceeded: when the search was not done by then.
        BaseException: as the search does.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        if threading.current_thread() is threading.main_thread():
            return _ALARM.run(limit_s, look)
        return run_in_thread(limit_s, look)
    finally:
        if was_on:
            gc.enable()


def run_in_thread(limit_s: float, look: Callable[[], T]) -> T:
    """Run a search as `run_in_time` does, without an alarm; a search that cannot be ended is left in its thread.

    The limit is always four times as long: from outside nobody sees whether a thread works or waits.
    """
    thread = _idle.pop() if _idle else WorkerThread("guard")
    looked = thread.submit(look)
    try:
        looked.exception(AT_MOST * limit_s)
    except TimeoutError:
        thread.interrupt(TimeLimitExceeded)
        thread.close()
        raise TimeLimitExceeded from None
    _idle.append(thread)
    return looked.result()


_idle: list[WorkerThread] = []
"""Threads that are free; mostly one, for all guards."""


class _Alarm:
    """The alarm of this process. Its handler stays: without it a late alarm would end the process."""

    def __init__(self) -> None:
        self._is_on = False
        self._limit_s = 0.0
        self._rings = 0
        self._again_s = _AGAIN_S
        self._worked_s = 0.0
        """The time that the thread had worked when the search began."""

    def run(self, limit_s: float, look: Callable[[], T]) -> T:
        if signal.getsignal(ALARM) != self._ring:
            signal.signal(ALARM, self._ring)
        self._limit_s, self._again_s = limit_s, min(limit_s, _AGAIN_S)
        self._rings, self._worked_s, self._is_on = 0, measure_worked_s(), True
        set_alarm(limit_s, self._again_s)
        try:
            try:
                return look()
            finally:
                self._is_on = False
        finally:  # here too, for the alarm may ring on the way out
            self._is_on = False
            set_alarm(0)

    def _ring(self, _signal: int, frame: FrameType | None) -> None:
        if self._is_on and self._is_too_late() and not _is_in_finalizer(frame):
            raise TimeLimitExceeded

    def _is_too_late(self) -> bool:
        # Waiting is counted in rings, for a process that the system does not let run hears none.
        self._rings += 1
        waited_s = (self._rings - 1) * self._again_s
        return measure_worked_s() - self._worked_s >= self._limit_s or waited_s >= (AT_MOST - 1) * self._limit_s


def _is_in_finalizer(frame: FrameType | None) -> bool:
    """Whether the alarm rang in a `__del__` of the search: an exception there is only printed."""
    while frame is not None and frame.f_code is not _Alarm.run.__code__:
        if frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False


_ALARM: Final = _Alarm()

SERVICE: Final = own("guard")
"""The service's name in events about the guard's trouble."""
LIMIT_S: Final = 0.15
"""The limit of a search: a line takes 0.3 ms, the worst one 15, and one for which patterns are compiled first 60."""
WARY_LIMIT_S: Final = 0.025
"""The limit while the guard counts as one that hangs."""
_HELD_UP_TIMES: Final = 3.0
"""Times the limit, while another thread computes."""
_SOUND_AFTER_S: Final = 10.0
"""The time after the last failure from which on the guard counts as sound again."""
_BROKE: Final = own("it broke on a text, which was dropped; the log says where, a restart may help")
_HANGS: Final = own("it did not answer for a text, which was dropped; the log says where, a restart may help")

_log = logging.getLogger(__name__)


class UncheckedText(Exception):
    """Raised for a text whose search failed; the text says why."""


class GuardWatch:
    """The watch over the guard, which runs searches and knows whether they work.

    Args:
        limit_s: The time that a search may work.
        clock: The clock by which trouble ends; None: the machine's.
        wary_limit_s: The time that it may work shortly after another one hung.
    """

    def __init__(
        self, limit_s: float = LIMIT_S, clock: Clock | None = None, *, wary_limit_s: float = WARY_LIMIT_S
    ) -> None:
        self.trouble = ""
        """The trouble of the guard, without a word of a text; empty while the guard is sound."""
        self._is_held_up = False
        self._on_trouble: Callable[[str], None] = lambda _trouble: None
        self._limit_s = limit_s
        self._wary_limit_s = min(limit_s, wary_limit_s)
        self._clock = clock or SystemClock()
        self._looking = threading.local()
        """Whether this thread runs a search right now."""
        self._owner = threading.get_ident()
        self._is_untold = False
        self._failed_s = 0.0

    def subscribe(self, on_trouble: Callable[[str], None]) -> None:
        """Set what is called with each new trouble, and with an empty text when the guard is sound again."""
        self._on_trouble = on_trouble

    @contextmanager
    def held_up(self) -> Iterator[None]:
        """Triple the limit of searches in other threads, while this thread computes and so holds them up."""
        self._is_held_up = True
        try:
            yield
        finally:
            self._is_held_up = False

    def over(self, look: Callable[[], T], *, limited: bool = True) -> T:
        """Run a search and return its result; a search within a search of the same thread is a part of it.

        One that is limited is ended when it takes too long, wherever it is by then. Raises UncheckedText when the
        search broke or hung; the next one is run as ever.
        """
        if getattr(self._looking, "is_on", False):
            return look()
        self._tell_late()
        try:
            found = self._run_limited(look) if limited else look()
        except TimeLimitExceeded as error:
            raise self._note_failure(_HANGS, "the guard did not answer in time", error) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  a finder's bug must not end the show, nor let a word through
            raise self._note_failure(_BROKE, "the guard broke on it", error) from None
        if self.trouble and self._clock.now() >= self._failed_s + _SOUND_AFTER_S:
            self.trouble = ""
            self._tell()
        return found

    def _run_limited(self, look: Callable[[], T]) -> T:
        self._looking.is_on = True
        try:
            limit_s = self._wary_limit_s if self.trouble == _HANGS else self._limit_s
            return run_in_time(limit_s * _HELD_UP_TIMES if self._is_held_up else limit_s, look)
        finally:
            self._looking.is_on = False

    def _note_failure(self, trouble: str, why: str, error: BaseException) -> UncheckedText:
        self._failed_s = self._clock.now()
        if self.trouble != trouble:
            self.trouble = trouble
            # An error's own words may be the text's.
            wordless = (UncheckedText, UncheckedText(type(error).__name__), error.__traceback__)
            _log.error("The guard: %s.", trouble, exc_info=wordless)
            self._tell()
        return UncheckedText(why)

    def _tell(self) -> None:
        """Report the trouble, in the thread that made the watch; in another thread it is reported later."""
        self._is_untold = threading.get_ident() != self._owner
        if self._is_untold:
            return
        try:
            self._on_trouble(self.trouble)
        except Exception:  # noqa: BLE001  a text's verdict must not hang on who hears of the guard's health
            _log.exception("The reader of the guard's trouble broke.")

    def _tell_late(self) -> None:
        if self._is_untold and threading.get_ident() == self._owner:
            self._tell()
