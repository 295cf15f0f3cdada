"""Running something that may never come back: it has a short time, and is then ended, whatever it does.

An alarm signal ends it where there is one and this is the main thread: it costs 4 µs, and breaks off a loop, a sleep, a
wait for a lock, and a regular expression that backtracks for ever, which holds all threads up. Elsewhere (Windows) a
thread of its own runs it: that costs 15 to 65 µs, at times 10 ms while another thread computes, and it cannot break off
a regular expression.

A busy machine may take the time away, and garbage may be collected in it: the one is made up for, the other waits.

The watch over the guard: whatever looks at a text may break or hang, and then that text goes nowhere.

A look that raised cost its own text. After one that did not come back nothing is looked at for a while: each try may
hold the show up again.
"""

import gc
import logging
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Final, TypeVar

from performer.core.clock import Clock, SystemClock, measure_worked_s
from performer.core.process.backoff import generate_delays_s
from performer.core.process.thread import WorkerThread

T = TypeVar("T")

AT_MOST: Final = 4
"""Times the limit: nothing runs for longer, however little of it it was at work."""
_AGAIN_S: Final = 0.05
"""After so long an alarm is repeated that ended nothing."""


class TimeLimitExceeded(BaseException):
    """Raised instead of a result that did not come in time; no `except Exception` of what is ended takes it."""


def run_in_time(limit_s: float, look: Callable[[], T]) -> T:
    """Run `look` and give what it gives; the caller waits for it, but not much longer than four times the limit.

    Args:
        limit_s: Who is not done after that many seconds may work for as many more, or wait for three times as many.
        look: What is to be done. No garbage is collected meanwhile: it would take long, and end in others' finalizers.

    Raises:
        TooLate: when it was not done by then.
        BaseException: whatever `look` raises.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
            return _ALARM.run(limit_s, look)
        return run_in_thread(limit_s, look)
    finally:
        if was_on:
            gc.enable()


def run_in_thread(limit_s: float, look: Callable[[], T]) -> T:
    """Do what `in_time` does without an alarm; what cannot be ended is left behind in its thread.

    It always waits for four times the limit: from outside nobody sees whether a thread works.
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
"""Threads that have come back; mostly one, for all guards."""

if sys.platform != "win32":

    class _Alarm:
        """The alarm of this process. Its handler stays: taken away, an alarm on its way would end the process."""

        def __init__(self) -> None:
            self._is_on = False
            self._limit_s = 0.0
            self._rings = 0
            self._worked_s = 0.0
            """What the thread had worked when it first rang."""

        def run(self, limit_s: float, look: Callable[[], T]) -> T:
            if signal.getsignal(signal.SIGALRM) != self._ring:
                signal.signal(signal.SIGALRM, self._ring)
            self._limit_s, self._rings, self._is_on = limit_s, 0, True
            signal.setitimer(signal.ITIMER_REAL, limit_s, _AGAIN_S)
            try:
                try:
                    return look()
                finally:
                    self._is_on = False
            finally:  # in here too, when it rang on the way out
                self._is_on = False
                signal.setitimer(signal.ITIMER_REAL, 0)

        def _ring(self, _signal: int, frame: FrameType | None) -> None:
            if self._is_on and self._is_too_late() and not _is_in_finalizer(frame):
                raise TimeLimitExceeded

        def _is_too_late(self) -> bool:
            """Reckon from the first ring on; rings are counted, for a process that is not let run hears none."""
            self._rings += 1
            if self._rings == 1:
                self._worked_s = measure_worked_s()
            more_s = (self._rings - 1) * _AGAIN_S
            return measure_worked_s() - self._worked_s >= self._limit_s or more_s >= (AT_MOST - 1) * self._limit_s

    def _is_in_finalizer(frame: FrameType | None) -> bool:
        """Tell whether it rang in a `__del__` of the look: what is raised there is printed, and goes nowhere."""
        while frame is not None and frame.f_code is not _Alarm.run.__code__:
            if frame.f_code.co_name == "__del__":
                return True
            frame = frame.f_back
        return False

    _ALARM: Final = _Alarm()

SERVICE: Final = "guard"
"""What news of its trouble is about: told in the words below alone, they need no guard, and it could not pass them."""
LIMIT_S: Final = 0.5
"""A line takes a fifth of a thousandth second: what takes thousands of times as long will not come back."""
_SOUND_AFTER_S: Final = 10.0
"""So long after its last failure the guard is taken for sound again."""
_BROKE: Final = "it broke on a text, which was dropped; the log says where, a restart may help"
_HANGS: Final = "it does not answer, so that nothing is said or shown; the log says where, a restart may help"

_log = logging.getLogger(__name__)


class UncheckedText(Exception):
    """Says why nobody knows what is in a text."""


class GuardWatch:
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
            raise UncheckedText("the guard does not answer")
        try:
            found = self._looked(look) if limited else look()
        except TimeLimitExceeded as error:
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
            return run_in_time(self._limit_s, look)
        finally:
            self._looking.is_on = False

    def _failed(self, trouble: str, why: str, error: BaseException) -> UncheckedText:
        self._failed_s = self._clock.now()
        if self.trouble != trouble:
            self.trouble = trouble
            # An error's own words may be the text's.
            wordless = (UncheckedText, UncheckedText(type(error).__name__), error.__traceback__)
            _log.error("The guard: %s.", trouble, exc_info=wordless)
            self._tell()
        return UncheckedText(why)

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


_new_rests: Callable[[], Iterator[float]] = partial(generate_delays_s, 1.0, 300.0)
