"""Measure what is heard of a whole show on Linux: `python -m tests.e2e.sound_figures [RUNS]`.

Real espeak, a real PulseAudio with two null sinks, the sound player with speech on one and clips on the other, then a
page in a real Chromium in its place. Medians and 95th percentiles with the number of runs; a time in the sink is that
of the arrival of a tape chunk, so it includes the up to 5 ms that a chunk is long.
"""

import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import aiohttp
import anyio

from tests.chromium import launched
from tests.e2e.performing import Performing, performing
from tests.overlay.sounding import LET_SOUND
from tests.pulse import SoundDesk, Tape, open_desk, tone, wav

RUNS: Final = 30
SHORT: Final = "Nice jump, that was close."
LONG: Final = "This is a sentence that goes on for quite a while, so that there is something left of it to be hushed."
INTO_S: Final = 0.3
"""How far into a sound the hush comes."""
CLIP_HZ: Final = 2000
SCRIPT: Final = '{"calls": [{"name": "play_sfx", "arguments": {"name": "long"}}]}\n{"text": ""}\n'
SETTINGS: Final = {
    "PERFORMER_WINDOW__ENABLED": "false",
    "PERFORMER_TOOLS__PLAY_SFX__RATE": "600/min",
    "PERFORMER_SOUND__SPEECH_DEVICE": "headset",
    "PERFORMER_SOUND__CLIP_DEVICE": "main",
}


class Show:
    """A performer with its control socket open, and the tapes of both sinks."""

    def __init__(self, it: Performing, control: aiohttp.ClientWebSocketResponse, speech: Tape, clips: Tape) -> None:
        self.it = it
        self.speech = speech
        self.clips = clips
        self._control = control

    async def order(self, op: str, **args: Any) -> float:
        """Order something and wait for its answer; tell when it was sent."""
        sent = time.monotonic()
        await self._control.send_json({"id": 1, "op": op, "args": args})
        while (await self._control.receive_json()).get("id") != 1:
            pass
        return sent

    async def first_sample(self) -> float:
        """Return the seconds from a finished sentence to its first sample in the sink."""
        seen = len(self.it.lines)
        await self.order("say", text=SHORT)
        ready = await self.it.journalled("SentenceReady", after=seen)
        heard = await self.speech.loud(_monotonic(ready["at"]) - 0.005)
        await self.it.journalled("SpeechEnded", after=seen)
        await self.speech.quiet(heard)
        return heard - _monotonic(ready["at"])

    async def hushed_speech(self) -> float:
        """Return the seconds from the order to be silent to silence in the sink."""
        await self.order("say", text=LONG)
        return await self._hushed(self.speech)

    async def hushed_clip(self) -> float:
        """Return the same of a clip."""
        await self.order("react")
        return await self._hushed(self.clips)

    async def ducked(self) -> tuple[float, float, float]:
        """Return a clip's loudness before, beside and after a sentence; only where they have sinks of their own."""
        await self.order("react")
        begun = await self.clips.loud(time.monotonic())
        await self.clips.loud(begun + INTO_S)
        seen = len(self.it.lines)
        began = await self.order("say", text=SHORT)
        spoken = await self.speech.loud(began)
        await self.it.journalled("SpeechEnded", after=seen)
        ended = time.monotonic()
        await self.clips.loud(ended + 1.0)
        spans = ((spoken - 0.1, spoken - 0.02), (spoken + 0.1, ended - 0.1), (ended + 0.85, ended + 1.0))
        await self.order("hush")
        await self.clips.quiet()
        before, beside, after = (self.clips.rms(*span) for span in spans)
        return before, beside, after

    async def _hushed(self, tape: Tape) -> float:
        begun = await tape.loud(time.monotonic())
        await tape.loud(begun + INTO_S)
        hushed = await self.order("hush")
        silence = await tape.quiet(hushed) - hushed
        await tape.quiet(for_s=0.5)
        return silence


def _monotonic(at: str) -> float:
    """Read a journal's instant as this process's seconds."""
    return datetime.fromisoformat(at).timestamp() - time.time() + time.monotonic()


async def main(runs: int) -> None:
    """Print everything once."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = Path(folder) / "first", Path(folder) / "second"
        async with open_desk("main", "headset") as desk:
            async with _show(desk, first, speech_sink="headset") as show:
                await _measure("player", show, runs)
                await _beside(show, runs)
            async with (
                launched(Path(folder) / "browser", LET_SOUND, environment=desk.environment) as browser,
                _show(desk, second, speech_sink="main") as show,
            ):
                await browser.open(show.it.stage["audio_url"])
                await show.it.journalled(
                    "ServiceUp", lambda line: line["service"] == "sound" and "page" in line["reason"]
                )
                await _measure("page", show, runs)


async def _measure(who: str, show: Show, runs: int) -> None:
    await show.first_sample()
    _print(f"{who}: finished sentence → first sample (espeak)", [await show.first_sample() for _ in range(runs)])
    _print(f"{who}: hush → silence, speech", [await show.hushed_speech() for _ in range(runs)])
    _print(f"{who}: hush → silence, a clip", [await show.hushed_clip() for _ in range(runs)])


async def _beside(show: Show, runs: int) -> None:
    """Print how loud a clip is beside speech, and that each has its own sink."""
    runs_of = zip(*[await show.ducked() for _ in range(runs)], strict=True)
    before, beside, after = map(statistics.median, runs_of)
    print(f"clip before, beside and after speech: RMS {before:.3f}, {beside:.3f}, {after:.3f} (n = {runs})")


@asynccontextmanager
async def _show(desk: SoundDesk, home: Path, *, speech_sink: str) -> AsyncIterator[Show]:
    _have_clip(home)
    script = home / "script.jsonl"
    script.write_text(SCRIPT, encoding="utf-8")
    environment = {**SETTINGS, **desk.address}
    async with (
        desk.record(speech_sink) as speech,
        desk.record("main") as clips,
        performing(home, "--model", f"scripted:{script}", environment=environment) as it,
        aiohttp.ClientSession() as session,
    ):
        await it.printed("Ctrl+C ends the show")
        await it.journalled("ServiceUp", lambda line: line["service"] == "sound")
        async with session.ws_connect(it.stage["control_url"]) as control:
            yield Show(it, control, speech, clips)


def _have_clip(home: Path) -> None:
    folder = home / "sounds"
    folder.mkdir(parents=True)
    (folder / "long.wav").write_bytes(wav(tone(8, rate=48_000, hz=CLIP_HZ), rate=48_000))


def _print(what: str, seconds: Sequence[float]) -> None:
    ordered = sorted(each * 1000 for each in seconds)
    p95 = ordered[math.ceil(len(ordered) * 0.95) - 1]
    load = os.getloadavg()[0]
    print(f"{what}: median {statistics.median(ordered):.0f} ms, p95 {p95:.0f} ms, n = {len(ordered)}, load {load:.1f}")


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
