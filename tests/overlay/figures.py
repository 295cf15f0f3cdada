"""Measure the page in a real browser, on Linux: `python -m tests.overlay.figures`."""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import anyio

from performer.stage.connections import StageClient
from performer.stage.protocol.elements import POSES, Avatar, Bubble, Element, Emote, Particles
from performer.stage.protocol.messages import Hello, Message
from tests.chromium import Chromium, launched
from tests.performer.stage.standing import Standing, clear_stage, standing

RUNS = 60
IDLE_S = 20.0
PARTICLES_SETTLE_S = 1.0
PARTICLES_S = 4.0
SETTLE_S = 3.0
MOTION_S = 0.3
"""Longer than the motion in or out, so that one run does not burden the next."""

UP = "document.querySelector('#stage[data-connection=up]') !== null"
REPORTER = """(() => {
    const socket = new WebSocket(`ws://${location.host}/stage/ws${location.search}`);
    const afterNextFrame = (then) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = then;
        channel.port2.postMessage(1);
    });
    const report = async (node) => {
        await node.querySelector("img")?.decode();
        afterNextFrame(() => socket.send(JSON.stringify({op: "hello", client: node.dataset.id})));
    };
    new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(report)))
        .observe(document.getElementById("stage"), {childList: true});
    return new Promise((done) => { socket.onopen = () => done(1); });
})()"""
"""Has the page say, on a socket of the stage, that a frame with a new element was made: no detour by CDP."""


class Reports:
    """Catches what the page reports where the server hears it."""

    def __init__(self, house: Standing) -> None:
        self.newest = ""
        self.arrived = anyio.Event()
        self._hear = house.desk.hear
        house.desk.hear = self._catch  # type: ignore[method-assign]  # a measuring tap on a real stage

    def _catch(self, client: StageClient, message: Message) -> None:
        self._hear(client, message)
        if isinstance(message, Hello):
            self.newest = message.client
            self.arrived.set()


async def main() -> None:
    """Print put to first frame, and what the browser costs with nothing, words, the mascot and particles on stage."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        async with launched(home / "profile") as browser, standing(home) as house:
            page = await browser.open(house.server.addresses.url)
            await page.until(UP)
            reports = Reports(house)
            await page.evaluate(REPORTER)
            say_latency("put bubble to first frame", await latencies_ms(house, reports, a_bubble))
            say_latency("put emote to first frame", await latencies_ms(house, reports, an_emote))
            await page.goto(house.server.addresses.url)
            await page.until(UP)
            await say_cost("empty stage", browser)
            house.stage.show(Bubble(id="b", alt="Still here.", born_ms=0, until_ms=house.stage.now_ms() + 600_000))
            await page.until("document.querySelector('.bubble') !== null")
            await page.at_rest()
            await say_cost("a bubble stands", browser)
            house.stage.show(the_owl())
            await page.until("document.querySelector('.avatar img') !== null")
            await page.at_rest()
            await say_cost("a bubble and the mascot, which breathes and blinks", browser)
            await wear_without_breath(house)
            await say_cost("a bubble and the mascot, which only blinks", browser)
            clear_stage(house.stage)
            await page.until("document.querySelector('.element') === null")
            house.stage.show(a_burst(house))
            await say_cost("100 particles", browser, settle_s=PARTICLES_SETTLE_S, over_s=PARTICLES_S)


def a_bubble(_house: Standing, number: int) -> Element:
    return Bubble(id=f"b{number}", alt=f"Line number {number}, as long as lines often are.", born_ms=0)


def an_emote(house: Standing, number: int) -> Element:
    name = house.library.catalogue.emotes[number % len(house.library.catalogue.emotes)]
    src, src2x = house.library.catalogue.emote_src(name)
    return Emote(id=f"e{number}", alt=name, born_ms=0, src=src, src2x=src2x, x=0.1 + number * 0.07 % 0.8, y=0.3)


def the_owl() -> Avatar:
    srcs = tuple(f"/mascot/neutral-{pose}.png" for pose in POSES)
    return Avatar(id="avatar", alt="The mascot", born_ms=0, srcs=srcs, srcs2x=srcs)


async def wear_without_breath(house: Standing) -> None:
    folder = house.home / "themes"
    folder.mkdir()
    (folder / "calm.toml").write_text("[avatar]\nbreathes = false\n", encoding="utf-8")
    await house.themes.reload()
    await house.themes.choose("calm")


def a_burst(house: Standing) -> Particles:
    now_ms = house.stage.now_ms()
    until_ms = now_ms + int((PARTICLES_SETTLE_S + PARTICLES_S + 2) * 1000)
    return Particles(id="p", alt="snow", born_ms=now_ms, until_ms=until_ms, shape="confetti", count=100, seed=7)


async def latencies_ms(house: Standing, reports: Reports, make: Callable[[Standing, int], Element]) -> list[float]:
    taken = []
    for number in range(RUNS):
        reports.arrived = anyio.Event()
        element = make(house, number)
        began = time.perf_counter()
        house.stage.show(element)
        with anyio.fail_after(5):
            await reports.arrived.wait()
        taken.append((time.perf_counter() - began) * 1000)
        assert reports.newest == element.id
        await anyio.sleep(MOTION_S)
        house.stage.drop(element.id)
        await anyio.sleep(MOTION_S)
    return taken


def say_latency(what: str, taken_ms: list[float]) -> None:
    p95 = statistics.quantiles(taken_ms, n=20)[-1]
    say(f"{what}: median {statistics.median(taken_ms):.1f} ms, p95 {p95:.1f} ms, n {len(taken_ms)}")


async def say_cost(what: str, browser: Chromium, *, settle_s: float = SETTLE_S, over_s: float = IDLE_S) -> None:
    await anyio.sleep(settle_s)
    before = cpu_s(browser.pid)
    await anyio.sleep(over_s)
    percent = (cpu_s(browser.pid) - before) / over_s * 100
    say(f"{what}: browser {percent:.2f} % of a core over {over_s:g} s, {pss_mib(browser.pid):.0f} MiB PSS")


def cpu_s(group: int) -> float:
    """Add up the CPU seconds of the living processes of a group."""
    ticks = sum(int(field) for stat in stats(group) for field in stat[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def pss_mib(group: int) -> float:
    rollups = [Path(f"/proc/{stat[-1]}/smaps_rollup").read_text(encoding="utf-8") for stat in stats(group)]
    return sum(int(line.split()[1]) for text in rollups for line in text.splitlines() if line.startswith("Pss:")) / 1024


def stats(group: int) -> list[list[str]]:
    """Read /proc/PID/stat of every process of a group, from the state on, with the pid at the end."""
    found = []
    for folder in Path("/proc").iterdir():
        stat = stat_of(folder) if folder.name.isdigit() else []
        if stat and stat[2] == str(group):
            found.append([*stat, folder.name])
    return found


def stat_of(folder: Path) -> list[str]:
    try:
        return (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []  # it has ended meanwhile


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    anyio.run(main)
