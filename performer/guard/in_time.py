"""Running something that may never come back: it has a short time, and is then ended, whatever it does.

An alarm signal ends it where there is one and this is the main thread: it costs 4 µs, and breaks off a loop, a sleep, a
wait for a lock, and a regular expression that backtracks for ever, which holds all threads up. Elsewhere (Windows) a
thread of its own runs it: that costs 15 to 65 µs, at times 10 ms while another thread computes, and it cannot break off
a regular expression.

A busy machine may take the time away, and garbage may be collected in it: the one is made up for, the other waits.
"""

import gc
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Final, TypeVar

from performer.clock import worked_s
from performer.own_thread import OwnThread

T = TypeVar("T")

AT_MOST: Final = 4
"""Times the limit: nothing runs for longer, however little of it it was at work."""
_AGAIN_S: Final = 0.05
"""After so long an alarm is repeated that ended nothing."""


class TooLate(BaseException):
    """Raised instead of a result that did not come in time; no `except Exception` of what is ended takes it."""


def in_time(limit_s: float, look: Callable[[], T]) -> T:
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
        return by_thread(limit_s, look)
    finally:
        if was_on:
            gc.enable()


def by_thread(limit_s: float, look: Callable[[], T]) -> T:
    """Do what `in_time` does without an alarm; what cannot be ended is left behind in its thread.

    It always waits for four times the limit: from outside nobody sees whether a thread works.
    """
    thread = _idle.pop() if _idle else OwnThread("guard")
    looked = thread.submit(look)
    try:
        looked.exception(AT_MOST * limit_s)
    except TimeoutError:
        thread.interrupt(TooLate)
        thread.close()
        raise TooLate from None
    _idle.append(thread)
    return looked.result()


_idle: list[OwnThread] = []
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
                raise TooLate

        def _is_too_late(self) -> bool:
            """Reckon from the first ring on; rings are counted, for a process that is not let run hears none."""
            self._rings += 1
            if self._rings == 1:
                self._worked_s = worked_s()
            more_s = (self._rings - 1) * _AGAIN_S
            return worked_s() - self._worked_s >= self._limit_s or more_s >= (AT_MOST - 1) * self._limit_s

    def _is_in_finalizer(frame: FrameType | None) -> bool:
        """Tell whether it rang in a `__del__` of the look: what is raised there is printed, and goes nowhere."""
        while frame is not None and frame.f_code is not _Alarm.run.__code__:
            if frame.f_code.co_name == "__del__":
                return True
            frame = frame.f_back
        return False

    _ALARM: Final = _Alarm()
