"""Print what the page's sound promises, measured: `python -m tests.overlay.sound_figures [RUNS]`.

Medians (smallest to largest) over RUNS runs, 20 if nothing is said. A time in the sink is that of the arrival of a tape
chunk, so it includes the up to 5 ms that a chunk is long; places are measured on a rising tone, by the sample. For the
hand-over, page and player have a sink each.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import anyio

from tests.chirp import chirp, stretches
from tests.chromium import Chromium, Page
from tests.levels import describe, dip
from tests.overlay.figures import cpu_s
from tests.overlay.sounding import LET_SOUND, RATE, Line, Reports, audio_page, hum, loud_browser, player
from tests.performer.stage.standing import Standing, standing
from tests.pulse import SoundDesk, open_desk, tone, wav

IDLE_S = 20.0
REST_S = 11.0
"""A little longer than the page keeps the device awake."""
SAY_S = 1.2
SETTLE_S = 0.3
INTO_S = 0.4
"""How far into a sentence its client is lost."""
DUCK = 0.25


class Hall:
    """All that is needed to measure: browser, stage, ears."""

    def __init__(self, ears: SoundDesk, browser: Chromium, house: Standing, reports: Reports) -> None:
        self.ears = ears
        self.browser = browser
        self.house = house
        self.reports = reports
        self._count = 0

    def next_id(self) -> str:
        self._count += 1
        return f"s{self._count}"

    async def page(self) -> Page:
        page = await audio_page(self.browser, self.house, self.reports)
        await self.reports.until(lambda: self.house.desk.sounds)
        return page


async def main(runs: int) -> None:
    """Measure everything once."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        _have_long_clip(home / "sounds")
        async with open_desk("main", "headset") as ears, standing(home) as house:
            with Reports(house).tapped() as reports:
                async with loud_browser(home / "first", ears, LET_SOUND) as browser:
                    hall = Hall(ears, browser, house, reports)
                    await _latency(hall, runs)
                    await _ducking(hall, runs)
                    async with player(house, ears, reports, "--device", "headset"):
                        await _handovers(hall, runs)
                for name, url in (
                    ("with an empty tab", "about:blank"),
                    ("without audio=1", house.server.addresses.url),
                    ("with audio=1", house.server.addresses.audio_url),
                ):
                    async with loud_browser(home / name, ears, LET_SOUND) as browser:
                        await _cpu(browser, house, name, url)


async def _latency(hall: Hall, runs: int) -> None:
    page = await hall.page()
    first, late, hushes, cuts, clips = [], [], [], [], []
    for _ in range(runs):
        hall.house.desk.wake()  # as a turn does that begins
        await anyio.sleep(SETTLE_S)
        async with hall.ears.record() as tape:
            line, offset = Line(hall.house, hall.next_id(), hum(0.3)), time.monotonic() - hall.house.clock.now()
            asked = time.monotonic()
            await line()
            heard = await tape.loud(asked)
            first.append(heard - asked)
            late.append(line.starts[0] + offset - heard)
        async with hall.ears.record() as tape:
            asked = time.monotonic()
            hall.house.desk.clip("ding")
            clips.append(await tape.loud(asked) - asked)
            await tape.loud(time.monotonic() + 0.05)
            asked = time.monotonic()
            await hall.house.desk.hush()
            hushes.append(await tape.quiet(asked) - asked)
        async with hall.ears.record() as tape, anyio.create_task_group() as tasks:
            tasks.start_soon(Line(hall.house, hall.next_id(), hum(3.0)))
            await tape.loud(await tape.loud() + 0.2)
            asked = time.monotonic()
            await hall.house.desk.hush()
            cuts.append(await tape.quiet(asked) - asked)
    _print("speech: desk -> first sample in the sink", first)
    _print("speech: first sample in the sink -> Started at the desk", late)
    _print("clip: desk -> first sample in the sink", clips)
    _print("hush of a clip: desk -> silence in the sink", hushes)
    _print("hush of speech: desk -> silence in the sink", cuts)
    rested = []
    for _ in range(max(runs // 4, 3)):
        await anyio.sleep(REST_S)
        async with hall.ears.record() as tape:
            asked = time.monotonic()
            await Line(hall.house, hall.next_id(), hum(0.3))()
            rested.append(await tape.loud(asked) - asked)
    _print("speech after a rest: desk -> first sample in the sink", rested)
    await page.close()


async def _ducking(hall: Hall, runs: int) -> None:
    page, dips = await hall.page(), []
    for _ in range(runs):
        async with hall.ears.record() as tape:
            hall.house.desk.clip("long")
            await tape.loud(await tape.loud() + 0.3)
            await Line(hall.house, hall.next_id(), tone(0.5, rate=RATE, hz=400, volume=0.2), duck=DUCK)()
            await tape.loud(time.monotonic() + 1.1)
            dips.append(dip(tape, 2000, 400))
            await hall.house.desk.hush()
            await tape.quiet()
    print(f"a clip before, beside (to {DUCK}) and after speech: {describe(dips)}")
    await page.close()


def _have_long_clip(folder: Path) -> None:
    folder.mkdir()
    (folder / "long.wav").write_bytes(wav(tone(4, hz=2000, rate=48_000, volume=0.4), rate=48_000))


async def _cpu(browser: Chromium, house: Standing, name: str, url: str) -> None:
    await browser.open(url)
    await anyio.sleep(REST_S + 2)
    print(f"idle CPU of a browser {name}: {await _share(browser.pid, IDLE_S):.2%} over {IDLE_S:.0f} s")
    if not house.desk.sounds:
        return
    house.desk.wake()
    print(f"the same while the device is kept awake: {await _share(browser.pid, REST_S - 2):.2%}")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(Line(house, "long", hum(8.0)))
        print(f"the same while speaking: {await _share(browser.pid, 7.0):.2%}")


async def _share(group: int, seconds: float) -> float:
    before = cpu_s(group)
    await anyio.sleep(seconds)
    return (cpu_s(group) - before) / seconds


async def _handovers(hall: Hall, runs: int) -> None:
    async def closed(page: Page) -> None:
        await page.close()

    async def hidden(page: Page) -> None:
        await page.evaluate("void dispatchEvent(new CustomEvent('obsSourceActiveChanged', {detail: {active: false}}))")

    for name, lose in (("page closed", closed), ("page hidden", hidden)):
        seams = [await _handover(hall, await hall.page(), lose) for _ in range(runs)]
        _print(f"{name} in mid-sentence: silence until the player goes on", [gap for gap, _ in seams])
        _print(f"{name} in mid-sentence: missing (heard twice where negative)", [missing for _, missing in seams])


async def _handover(hall: Hall, page: Page, lose: Callable[[Page], Awaitable[None]]) -> tuple[float, float]:
    await hall.reports.until(lambda: hall.house.desk.why == "a page in a browser")
    async with hall.ears.record("main") as before, hall.ears.record("headset") as after:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(Line(hall.house, hall.next_id(), chirp(SAY_S)))
            await before.loud(await before.loud() + INTO_S)
            await lose(page)
        await after.quiet()
    gap = (after.first_loud() or 0.0) - (before.last_loud() or 0.0)
    return gap, (stretches(after)[0].from_ms - stretches(before)[-1].to_ms) / 1000


def _print(what: str, seconds: Sequence[float]) -> None:
    low, middle, high = (f(seconds) * 1000 for f in (min, statistics.median, max))
    load = os.getloadavg()[0]
    print(f"{what}: median {middle:.1f} ms ({low:.1f} to {high:.1f}), n = {len(seconds)}, load {load:.1f}")


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else 20)
