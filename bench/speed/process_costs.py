"""What processes cost: the processor's time, memory and wake-ups of a program and of all that it has started."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import anyio
import psutil

_MIB: Final = 2**20


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What one process cost in a span of time."""

    percent: float
    """Of one core."""
    wake_ups: float
    """Voluntary switches of its threads a second, each of which ends a sleep."""
    memory_mib: float
    """Its own memory, and its share of what it has in common with others (PSS; where that is not told, USS)."""

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
    total_s = 0.0
    for process in [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.Error:
            continue
        total_s += times.user + times.system
        total_s += getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
    return total_s


def _count(process: psutil.Process) -> _Count | None:
    try:
        times = process.cpu_times()
        return _Count(times.user + times.system, process.num_ctx_switches().voluntary)
    except psutil.Error:
        return None


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
        wake_ups=(now.switches - before.switches) / took_s,
        memory_mib=getattr(memory, "pss", memory.uss) / _MIB,
    )


def _find_command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
