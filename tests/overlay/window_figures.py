"""Measure the window on a display of its own, with a compositor, on Linux: `python -m tests.overlay.window_figures`."""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

import anyio.to_thread
from PIL import Image, ImageDraw

from overlay.window import TITLE
from performer.core.files import home as paths
from performer.stage.library.library import MediaLibrary
from performer.stage.protocol.elements import POSES, Avatar, Bubble, Element, Emote, Particles
from performer.stage.protocol.messages import Mouth
from tests import eyes
from tests.eyes import Eyes, Rect
from tests.overlay.desktop import desktop, seen, window
from tests.performer.stage.standing import Standing, clear_stage, standing

RUNS = 100
OVER_S = 10.0
IDLE_S = 30.0
SETTLE_S = 1.5
FRAMES = 60
FRAME_MS = 17
SPOT = Rect(1736, 590, 1, 1)
"""A point in the paper of a bubble in the middle."""


async def main() -> None:
    """Print what the window costs at rest and in motion, and how soon something is on it."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        async with desktop() as screen, standing(home) as house:
            _give_a_spinning_emote(house, home)
            async with window(screen, house.server.addresses.window_url) as running:
                with eyes.opened(screen.display) as seeing:
                    number = await seen(lambda: seeing.titled(TITLE))
                    await seen(lambda: "connected to" in running.errors)
                    await _costs(house, running.process.pid)
                    await _latencies(house, seeing, number)
                    _say_memory(running.process.pid)


async def _costs(house: Standing, pid: int) -> None:
    await _say_cost("nothing on stage", pid, over_s=IDLE_S)
    house.stage.show(_bubble("Still here, and nothing moves."))
    await _say_cost("a bubble stands", pid, over_s=IDLE_S)
    house.stage.show(_spinning(house))
    await _say_cost("a bubble stands, an emote of 60 frames a second", pid)
    async with anyio.create_task_group() as talk:
        talk.start_soon(_talk, house)
        await _say_cost("the same, and a new bubble every two seconds", pid)
        talk.cancel_scope.cancel()
    clear_stage(house.stage)
    house.stage.show(_owl())
    await _say_cost("the mascot breathes and blinks", pid)
    async with anyio.create_task_group() as talk:
        talk.start_soon(_speak, house)
        await _say_cost("the mascot speaks", pid)
        talk.cancel_scope.cancel()
    clear_stage(house.stage)
    house.stage.show(_burst(house, "confetti"))
    await _say_cost("100 pieces of confetti", pid, settle_s=0.5)
    clear_stage(house.stage)
    await anyio.sleep(1)  # what fades counts as alive
    house.stage.show(_burst(house, "snow"))
    await _say_cost("100 flakes of snow", pid, settle_s=3.0)
    clear_stage(house.stage)


async def _latencies(house: Standing, seeing: Eyes, number: int) -> None:
    names = list(islice(cycle(house.library.catalogue.emotes[:5]), RUNS + 5))
    spot = Rect(480, 432, 1, 1)

    def emote(run: int) -> Element:
        src, src2x = house.library.catalogue.emote_src(names[run])
        return Emote(id="e", alt="", born_ms=0, src=src, src2x=src2x, x=0.25, y=0.4)

    def a_bubble(run: int) -> Element:
        return _bubble(f"Line number {run}, as long as lines often are.")

    await _say_latency("a cached emote, put to its first pixel", house, seeing, number, spot, emote, warm=5)
    await _say_latency("a new bubble, put to its first pixel", house, seeing, number, SPOT, a_bubble)


async def _say_latency(
    what: str,
    house: Standing,
    seeing: Eyes,
    number: int,
    spot: Rect,
    make: Callable[[int], Element],
    *,
    warm: int = 0,
) -> None:
    taken = []
    for run in range(RUNS + warm):
        element = make(run)
        began = time.perf_counter()
        house.stage.show(element)
        shown_at = await anyio.to_thread.run_sync(_first_pixel, seeing, number, spot)
        taken.append((shown_at - began) * 1000)
        await anyio.sleep(0.3)
        house.stage.drop(element.id)
        await anyio.sleep(0.3)
    p95 = statistics.quantiles(taken[warm:], n=20)[-1]
    _say(f"{what}: median {statistics.median(taken[warm:]):.1f} ms, p95 {p95:.1f} ms, n {RUNS}")


def _first_pixel(seeing: Eyes, number: int, spot: Rect) -> float:
    """Look until something is there; tell when it was."""
    while not seeing.pixels(number, spot).getchannel("A").getbbox():
        time.sleep(0.0005)
    return time.perf_counter()


async def _say_cost(what: str, pid: int, *, settle_s: float = SETTLE_S, over_s: float = OVER_S) -> None:
    await anyio.sleep(settle_s)
    before = _cpu_s(pid)
    await anyio.sleep(over_s)
    _say(f"{what}: {(_cpu_s(pid) - before) / over_s * 100:.2f} % of a core over {over_s:g} s")


def _say_memory(pid: int) -> None:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    kib = {line.split(":")[0]: int(line.split()[1]) for line in rollup[1:]}
    _say(f"memory after all that: {kib['Rss'] / 1024:.0f} MiB RSS, {kib['Pss'] / 1024:.0f} MiB PSS")


def _give_a_spinning_emote(house: Standing, home: Path) -> None:
    folder = home / "emotes"
    folder.mkdir()
    frames = []
    for number in range(FRAMES):
        frame = Image.new("RGBA", (200, 200))
        ImageDraw.Draw(frame).pieslice((4, 4, 196, 196), number * 6, number * 6 + 300, fill="#FFC94A")
        frames.append(frame)
    frames[0].save(folder / "spin.png", save_all=True, append_images=frames[1:], duration=FRAME_MS, loop=0)
    both = MediaLibrary.of([paths.ASSETS / "emotes", folder], [], cache=home / "more")
    house.library.catalogue = both.catalogue


def _spinning(house: Standing) -> Emote:
    src, src2x = house.library.catalogue.emote_src("spin")
    frames_ms = house.library.catalogue.sprites["spin"].frames_ms
    return Emote(id="spin", alt="", born_ms=0, src=src, src2x=src2x, x=0.3, y=0.4, frames_ms=frames_ms)


async def _talk(house: Standing) -> None:
    for number in range(1_000):
        house.stage.show(_bubble(f"And this is line {number}, as long as lines often are."))
        await anyio.sleep(2)


async def _speak(house: Standing) -> None:
    loudness = tuple(islice(cycle((0.1, 0.3, 0.5, 0.8, 0.6, 0.4, 0.2, 0.05)), 100))
    while True:
        house.stage.tell(Mouth(at_ms=house.stage.now_ms(), envelope=loudness))
        await anyio.sleep(2)


def _bubble(text: str) -> Bubble:
    return Bubble(id="b", alt=text, born_ms=0, place="middle")


def _owl() -> Avatar:
    srcs = tuple(f"/mascot/neutral-{pose}.png" for pose in POSES)
    return Avatar(id="avatar", alt="", born_ms=0, srcs=srcs, srcs2x=srcs)


def _burst(house: Standing, shape: str) -> Particles:
    now_ms = house.stage.now_ms()
    fields = {"id": shape, "alt": "", "born_ms": now_ms, "until_ms": now_ms + 20_000, "count": 100, "seed": 7}
    return Particles(shape=shape, **fields)  # type: ignore[arg-type]  # these fields' own types


def _cpu_s(pid: int) -> float:
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    anyio.run(main)
