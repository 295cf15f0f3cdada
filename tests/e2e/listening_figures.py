"""Measure how a whole show gives way to the streamer: `python -m tests.e2e.listening_figures [RUNS]`.

A real voice (joe), a real PulseAudio, the sound player on one null sink, the listener with its detector and its echo
canceller on a microphone that hears another. The streamer's voice begins at a known instant of that other sink's tape;
softness and silence are those of the sound player's sink. With loudspeakers, our own voice goes into the microphone
too, 60 ms late, and the streamer's voice takes a loopback of 20 ms more to get there.

It tells how soon our line is softer and when it stops, after the streamer's first sound; how often it stops where a
word ends; and how often a cough or a hum stops it, or our own voice does.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from array import array
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import anyio

from tests.e2e.performing import Line, Performing, performing
from tests.joe import install_voice
from tests.pulse import SoundDesk, Tape, open_desk
from tests.sfx.microphone.listener import play, plug_in_microphone
from tests.speaking import RATE, at_level, noise, spoken

RUNS: Final = 20
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
_SOFT: Final = 0.5
"""The share of our line's loudness above which it is not softer."""
CHANCE: Final = Random(1)
_NEAR_S: Final = 0.08
"""What is so near to a word's end is there."""


@dataclass
class Found:
    """What was measured in one surrounding, in seconds after the streamer's first sound."""

    soft_s: list[float] = field(default_factory=list)
    silent_s: list[float] = field(default_factory=list)
    from_word_s: list[float] = field(default_factory=list)
    """How far from a word's end each line stopped."""
    noises: dict[str, int] = field(default_factory=dict)
    """How many of these noises stopped a line."""
    for_itself: int = 0


async def main(runs: int) -> None:
    """Print medians and 95th percentiles."""
    for name, echo_percent in (("headphones", 0), ("loudspeakers, -24 dB at the microphone", ECHO_PERCENT)):
        with tempfile.TemporaryDirectory() as folder:
            async with show(Path(folder), echo_percent) as (it, desk, speakers, booth):
                found = await measure(it, desk, speakers, booth, runs)
        print(f"{name}, {runs} runs, load {os.getloadavg()[0]:.1f}")
        print(f"  softer after {tell_ms(found.soft_s)}, silent after {tell_ms(found.silent_s)}")
        near = sum(each <= _NEAR_S for each in found.from_word_s)
        print(f"  stopped at a word's end: {near} of {len(found.from_word_s)}")
        stopped = ", ".join(f"{count} of {runs} by a {noise}" for noise, count in found.noises.items())
        print(f"  lines stopped: {stopped}; {found.for_itself} by our own voice")


def tell_ms(seconds: Sequence[float]) -> str:
    ms = sorted(1000 * each for each in seconds)
    p95 = ms[min(len(ms) - 1, int(0.95 * len(ms)))]
    return f"{statistics.median(ms):.0f} ms (p95 {p95:.0f}, worst {ms[-1]:.0f})"


async def measure(it: Performing, desk: SoundDesk, speakers: Tape, booth: Tape, runs: int) -> Found:
    """Measure a show after a line in which its ears learn how it sounds here."""
    found = Found(noises=dict.fromkeys(NOISES, 0))
    learns = len(it.lines)
    turn = await line(it)
    await it.journalled("SpeechEnded", partial(is_of, turn), after=learns)
    for _ in range(runs):
        await stop(it, desk, speakers, booth, found)
    for name, sound in NOISES.items():
        for _ in range(runs):
            before = len(it.lines)
            turn = await line(it)
            await anyio.sleep(1.5)
            await play(desk, "booth", sound())
            await it.journalled("SpeechEnded", partial(is_of, turn), after=before)
            found.noises[name] += any(each["event"] in {"SpeechHeld", "TurnCut"} for each in it.lines[before:])
    found.for_itself = sum(each["event"] in {"SpeechHeld", "TurnCut"} for each in it.lines[:learns])
    return found


def cough() -> "array[int]":
    """Make two bursts of noise, as a cough is."""
    burst = noise(0.12, -22, seed=3, fan=0.3)
    return burst + array("h", bytes(2 * 1600)) + burst


def hum() -> "array[int]":
    """Make a short sound of assent, 0.3 s long."""
    return at_level(spoken("mm", voice="en-gb", pitch=35)[: int(0.3 * RATE)], -20)


NOISES: Final[Mapping[str, Callable[[], "array[int]"]]] = {
    "cough": cough,
    "hum": hum,
}


@asynccontextmanager
async def show(folder: Path, echo_percent: int) -> AsyncIterator[tuple[Performing, SoundDesk, Tape, Tape]]:
    """Open a show; give it with its sound server and the tapes of its voice and of the streamer's."""
    async with open_desk("speakers", "room", "booth") as desk:
        await loop(desk, "booth", "room", 20, 100)
        if echo_percent:
            await loop(desk, "speakers", "room", 60, echo_percent)
        await desk.set_default("speakers")
        await plug_in_microphone(desk, "room")
        voice = install_voice(folder / "home")
        async with desk.record("speakers") as speakers, desk.record("booth") as booth:
            options = ("--model", "understudy", "--frames", "arcade", "--voice", voice, "--no-console", "--no-desktop")
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


async def line(it: Performing) -> int:
    """Have a long line spoken; return its turn when it begins to be heard."""
    begun = len(it.lines)
    await it.ask("say", text=LONG)
    return int((await it.journalled("SpeechStarted", after=begun))["turn"])


def is_of(turn: int, each: Line) -> bool:
    return bool(each["turn"] == turn)


async def stop(it: Performing, desk: SoundDesk, speakers: Tape, booth: Tape, found: Found) -> None:
    """Note how soon our line gives way to the streamer, and where."""
    begun = len(it.lines)
    await line(it)
    await anyio.sleep(1.5 + CHANCE.random())
    before, since = booth.last_loud() or 0.0, time.monotonic()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(play, desk, "booth", at_level(spoken(WAIT, voice="en-gb", pitch=35), -20))
        onset = await booth.loud(before)
        silence = await speakers.quiet(onset, for_s=0.4)
    found.silent_s.append(silence - onset)
    found.soft_s.append(speakers.last_above(_SOFT * speakers.loudness(since - 1.0, since), silence) - onset)
    held = await it.journalled("SpeechHeld", after=begun)
    started = next(each for each in it.lines[begun:] if each["event"] == "SpeechStarted")
    ends = [word[3] for word in started["words"]]
    if ends:
        found.from_word_s.append(min(abs(end_s - (held["heard_s"] - 0.04)) for end_s in ends))
    await it.ask("hush")
    await anyio.sleep(1.5)


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
