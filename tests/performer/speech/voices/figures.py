"""Print how soon each voice is heard, measured: `python -m tests.performer.speech.voices.figures [RUNS]`.

From a sentence to its first piece of sound at the speaker, of each voice; and from a finished sentence to its first
sample in a real sink, by the whole performer with its player. The speech server is the tests' own: it speaks at once,
so that its figures are those of the way there and back. Medians with the number of runs, 30 if nothing is said.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, aclosing
from datetime import datetime
from pathlib import Path

import anyio

from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.speech.voices.select import make_fallback_voice
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Voice
from tests.e2e.performing import Performing, performing
from tests.fakes.speech import RATE, FakeSpeech, Manner
from tests.pulse import Tape, open_desk

LINE = "Two hit points left, and he goes for the chest."
COMMAND = "command:espeak-ng --stdin --stdout"
FILE = "command:espeak-ng --stdin -w {file}"
TRICKLE = Manner(length_s=3.0, piece_s=0.1, every_s=0.05)
"""A server that speaks at twice the pace of speech."""


async def main(runs: int) -> None:
    """Measure everything once."""
    async with FakeSpeech(manner=TRICKLE) as server:
        for name in ("espeak", "pyttsx3", COMMAND, FILE, server.spec):
            await _at_the_speaker(name, runs)
        for name in ("espeak", "pyttsx3", COMMAND, server.spec):
            await _in_the_sink(name, runs)
    print(f"(load {os.getloadavg()[0]:.1f}; the server sends 0.1 s of {RATE} Hz pcm every 0.05 s)")


async def _at_the_speaker(name: str, runs: int) -> None:
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        voice = await make_fallback_voice(clock, EventStream(clock), VoiceSettings(engine=name, fallback=[]), stack)
        waits = [await _first_piece(voice) for _ in range(runs)]
    _print(f"{_short(name)}: sentence -> first piece", waits)


async def _first_piece(voice: Voice) -> float:
    began = time.perf_counter()
    async with aclosing(voice.speak(LINE)) as pieces:
        await anext(pieces)
        return time.perf_counter() - began


async def _in_the_sink(name: str, runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_desk("main") as desk, desk.record("main") as tape:
            quiet = {"PERFORMER_PACING__TALKATIVENESS": "silent"}
            options = ["--frames", "arcade", "--model", "understudy", "--voice", name]
            async with performing(Path(folder) / "home", *options, environment={**quiet, **desk.address}) as it:
                await it.journalled("ServiceUp", lambda line: line["service"] == "sound")
                waits = [await _heard(it, tape) for _ in range(runs)]
    _print(f"{_short(name)}: sentence -> first sample in the sink", waits)


async def _heard(it: Performing, tape: Tape) -> float:
    seen = len(it.lines)
    began = tape.last_loud() or 0.0
    await it.ask("say", text=LINE)
    ready = await it.journalled("SentenceReady", after=seen)
    loud = await tape.loud(began)
    await it.journalled("SpeechEnded", after=seen)
    await tape.quiet(loud)
    return loud + time.time() - time.monotonic() - datetime.fromisoformat(ready["at"]).timestamp()


def _short(name: str) -> str:
    return "http" if name.startswith("http") else name


def _print(what: str, seconds: Sequence[float]) -> None:
    each = [second * 1000 for second in seconds]
    print(f"{what}: {statistics.median(each):.1f} ms ({min(each):.1f} to {max(each):.1f}, n = {len(each)})", flush=True)


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else 30)
