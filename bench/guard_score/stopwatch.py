"""A stopwatch that counts what a call was waited for, and what the processor worked for it."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_read_worked_s: Final = time.perf_counter if sys.platform == "win32" else time.process_time
"""The processor's time for this process, whatever else the machine does; on Windows it counts in 16 ms, whatever
resolution it names, and the time of waiting stands for it."""


@dataclass(frozen=True, kw_only=True)
class Duration:
    """What a call took, in microseconds."""

    waited_us: float
    worked_us: float

    def __add__(self, other: "Duration") -> "Duration":
        return Duration(waited_us=self.waited_us + other.waited_us, worked_us=self.worked_us + other.worked_us)


def measure(call: Callable[[], object]) -> Duration:
    """Run a call once and return what it took."""
    began, worked_s = time.perf_counter(), _read_worked_s()
    call()
    ended_s, waited_s = _read_worked_s(), time.perf_counter() - began
    return Duration(waited_us=waited_s * 1e6, worked_us=(ended_s - worked_s) * 1e6)
