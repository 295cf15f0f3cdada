"""Measure how soon a whole show falls silent for the streamer: `python -m tests.e2e.listening_figures [RUNS]`.

Real espeak, a real PulseAudio, the sound player on one null sink, the listener with its detector on a microphone that
hears another. The streamer's voice begins at a known instant of that other sink's tape; silence is that of the sound
player's sink. Speech of 300 ms is the threshold, so what is left after it is ours. With loudspeakers, our own voice
goes into the microphone too, 60 ms late, and the streamer's voice takes a loopback of 20 ms more to get there.
"""

import json
import os
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import anyio

from tests.e2e.performing import Performing, performing
from tests.pulse import SoundDesk, Tape, open_desk
from tests.sfx.microphone.listener import play, plug_in_microphone
from tests.speaking import at_level, spoken

RUNS: Final = 20
THRESHOLD_S: Final = 0.3
LONG: Final = (
    "this is a line that goes on and on and on without any pause in it so that there is enough of it to be held"
)
WAIT: Final = "Wait a moment please, I am thinking about it."
SETTINGS: Final = {
    "PERFORMER_WINDOW__ENABLED": "false",
    "PERFORMER_MIC__ENABLED": "true",
    "PERFORMER_PACING__TALKATIVENESS": "silent",
}
ECHO_PERCENT: Final = 40
"""Of PulseAudio's volume scale: 24 dB quieter."""


async def main(runs: int) -> None:
    """Print medians and 95th percentiles."""
    for name, echo_percent in (("headphones", 0), ("loudspeakers, -24 dB at the microphone", ECHO_PERCENT)):
        with tempfile.TemporaryDirectory() as folder:
            async with show(Path(folder), echo_percent) as (it, desk, speakers, booth):
                found = [await stopped(it, desk, speakers, booth) for _ in range(runs + 2)][2:]
        ms = sorted((each - THRESHOLD_S) * 1000 for each in found)
        p95 = ms[min(len(ms) - 1, int(0.95 * len(ms)))]
        print(f"{name}, {runs} runs, load {os.getloadavg()[0]:.1f}: after 300 ms of speech", end=" ")
        print(f"silent in {statistics.median(ms):.0f} ms (p95 {p95:.0f}, worst {ms[-1]:.0f})")


@asynccontextmanager
async def show(folder: Path, echo_percent: int) -> AsyncIterator[tuple[Performing, SoundDesk, Tape, Tape]]:
    """Open a show; give it with its sound server and the tapes of its voice and of the streamer's."""
    async with open_desk("speakers", "room", "booth") as desk:
        await loop(desk, "booth", "room", 20, 100)
        if echo_percent:
            await loop(desk, "speakers", "room", 60, echo_percent)
        await desk.set_default("speakers")
        await plug_in_microphone(desk, "room")
        async with desk.record("speakers") as speakers, desk.record("booth") as booth:
            options = ("--model", "understudy", "--frames", "arcade", "--no-console", "--no-desktop")
            async with performing(folder / "home", *options, environment={**desk.address, **SETTINGS}) as it:
                await it.printed("Ctrl+C ends the show")
                yield it, desk, speakers, booth


async def loop(desk: SoundDesk, source: str, sink: str, latency_ms: int, percent: int) -> None:
    """Have what is played into one sink be heard in another, so late and so loud."""
    words = [f"source={source}.monitor", f"sink={sink}", f"latency_msec={latency_ms}", "source_dont_move=true"]
    module = (await desk._control("load-module", "module-loopback", *words)).strip()
    inputs = json.loads(await desk._control("--format=json", "list", "sink-inputs"))
    index = next(each["index"] for each in inputs if str(each["owner_module"]) == module)
    await desk._control("set-sink-input-volume", str(index), f"{percent}%")


async def stopped(it: Performing, desk: SoundDesk, speakers: Tape, booth: Tape) -> float:
    """Return the seconds from the streamer's first sound to the silence of our voice."""
    begun = len(it.lines)
    await it.ask("say", text=LONG)
    await it.journalled("SpeechStarted", after=begun)
    await anyio.sleep(1.5)
    before = booth.last_loud() or 0.0
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(play, desk, "booth", at_level(spoken(WAIT, voice="en-gb", pitch=35), -20))
        onset = await booth.loud(before)
        silence = await speakers.quiet(onset, for_s=0.4)
    await it.ask("hush")
    await anyio.sleep(1.5)
    return silence - onset


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
