"""Measure picture → JPEG of every source: `python -m tests.performer.vision.figures [screen] [clip] [recorder]`.

Beside the screen stands its floor, the grab alone; beside the recorder a PNG of the same picture, the other way to
bring every pixel over.
"""

import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import aclosing
from functools import partial
from pathlib import Path

import anyio
import mss
from PIL import Image

from performer.core.clock import SystemClock
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.frame import FrameSource
from performer.vision.settings import RecorderSpec, ScreenSpec
from performer.vision.sources.clip import ClipSource
from performer.vision.sources.recorder_process import RecorderSource
from performer.vision.sources.screen import ScreenSource, find_screen
from tests.xvfb import xvfb

FRAMES = 100
CPU_SECONDS = 20
WARM_UP = 5
CLIP_FRAMES = 30

Source = Callable[[float], FrameSource]
"""Makes a source of so many pictures a second."""


def main() -> None:
    """Measure what is asked for, or everything, and print a line each."""
    measures = {"screen": _screen, "clip": _clip, "recorder": _recorder}
    for name in sys.argv[1:] or measures:
        measures[name]()


def _screen() -> None:
    for size in ("1920x1080", "2560x1440"):
        with xvfb(size) as display:
            os.environ["DISPLAY"] = display
            floor = _floor_ms()
            found = find_screen(ScreenSpec())
            median = _say(f"screen {size}", partial(_screen_source, found))
        print(f"  the grab alone: median {floor:.1f} ms, ratio {median / floor:.1f}")


def _screen_source(size: tuple[int, int], rate_hz: float) -> ScreenSource:
    return ScreenSource(SystemClock(), ScreenSpec(), size, rate_hz=rate_hz)


def _clip() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pictures = [_drawn(number) for number in range(CLIP_FRAMES)]
        for number, picture in enumerate(pictures):
            for kind in ("png", "jpeg"):
                (folder / kind).mkdir(exist_ok=True)
                picture.save(folder / kind / f"{number}.{kind}")
        for kind in ("gif", "webp"):
            pictures[0].save(folder / f"c.{kind}", save_all=True, append_images=pictures[1:], duration=100)
        for what in ("png", "jpeg", "c.gif", "c.webp"):
            _say(f"clip 1920x1080, {what}", partial(_clip_source, folder / what))


def _drawn(number: int) -> Image.Image:
    return draw(DemoGame(7).state_at(20 + number / 10)).resize((1920, 1080))


def _clip_source(path: Path, rate_hz: float) -> ClipSource:
    return ClipSource(SystemClock(), path, rate_hz=rate_hz)


def _recorder() -> None:
    with xvfb("1920x1080") as display:
        os.environ["DISPLAY"] = display
        with tempfile.TemporaryDirectory() as name:
            shown = Path(name) / "shown.png"
            _drawn(0).save(shown)
            subprocess.run(["display", "-window", "root", str(shown)], check=False)
        children: list[RecorderSource] = []
        _say("recorder 1920x1080", partial(_recorder_source, children))
        with mss.MSS() as screen:
            shot = screen.grab(screen.monitors[1])
        picture = Image.frombuffer("RGB", shot.size, shot.raw, "raw", "BGRX", 0, 1)
    took = [_timed_ms(lambda: picture.save(io.BytesIO(), "PNG", compress_level=1)) for _ in range(5)]
    median = statistics.median(took)
    print(f"  a PNG of it instead: median {median:.0f} ms to write (n=5); raw it has {len(shot.raw) / 1e6:.1f} MB")


def _recorder_source(children: list[RecorderSource], rate_hz: float) -> RecorderSource:
    children.append(RecorderSource(SystemClock(), RecorderSpec(), rate_hz=rate_hz))
    return children[-1]


def _say(what: str, source: Source) -> float:
    costs, _ = anyio.run(_costs_ms, source(20.0), FRAMES)
    _, (own, child, rss) = anyio.run(_costs_ms, source(1.0), CPU_SECONDS)
    median = statistics.median(costs)
    beside = f", its process {child:.2f} % and {rss:.0f} MiB" if rss else ""
    print(
        f"{what}: picture → JPEG median {median:.1f} ms, p95 {_p95(costs):.1f} ms (n={len(costs)}); "
        f"at 1 frame/s {own:.2f} % of a core{beside} over {CPU_SECONDS} s"
    )
    return median


async def _costs_ms(source: FrameSource, count: int) -> tuple[list[float], tuple[float, float, float]]:
    """Take so many pictures after the first five; tell their costs, and percent of a core, ours and a child's."""
    costs: list[float] = []
    own_s = child_s = began_s = own = child = rss = 0.0
    async with aclosing(source.frames()) as frames:
        async for look in frames:
            costs.append((await look.develop()).cost_ms)
            if len(costs) == WARM_UP:
                own_s, (child_s, _), began_s = time.process_time(), _child(source), time.perf_counter()
            if len(costs) == count + WARM_UP:
                took_s = time.perf_counter() - began_s
                child_end_s, rss = _child(source)
                own, child = (time.process_time() - own_s) / took_s, (child_end_s - child_s) / took_s
                break
    return costs[WARM_UP:], (own * 100, child * 100, rss)


def _child(source: FrameSource) -> tuple[float, float]:
    """Read the CPU seconds and MiB in memory of a recorder's process."""
    if not isinstance(source, RecorderSource) or source.recording is None:
        return 0.0, 0.0
    folder = Path("/proc") / str(source.recording.process.pid)
    fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    pages = int((folder / "statm").read_text(encoding="utf-8").split()[1])
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _floor_ms() -> float:
    with mss.MSS() as screen:
        return statistics.median(_timed_ms(lambda: screen.grab(screen.monitors[1])) for _ in range(FRAMES))


def _timed_ms(do: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    do()
    return (time.perf_counter() - began_s) * 1000


def _p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


if __name__ == "__main__":
    main()
