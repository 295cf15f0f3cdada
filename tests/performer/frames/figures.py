"""Measure frame → JPEG on a real X display: `python -m tests.performer.frames.figures`.

The floor in the same run is the grab alone.
"""

import os
import statistics
import time
from contextlib import aclosing

import anyio
import mss

from performer.clock import SystemClock
from performer.frames.screen import ScreenSource, find_screen
from performer.frames.spec import ScreenSpec
from tests.xvfb import xvfb

FRAMES = 100
CPU_SECONDS = 20


def main() -> None:
    """Measure at 1080p and at 1440p and print a line each."""
    for size in ("1920x1080", "2560x1440"):
        with xvfb(size) as display:
            os.environ["DISPLAY"] = display
            floor = _floor_ms()
            costs, cpu = anyio.run(_costs_ms, 20.0, FRAMES), anyio.run(_cpu_percent)
        median = statistics.median(costs)
        print(
            f"{size}: frame → JPEG median {median:.1f} ms, p95 {_p95(costs):.1f} ms (n={len(costs)}); "
            f"grab alone {floor:.1f} ms, ratio {median / floor:.1f}; "
            f"{cpu:.2f} % of a core at 1 frame/s over {CPU_SECONDS} s"
        )


def _floor_ms() -> float:
    with mss.MSS() as screen:
        times = []
        for _ in range(FRAMES):
            began_s = time.perf_counter()
            screen.grab(screen.monitors[1])
            times.append((time.perf_counter() - began_s) * 1000)
    return statistics.median(times)


async def _costs_ms(rate_hz: float, count: int) -> list[float]:
    costs: list[float] = []
    source = ScreenSource(SystemClock(), ScreenSpec(), find_screen(ScreenSpec()), rate_hz=rate_hz)
    async with aclosing(source.frames()) as frames:
        async for frame in frames:
            costs.append(frame.cost_ms)
            if len(costs) == count + 5:
                break
    return costs[5:]


async def _cpu_percent() -> float:
    began_s = time.process_time()
    await _costs_ms(1.0, CPU_SECONDS - 5)
    return (time.process_time() - began_s) / CPU_SECONDS * 100


def _p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


if __name__ == "__main__":
    main()
