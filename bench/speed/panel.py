"""`performer bench panel`: how soon the control page is there, what it weighs, and what it costs while it stands open.

A place that is changed over the control socket is timed until the stage's page has made a frame with it. A full log is
scrolled with every frame, and the frames are counted.

The page is opened in a headless Chromium without a cache, turn about with an empty page; then spans with the page open
stand beside spans with the browser at an empty page, for the browser and for the performer.
"""

import gzip
import json
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

import anyio
import anyio.to_thread

from bench.speed.process_costs import NOTHING, ProcessCosts
from bench.speed.report import Series, SpeedReport, make_series
from bench.speed.rig.browser import BenchPage, explain_missing_browser, open_page
from bench.speed.rig.show_process import ShowProcess, start_show
from performer.core.files.home import PAGE

EMPTY: Final = "data:text/html,<p>An empty page</p>"
_SETTINGS: Final = {"PACING__TALKATIVENESS": "silent"}
_OPTIONS: Final = ("--model", "understudy", "--frames", "arcade", "--no-desktop", "--no-sound")
_KIB: Final = 1024
_PAINTED: Final = """new Promise((done) => {
    const seen = new PerformanceObserver((list) => {
        const paint = list.getEntries().find((each) => each.name === "first-contentful-paint");
        if (paint) done(paint.startTime);
    });
    seen.observe({ type: "paint", buffered: true });
})"""
_DRAWN: Final = """new Promise((done) => {
    const look = () => {
        if (document.querySelector("#frame.up .screen > div")) done(performance.now());
        else requestAnimationFrame(look);
    };
    look();
})"""


_WORN: Final = """new Promise((done) => {
    const look = () => document.querySelector("#stage[data-captions]") ? done(1) : setTimeout(look, 50);
    look();
})"""
_PLACED: Final = """new Promise((done) => {
    const socket = new WebSocket("%s");
    socket.onopen = () => {
        const began = performance.now();
        const stage = document.getElementById("stage");
        const watch = new MutationObserver(() => {
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(() => {
                socket.close();
                done(performance.now() - began);
            }));
        });
        watch.observe(stage, { attributes: true, attributeFilter: ["data-captions"] });
        const args = { board: "landscape", element: "caption", x: 0.2, y: %s, w: 0.6, h: 0.15 };
        socket.send(JSON.stringify({ id: 1, op: "stage.layout.set", args }));
    };
})"""
"""Places captions and resolves to the milliseconds until the next frame with that is made."""
LINES: Final = 1000
"""Of the log: as many as the page shows."""
_FILLED: Final = """new Promise((done) => {
    const look = () => document.querySelectorAll(".log li").length >= %s ? done(1) : setTimeout(look, 50);
    look();
})"""
_FRAMES: Final = """new Promise((done) => {
    const log = document.querySelector(".log");
    const until = performance.now() + %s;
    const frames = [];
    let step = 60;
    const draw = (now) => {
        frames.push(now);
        if (log) {
            const before = log.scrollTop;
            log.scrollTop = before + step;
            if (log.scrollTop === before) step = -step;
        }
        if (now < until) requestAnimationFrame(draw);
        else done(frames);
    };
    requestAnimationFrame(draw);
})"""
"""Scrolls the log, if there is one, with every frame for some milliseconds; resolves to the instants of the frames."""


@dataclass(frozen=True, kw_only=True)
class PanelPlan:
    """What is measured."""

    runs: int = 15
    """Visits of each page."""
    spans: int = 5
    """Spans with the page open, and as many without."""
    seconds: float = 20.0
    """Of each span."""
    settle_s: float = 5.0
    """Seconds that pass after a page has opened, before its span begins."""
    scroll_s: float = 3.0
    """Of each time that the log is scrolled."""


@dataclass
class _PanelBench:
    plan: PanelPlan
    show: ShowProcess
    page: BenchPage
    browser_pid: int
    values: dict[str, list[float]] = field(default_factory=dict)
    frames: int = 0
    """Those that were drawn while the log was scrolled."""

    def note(self, key: str, value: float) -> None:
        self.values.setdefault(key, []).append(value)

    async def visit(self) -> None:
        """Open both pages once."""
        await self.page.goto(EMPTY)
        self.note("paint_floor", await self.page.evaluate(_PAINTED))
        await self.page.goto(self.show.addresses["panel_url"])
        self.note("paint", await self.page.evaluate(_PAINTED))
        self.note("drawn", await self.page.evaluate(_DRAWN))

    async def place(self) -> None:
        """Change the place of captions on the stage, again and again."""
        await self.page.goto(self.show.addresses["url"])
        await self.page.evaluate(_WORN)
        for number in range(1 + self.plan.runs):
            y = 0.1 if number % 2 else 0.7
            self.note("placed", await self.page.evaluate(_PLACED % (self.show.addresses["control_url"], y)))

    async def scroll(self) -> None:
        """Scroll a log of a thousand lines, turn about with an empty page that draws nothing."""
        await anyio.to_thread.run_sync(_fill_log, self.show.home / "logs" / "performer.log")
        for _ in range(1 + self.plan.runs):
            await self.page.goto(EMPTY)
            self.note("frame_floor", _mean_gap(await self._draw()))
            await self.page.goto(f"{self.show.addresses['panel_url']}#health")
            await self.page.evaluate(_FILLED % LINES)
            frames = await self._draw()
            self.note("log_frame", _mean_gap(frames))
            self.frames += len(frames) - 1

    async def _draw(self) -> list[float]:
        return list(await self.page.evaluate(_FRAMES % (1000 * self.plan.scroll_s)))

    async def stand(self) -> None:
        """Pass a span with an empty page, and one with the control page."""
        for suffix, url in (("_closed", EMPTY), ("", self.show.addresses["panel_url"])):
            await self.page.goto(url)
            await anyio.sleep(self.plan.settle_s)
            watched = {"page": ProcessCosts(self.browser_pid), "performer": ProcessCosts(self.show.pid)}
            for each in watched.values():
                each.start()
            await anyio.sleep(self.plan.seconds)
            for name, costs in watched.items():
                self.note(f"{name}_percent{suffix}", sum(costs.read().values(), NOTHING).percent)


async def run(plan: PanelPlan) -> SpeedReport:
    """Measure all of it; without a browser only the weight."""
    values: dict[str, list[float]] = {}
    notes: tuple[str, ...] = ()
    why = explain_missing_browser()
    if not why:
        async with AsyncExitStack() as stack:
            show = await stack.enter_async_context(start_show(*_OPTIONS, settings=_SETTINGS))
            (show.home / "welcomed").touch()
            page = await stack.enter_async_context(open_page("about:blank"))
            await page.command("Network.setCacheDisabled", cacheDisabled=True)
            bench = _PanelBench(plan, show, page, page.browser_pid, values)
            for _ in range(1 + plan.runs):
                await bench.visit()
            await bench.place()
            await bench.scroll()
            notes = (_tell_frames(values["log_frame"], bench.frames),)
            for _ in range(plan.spans):
                await bench.stand()
    return SpeedReport(
        bench="panel",
        series=(
            *_list_series(values),
            make_series("scripts", "scripts, compressed", [weigh_scripts()], "KiB", group="weight"),
        ),
        options={"runs": str(plan.runs), "seconds": f"{plan.seconds:g}"},
        notes=(why,) if why else notes,
    )


def _fill_log(file: Path) -> None:
    """Add lines to a log as a long evening does, every tenth a long one."""
    told = {"at": "2026-01-01T20:00:00.000Z", "level": "INFO", "logger": "performer.bench"}
    with file.open("a", encoding="utf-8") as opened:
        for number in range(LINES):
            message = f"Line {number}: the turn took 812 ms, and its first sentence 0.34 s. " * (
                8 if number % 10 == 0 else 1
            )
            opened.write(json.dumps({**told, "message": message}) + "\n")


def _mean_gap(frames: Sequence[float]) -> float:
    """Return the mean milliseconds between two frames."""
    return (frames[-1] - frames[0]) / (len(frames) - 1)


def _tell_frames(gaps: Sequence[float], frames: int) -> str:
    rate = 1000 / median(gaps[1:])
    return f"{LINES:,} lines of the log are scrolled at {rate:.1f} frames/s (n = {frames} frames)."


def weigh_scripts() -> float:
    """Return how much all scripts of the control page are, compressed one by one as a server would: KiB."""
    scripts = [*(PAGE / "control").rglob("*.mjs"), PAGE / "plain.js"]
    return sum(len(gzip.compress(file.read_bytes())) for file in scripts) / _KIB


def _list_series(values: dict[str, list[float]]) -> Iterator[Series]:
    """Make the figures of what was measured; the first visit warms the browser up."""
    visits, standing = "from the address to the page", "while it stands open, of a core"
    scrolling = "from frame to frame"
    if "paint" in values:
        floor, paint, drawn = (values[key][1:] for key in ("paint_floor", "paint", "drawn"))
        yield make_series("paint_floor", "an empty page: first paint", floor, group=visits)
        yield make_series("paint", "first paint", paint, floor="paint_floor", against="an empty page", group=visits)
        yield make_series("drawn", "all drawn", drawn, floor="paint_floor", against="an empty page", group=visits)
    if "placed" in values:
        yield make_series("placed", "a place, to the stage's next frame", values["placed"][1:], group="from a setting")
    if "log_frame" in values:
        yield make_series("frame_floor", "an empty page: a frame", values["frame_floor"][1:], group=scrolling)
        yield make_series(
            "log_frame",
            f"a frame while {LINES:,} lines of the log are scrolled",
            values["log_frame"][1:],
            floor="frame_floor",
            against="an empty page",
            group=scrolling,
        )
    for key, title in (("page_percent", "the browser"), ("performer_percent", "the performer")):
        if key in values:
            closed = f"{key}_closed"
            yield make_series(closed, f"{title} without the page", values[closed], "%", group=standing)
            against = "without it"
            yield make_series(key, title, values[key], "%", floor=closed, against=against, group=standing)
