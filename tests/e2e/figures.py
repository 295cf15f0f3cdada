"""Measure the whole thread on Linux: `python -m tests.e2e.figures`.

A scripted model in a real performer; real espeak, real PulseAudio, real Chromium. Medians with the number of runs.
"""

import os
import statistics
import tempfile
import time
from datetime import datetime
from pathlib import Path

import anyio

from tests.chromium import Page, launched
from tests.e2e.performing import Line, Performing, descendants, performing
from tests.pulse import Tape, open_desk
from tests.xvfb import xvfb

RUNS = 30
IDLE_S = 30
SCRIPT = '{"calls": [{"name": "overlay_text", "arguments": {"text": "First try!", "duration_s": 2}}]}\n{"text": ""}\n'
WATCH = """new Promise((done) => {
    const stage = document.getElementById("stage");
    const watch = new MutationObserver((changes) => {
        const put = changes.flatMap((each) => [...each.addedNodes]).find((each) => each.dataset?.kind === "bubble");
        if (!put) return;
        watch.disconnect();
        requestAnimationFrame(() => {
            const painted = new MessageChannel();
            painted.port1.onmessage = () => done(performance.timeOrigin + performance.now());
            painted.port2.postMessage(1);
        });
    });
    watch.observe(stage, {childList: true, subtree: true});
})"""
"""Resolves with the wall time, in ms, at which the first frame with the next bubble was made."""


async def main() -> None:
    """Print sentence → sample, tool call → frame, the time to end, and what each process costs when nothing happens."""
    with tempfile.TemporaryDirectory() as folder, xvfb() as display:
        script = Path(folder) / "script.jsonl"
        script.write_text(SCRIPT)
        async with open_desk("main") as desk, desk.record("main") as tape, launched(Path(folder) / "p") as chromium:
            quiet = {"PERFORMER_PACING__TALKATIVENESS": "silent", "PERFORMER_TOOLS__OVERLAY_TEXT__RATE": "600/min"}
            options = ["--model", f"scripted:{script}"]
            environment = {**quiet, **desk.address, "DISPLAY": display}
            async with performing(Path(folder) / "home", *options, environment=environment) as it:
                await it.journalled("ServiceUp", lambda line: line["service"] == "sound")
                page = await chromium.open(it.stage["url"])
                _print("sentence → first sample in the sink", [await _heard(it, tape) for _ in range(RUNS)])
                _print("tool call → first frame of the page", [await _seen(it, page) for _ in range(RUNS)])
                await _idle(it, chromium.pid)
                began_s = time.monotonic()
                await it.end()
                print(f"SIGTERM → ended: {(time.monotonic() - began_s) * 1000:.0f} ms (n=1)")


async def _heard(it: Performing, tape: Tape) -> float:
    """Have a sentence said; milliseconds from the finished sentence to its first sample at the sink's monitor."""
    seen = len(it.lines)
    began = tape.last_loud() or 0.0
    await it.ask("say", text="Nice jump, that was close.")
    ready = await it.journalled("SentenceReady", after=seen)
    loud = await tape.loud(began)
    await it.journalled("SpeechEnded", after=seen)
    await tape.quiet(loud)
    return (loud + time.time() - time.monotonic() - _wall_s(ready)) * 1000


async def _seen(it: Performing, page: Page) -> float:
    """Have a bubble put up; milliseconds from the tool's call to the first frame that shows it."""
    seen = len(it.lines)
    frame_ms: list[float] = []

    async def watch() -> None:
        frame_ms.append(await page.evaluate(WATCH))

    await page.until("!document.querySelector('[data-kind=\"bubble\"]')")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        await page.evaluate("1")
        await it.ask("react")
    called = await it.journalled("ToolCalled", after=seen)
    await it.journalled("TurnEnded", after=seen)
    return frame_ms[0] - _wall_s(called) * 1000


async def _idle(it: Performing, browser: int) -> None:
    """Print CPU and memory of each process while the screen is still and nobody speaks."""
    groups = {
        "performer (1 frame/s of 1080p)": [it.process.pid],
        "sfx": [pid for pid in it.children() if _runs(pid, "sfx")],
        "window": [pid for pid in it.children() if _runs(pid, "overlay")],
        "chromium with the page": [browser, *descendants(browser)],
    }
    before = {name: sum(map(_cpu_s, pids)) for name, pids in groups.items()}
    await anyio.sleep(IDLE_S)
    for name, pids in groups.items():
        percent = (sum(map(_cpu_s, pids)) - before[name]) / IDLE_S * 100
        memory = sum(map(_pss_mib, pids))
        print(f"idle, {name}: {percent:.2f} % of a core over {IDLE_S} s, {memory:.0f} MiB (PSS)")


def _wall_s(line: Line) -> float:
    return datetime.fromisoformat(line["at"]).timestamp()


def _runs(pid: int, module: str) -> bool:
    return module.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _pss_mib(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def _print(what: str, values: list[float]) -> None:
    ordered = sorted(values)
    p95 = ordered[int(len(ordered) * 0.95)]
    print(f"{what}: median {statistics.median(values):.0f} ms, p95 {p95:.0f} ms (n={len(values)})")


if __name__ == "__main__":
    anyio.run(main)
