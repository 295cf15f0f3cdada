"""Windows: an alarm for the main thread that rings even while a regular expression keeps all others out."""

import ctypes
import signal
from typing import Final

from performer.core.platform.windows_api import load

ALARM: Final = signal.SIGTERM
"""The signal of the alarm: on Windows no program sends it to another."""
_IN_TIMER_THREAD: Final = 0x20
_UNTIL_STILL: Final = -1
"""INVALID_HANDLE_VALUE: the call returns when no ring is under way any more."""
_timer: Final = ctypes.c_void_p()


def set_alarm(after_s: float, again_s: float = 0.0) -> None:
    """Send ALARM to this process after a time, and from then on again and again; 0 ends that.

    A thread of Windows itself notes the signal, by a function of Python's that needs no lock.
    """
    kernel = load("kernel32")
    if _timer.value:
        kernel.DeleteTimerQueueTimer(None, _timer, _UNTIL_STILL)
        _timer.value = None
    if after_s > 0:
        note = ctypes.cast(ctypes.pythonapi.PyErr_SetInterruptEx, ctypes.c_void_p)
        spans_ms = (round(1000 * each) for each in (after_s, again_s))
        kernel.CreateTimerQueueTimer(ctypes.byref(_timer), None, note, ALARM, *spans_ms, _IN_TIMER_THREAD)
