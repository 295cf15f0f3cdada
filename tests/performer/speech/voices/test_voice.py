"""The voices, by the port's contract: every engine is run, the real ones too."""

import math
from array import array
from contextlib import AsyncExitStack, aclosing

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.speech.output.recording import LoudnessScale
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Utterance, WatchedVoice
from tests.performer.speech.voices.every_engine import (
    LINE,
    SPEAKING,
    Make,
    command_to_a_file,
    espeak,
    pyttsx3,
    silent,
    spoken,
)

pytestmark = pytest.mark.anyio


@pytest.mark.slow
@pytest.mark.parametrize("make", [*SPEAKING, silent])
async def test_every_voice_takes_any_sentence(make: Make, stack: AsyncExitStack) -> None:
    voice = await make(stack)

    for text in ("Hello there.", "--help", "<speak>tags</speak>", "éà 日本", "a" * 280):
        pieces = await spoken(voice, text)
        assert bool(pieces) == (make is not silent), text


@pytest.mark.parametrize("make", SPEAKING)
async def test_a_sentence_is_of_one_kind_in_pieces_of_a_fifth_of_a_second(make: Make, stack: AsyncExitStack) -> None:
    pieces = await spoken(await make(stack))

    assert len({(piece.rate, piece.channels) for piece in pieces}) == 1
    assert all(len(piece.pcm) % (2 * piece.channels) == 0 for piece in pieces)
    assert all(piece.duration_s >= 0.2 for piece in pieces[:-1])
    assert [piece.last for piece in pieces[:-1]] == [False] * (len(pieces) - 1)
    assert 0.9 < sum(piece.duration_s for piece in pieces) < 6
    assert max(abs(each) for piece in pieces for each in array("h", piece.pcm)) > 3_000


@pytest.mark.parametrize("make", SPEAKING)
async def test_a_line_may_be_left_and_another_one_begun(make: Make, stack: AsyncExitStack) -> None:
    voice = await make(stack)

    async with aclosing(voice.speak(LINE)) as pieces:
        await anext(pieces)
    with anyio.move_on_after(0.001):
        await spoken(voice)

    assert await spoken(voice)


async def test_what_is_read_from_a_file_comes_in_one_piece(stack: AsyncExitStack) -> None:
    for make in (pyttsx3, command_to_a_file):
        (piece,) = await spoken(await make(stack))
        assert piece.last

        loudness = LoudnessScale()
        loudness.begin()
        envelope = loudness.measure(piece, whole=True)
        assert max(envelope) == 1.0
        assert len(envelope) == math.ceil(piece.duration_s / 0.02)


async def test_volume_makes_every_voice_softer(clock: SystemClock, stack: AsyncExitStack) -> None:
    loud, soft = [
        await spoken(WatchedVoice(clock, await espeak(stack), VoiceSettings(volume=volume))) for volume in (1.0, 0.25)
    ]

    loudest, softest = (max(array("h", pieces[0].pcm)) for pieces in (loud, soft))
    assert softest == pytest.approx(loudest / 4, abs=1)


def test_the_duration_counts_channels() -> None:
    assert Utterance(pcm=bytes(4 * 8000), rate=8000, channels=2).duration_s == 1.0
