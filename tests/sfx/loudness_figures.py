"""Print how loud a show is, measured in a recording: `python -m tests.sfx.loudness_figures [SECONDS]`.

A real stage, a real player and a null sink of PulseAudio, recorded in one channel as every other measurement here: each
effect by itself, the built-in ones and one of a streamer's; the voice of this machine over SECONDS (20 if nothing is
said) of lines; and how far an effect gives way to speech. Loudness is integrated, in LUFS of EBU R 128.
"""

import math
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path

import anyio

from performer.core.audio import Sound
from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.loudness import measure_loudness
from performer.speech.voices.select import select_voice
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Utterance, Voice
from performer.stage.processes.sound_player import SoundSettings
from tests.levels import levels, spans
from tests.performer.stage.standing import Standing, standing
from tests.pulse import TAPE_RATE, SoundDesk, Tape, open_desk, tone, wav
from tests.sfx.running import running

LINES = (
    "Two hit points left and he goes for the chest. Naturally.",
    "Oh no, not again!",
    "Nobody saw that coming, least of all the goblin.",
    "Well played.",
)


async def main(seconds: float) -> None:
    """Measure everything once."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "sounds").mkdir()
        (home / "sounds" / "hum.wav").write_bytes(wav(tone(5, hz=2000, rate=48_000), rate=48_000))
        async with open_desk("main") as desk, standing(home) as house, AsyncExitStack() as stack:
            clock = SystemClock(seed=7)
            voice = await select_voice(clock, EventStream(clock), VoiceSettings(), stack)
            async with running(environment=desk.environment, url=house.server.addresses.sound_url):
                await house.library.read_sounds()
                await _can_sound(house)
                await _effects(house, desk)
                await _voice(house, desk, voice, seconds)
                await _ducking(house, desk)


async def _can_sound(house: Standing) -> None:
    with anyio.fail_after(10):
        while not house.desk.sounds:  # noqa: ASYNC110  a measurement, not a test
            await anyio.sleep(0.05)


async def _effects(house: Standing, desk: SoundDesk) -> None:
    for name in house.library.catalogue.sounds:
        async with desk.record() as tape:
            house.desk.clip(name)
            await tape.quiet(await tape.loud())
        print(f"effect {name:16} {loudness(tape):6.1f} LUFS")


async def _voice(house: Standing, desk: SoundDesk, voice: Voice, seconds: float) -> None:
    async with desk.record() as tape:
        spoken_s, lines = 0.0, enumerate(cycle(LINES))
        while spoken_s < seconds:
            number, line = next(lines)
            spoken_s += await say(house, voice, line, number)
        await tape.quiet()
    print(f"voice  {voice.name:16} {loudness(tape):6.1f} LUFS")


async def _ducking(house: Standing, desk: SoundDesk) -> None:
    async with desk.record() as tape:
        house.desk.clip("hum")
        await tape.loud(await tape.loud() + 1.0)  # what was said before no longer holds it down
        await play(house, "over", [Utterance(pcm=tone(1.5, hz=400, volume=0.2), rate=22_050, last=True)])
        await tape.quiet()
    hum, [(begin, end)] = levels(tape, 2000), spans(levels(tape, 400), 0.05)
    before, beside = (statistics.median(part) for part in (hum[begin - 60 : begin - 20], hum[begin + 40 : end - 20]))
    print(f"an effect beside speech: {20 * math.log10(beside / before):.1f} dB")


async def say(house: Standing, voice: Voice, line: str, number: int) -> float:
    """Have the player say a line; return how long it is, in seconds."""
    pieces = [piece async for piece in voice.speak(line)]
    await play(house, f"line {number}", pieces)
    return sum(piece.duration_s for piece in pieces)


async def play(house: Standing, name: str, pieces: Sequence[Utterance]) -> None:
    """Play a sentence as a show does, with the settings that there are by themselves."""

    async def sounds() -> AsyncIterator[tuple[Sound, bytes]]:
        for number, piece in enumerate(pieces, start=1):
            sound = Sound(
                id=name,
                turn=1,
                rate=piece.rate,
                channels=piece.channels,
                bytes=len(piece.pcm),
                last=number == len(pieces),
                duck=SoundSettings().duck,
            )
            yield sound, piece.pcm

    await house.desk.play(sounds(), lambda: None)


def loudness(tape: Tape) -> float:
    return measure_loudness(tape.samples().tobytes(), TAPE_RATE, 1).lufs


if __name__ == "__main__":
    anyio.run(main, float(sys.argv[1]) if len(sys.argv) > 1 else 20.0)
