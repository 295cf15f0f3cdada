"""What processes cost: the processor's time, memory and wake-ups of a program and of all that it has started."""

import re
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import anyio
import psutil

_MIB: Final = 2**20
_VOLUNTARY: Final = re.compile(r"^voluntary_ctxt_switches:\s*(\d+)", re.MULTILINE)
_SCHEDULED: Final = 2
"""The kind of a process's clock that counts nanoseconds, not ticks of ten milliseconds."""


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What one process cost in a span of time."""

    percent: float
    """Of one core; what it has started and outlived is counted, too."""
    wake_ups: float
    """Voluntary switches of its threads a second, each of which ends a sleep."""
    memory_mib: float
    """Memory of its own, and its share of what it has in common with others (PSS; where that is not told, USS)."""

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            percent=self.percent + other.percent,
            wake_ups=self.wake_ups + other.wake_ups,
            memory_mib=self.memory_mib + other.memory_mib,
        )


NOTHING: Final = Cost(percent=0.0, wake_ups=0.0, memory_mib=0.0)


@dataclass(frozen=True)
class _Count:
    cpu_s: float
    switches: int


@dataclass
class ProcessCosts:
    """Watches a program with its children; `start` begins a span, `read` ends it.

    Args:
        pid: The program.
        name: Names a process by its command line; processes of one name are added up.
    """

    pid: int
    name: Callable[[list[str]], str] = lambda _: "all"
    _before: dict[psutil.Process, _Count] = field(default_factory=dict, init=False)
    _began_s: float = field(default=0.0, init=False)

    def start(self) -> None:
        """Begin a span."""
        self._before = {each: count for each in self._find() if (count := _count(each))}
        self._began_s = time.monotonic()

    def read(self) -> Mapping[str, Cost]:
        """End the span, and return the costs by names; a process that has ended since then is left out."""
        took_s, costs = time.monotonic() - self._began_s, dict[str, Cost]()
        for process in self._find():
            cost = _read(process, self._before.get(process, _Count(0.0, 0)), took_s)
            if cost:
                name = self.name(_find_command(process))
                costs[name] = costs.get(name, NOTHING) + cost
        return costs

    def _find(self) -> list[psutil.Process]:
        program = psutil.Process(self.pid)
        return [program, *program.children(recursive=True)]


async def measure_costs(
    pid: int, seconds: float, name: Callable[[list[str]], str] = lambda _: "all"
) -> Mapping[str, Cost]:
    """Measure what a program costs for so many seconds from now on, by names of its processes."""
    costs = ProcessCosts(pid, name)
    costs.start()
    await anyio.sleep(seconds)
    return costs.read()


def measure_cpu_s(pid: int) -> float:
    """Return the processor's time of a program, of its living children, and of those that have ended."""
    program = psutil.Process(pid)
    counts = (_count(each) for each in (program, *program.children(recursive=True)))
    return sum(each.cpu_s for each in counts if each)


def _count(process: psutil.Process) -> _Count | None:
    try:
        times = process.cpu_times()
        ended_s = getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
        return _Count(_read_clock_s(process.pid, times.user + times.system) + ended_s, _count_switches(process))
    except psutil.Error:
        return None


def _read_clock_s(pid: int, ticked_s: float) -> float:
    """Read the clock of a process's own time; where there is none to read, what was counted in ticks."""
    if sys.platform == "linux":
        with suppress(OSError):
            return time.clock_gettime((~pid << 3) | _SCHEDULED)  # the number that clock_getcpuclockid(3) makes
    return ticked_s


def _count_switches(process: psutil.Process) -> int:
    """Count the voluntary switches of all threads; psutil counts those of the first one alone on Linux."""
    if sys.platform != "linux":
        return process.num_ctx_switches().voluntary
    switches = 0
    for status in Path(f"/proc/{process.pid}/task").glob("*/status"):
        with suppress(OSError):
            found = _VOLUNTARY.search(status.read_text(encoding="utf-8", errors="replace"))
            switches += int(found[1]) if found else 0
    return switches


def _read(process: psutil.Process, before: _Count, took_s: float) -> Cost | None:
    now = _count(process)
    if now is None:
        return None
    try:
        memory = process.memory_full_info()
    except psutil.Error:
        return None
    return Cost(
        percent=100 * (now.cpu_s - before.cpu_s) / took_s,
        wake_ups=max(0, now.switches - before.switches) / took_s,
        memory_mib=getattr(memory, "pss", memory.uss) / _MIB,
    )


def _find_command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
