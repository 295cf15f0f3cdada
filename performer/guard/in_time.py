"""Running something that may never come back: it has a short time, and is then ended, whatever it does.

An alarm signal ends it where there is one and this is the main thread: it costs 4 µs, and breaks off a loop, a sleep, a
wait for a lock, and a regular expression that backtracks for ever, which holds all threads up. Elsewhere (Windows) a
thread of its own runs it: that costs 15 to 65 µs, at times 10 ms while another thread computes, and it cannot break off
a regular expression.
"""

import signal
import sys
import threading
from collections.abc import Callable
from typing import Final, TypeVar

from performer.own_thread import OwnThread

T = TypeVar("T")

_AGAIN_S: Final = 0.05
"""After so long an alarm is repeated that somebody swallowed."""


class TooLate(BaseException):
    """Raised instead of a result that did not come in time; no `except Exception` of what is ended takes it."""


def in_time(limit_s: float, look: Callable[[], T]) -> T:
    """Run `look` and give what it gives; the caller waits for it, but not much longer than `limit_s` seconds.

    Raises:
        TooLate: when it was not done by then.
        BaseException: whatever `look` raises.
    """
    if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
        return _ALARM.run(limit_s, look)
    return by_thread(limit_s, look)


def by_thread(limit_s: float, look: Callable[[], T]) -> T:
    """Do what `in_time` does without an alarm; what cannot be ended is left behind in its thread."""
    thread = _idle.pop() if _idle else OwnThread("guard")
    looked = thread.submit(look)
    try:
        looked.exception(limit_s)
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

        def run(self, limit_s: float, look: Callable[[], T]) -> T:
            if signal.getsignal(signal.SIGALRM) != self._ring:
                signal.signal(signal.SIGALRM, self._ring)
            self._is_on = True
            signal.setitimer(signal.ITIMER_REAL, limit_s, _AGAIN_S)
            try:
                try:
                    return look()
                finally:
                    self._is_on = False
            finally:  # in here too, when it rang on the way out
                self._is_on = False
                signal.setitimer(signal.ITIMER_REAL, 0)

        def _ring(self, *_: object) -> None:
            if self._is_on:
                raise TooLate

    _ALARM: Final = _Alarm()
