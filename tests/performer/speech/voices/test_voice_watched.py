"""The watch over a line: in virtual time, each limit ends it with a sentence."""

import json
from array import array
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.loudness import measure_loudness
from performer.speech.voices.known_loudness import KnownLoudness
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import TooMuchSoundError, Utterance, WatchedVoice, estimate_longest_s, reduce_volume

pytestmark = pytest.mark.anyio


def second(rate: int = 8_000) -> Utterance:
    return Utterance(pcm=bytes(rate * 2), rate=rate)


@dataclass
class Slow:
    """A voice that waits before each of its pieces."""

    clock: VirtualClock
    waits_s: list[float]
    rates: list[int]
    closed: bool = False
    name: str = "slow"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        try:
            for wait_s, rate in zip(self.waits_s, self.rates, strict=True):
                await self.clock.sleep(wait_s)
                yield second(rate)
        finally:
            self.closed = True


@dataclass
class Prompt:
    """A voice that waits for nothing."""

    pieces: list[Utterance]
    name: str = "prompt"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        for each in self.pieces:
            yield each


async def outcome(clock: VirtualClock, voice: Slow, text: str = "Well played.") -> str:
    """Have it speak; tell how much sound came, or what went wrong."""
    told: list[str] = []

    async def listen() -> None:
        try:
            settings = VoiceSettings(first_sample_s=2, stall_s=1)
            pieces = [piece async for piece in WatchedVoice(clock, voice, settings).speak(text)]
            told.append(f"{sum(each.duration_s for each in pieces):g} s of sound at {clock.now():g} s")
        except ServiceError as error:
            told.append(f"{error} at {clock.now():g} s")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(listen)
        await clock.advance(20)
    assert voice.closed
    return told[0]


async def test_a_voice_within_its_limits_is_passed_on(virtual_clock: VirtualClock) -> None:
    assert await outcome(virtual_clock, Slow(virtual_clock, [1.9, 0.9], [8_000] * 2)) == "2 s of sound at 2.8 s"


@pytest.mark.parametrize("known_as", ["", "prompt:3"])
async def test_how_loud_a_voice_is_is_kept_though_nobody_asks_for_more_than_its_last_piece(
    virtual_clock: VirtualClock, tmp_path: Path, known_as: str
) -> None:
    loud = array("h", [each * 500 for each in range(-32, 32)] * 1_500).tobytes()
    voice = Prompt([Utterance(pcm=loud, rate=8_000), Utterance(pcm=loud[:320], rate=8_000, last=True)])
    loudness = KnownLoudness(tmp_path / "loudness.json")
    watched = WatchedVoice(virtual_clock, voice, VoiceSettings(), loudness, known_as=known_as)

    async for piece in watched.speak("Well played, everybody there."):
        if piece.last:
            break

    kept = json.loads((tmp_path / "loudness.json").read_text())
    assert kept == {known_as or "prompt": pytest.approx(-12, abs=1)}


@pytest.mark.parametrize(
    ("before", "lufs", "heard_lufs"), [(None, -26.0, -16.0), (-26.0, -36.0, -16.0), (-16.0, -26.0, -26.0)]
)
async def test_the_first_word_is_as_loud_as_wanted_by_what_was_heard_before_or_at_the_trial(
    virtual_clock: VirtualClock, before: float | None, lufs: float, heard_lufs: float
) -> None:
    soft = array("h", [each * 96 for each in range(-32, 32)] * 50).tobytes()
    loudness = KnownLoudness()
    if before is not None:
        loudness.note("prompt", before)
    voice = Prompt([Utterance(pcm=soft, rate=8_000), Utterance(pcm=soft, rate=8_000, last=True)])
    watched = WatchedVoice(virtual_clock, voice, VoiceSettings(volume=1), loudness, lufs=lufs)

    heard = [piece async for piece in watched.speak("Well played, everybody there.")]

    assert measure_loudness(soft, 8_000, 1).lufs == pytest.approx(-26, abs=0.5)
    assert measure_loudness(heard[0].pcm, 8_000, 1).lufs == pytest.approx(heard_lufs, abs=1.5)


@pytest.mark.parametrize(
    ("waits_s", "rates", "said"),
    [
        ([5.0], [8_000], "slow: it gave no sound within 2 s and was ended at 2 s"),
        ([0.5, 5.0], [8_000] * 2, "slow: it fell silent for 1 s and was ended at 1.5 s"),
        ([0.1] * 40, [8_000] * 40, "slow: more than 10 s of sound came for 12 characters at 1.1 s"),
        ([0.1, 0.1], [8_000, 16_000], "slow: its pieces differ in rate or channels at 0.2 s"),
        ([], [], "slow: no sound came at 0 s"),
    ],
)
async def test_a_voice_beyond_a_limit_is_ended(
    virtual_clock: VirtualClock, waits_s: list[float], rates: list[int], said: str
) -> None:
    assert await outcome(virtual_clock, Slow(virtual_clock, waits_s, rates)) == said


async def test_the_limit_of_a_line_fits_what_any_speaker_needs() -> None:
    assert estimate_longest_s("Nice.") > 4
    assert estimate_longest_s("1234567890") > 20
    assert estimate_longest_s("よくやった") > 10
    assert estimate_longest_s("a" * 10_000) == 120
    assert issubclass(TooMuchSoundError, ServiceError)


def test_softer_sound_is_so_much_softer() -> None:
    pcm = array("h", [1_000, -1_000]).tobytes()

    assert array("h", reduce_volume(pcm, 0.5)).tolist() == [500, -500]
    assert reduce_volume(pcm, 1.0) == pcm
