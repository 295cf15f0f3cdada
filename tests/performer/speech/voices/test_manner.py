"""The manner of a line: from mood and hype, within limits, and heard of every engine that can."""

from contextlib import AsyncExitStack
from itertools import product
from typing import get_args

import pytest

from performer.core.clock import SystemClock
from performer.core.moods import Mood
from performer.speech.voices.manner import PACES, PITCHES, PLAIN, VOLUMES, Manner, find_manner, measure_hype
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Voice, WatchedVoice
from tests.fakes.speech import FakeSpeech
from tests.performer.speech.voices.every_engine import Make, espeak, neural, over_http, pyttsx3, spoken

pytestmark = pytest.mark.anyio


def test_without_mood_and_hype_a_line_is_spoken_plainly() -> None:
    assert find_manner("neutral", 0.0) == PLAIN == Manner(1.0, 0.0, 1.0)


@pytest.mark.parametrize("mood", get_args(Mood))
def test_without_liveliness_every_mood_is_spoken_plainly(mood: Mood) -> None:
    assert find_manner(mood, 1.0, 0.0) == PLAIN


@pytest.mark.parametrize(("mood", "hype"), [*product(get_args(Mood), (0.0, 0.3, 1.0))])
def test_every_manner_is_within_its_limits(mood: Mood, hype: float) -> None:
    manner = find_manner(mood, hype)

    for value, (least, most) in ((manner.pace, PACES), (manner.pitch, PITCHES), (manner.volume, VOLUMES)):
        assert least <= value <= most


def test_what_is_beyond_a_limit_is_brought_to_it() -> None:
    assert Manner(3.0, -1.0, 0.0) == Manner(1.2, -0.08, 0.7)


def test_moods_differ_and_hype_makes_them_faster_and_higher() -> None:
    sad, happy = find_manner("sad", 0.0), find_manner("happy", 0.0)
    hyped = find_manner("happy", 1.0)

    assert sad.pace < 1 < happy.pace < hyped.pace
    assert sad.pitch < 0 < happy.pitch < hyped.pitch
    assert sad.volume < find_manner("sad", 1.0).volume == 1


@pytest.mark.parametrize(
    ("line", "hype"),
    [
        ("Well, that was close.", 0.0),
        ("We did it!", 0.4),
        ("NO WAY, we did it!!!", 0.8),
        ("WHAT WAS THAT", 0.4),
        ("Nooooo!", 0.6),
        ("WHAT WAS THAT! NOOOOO! YES!", 1.0),
        ("", 0.0),
    ],
)
def test_hype_is_read_from_how_a_line_is_written(line: str, hype: float) -> None:
    assert measure_hype(line) == pytest.approx(hype)


async def _measure_s(voice: Voice, manner: Manner) -> float:
    return sum(piece.duration_s for piece in await spoken(voice, manner=manner))


@pytest.mark.slow
@pytest.mark.parametrize("make", [espeak, pyttsx3, neural])
async def test_an_engine_with_a_pace_speaks_at_that_of_the_manner(stack: AsyncExitStack, make: Make) -> None:
    voice = await make(stack)
    plain_s, quick_s, slow_s = [await _measure_s(voice, each) for each in (PLAIN, Manner(1.2), Manner(0.85))]

    assert quick_s < plain_s < slow_s
    assert quick_s < 0.9 * slow_s


async def test_a_server_is_asked_for_the_pace(stack: AsyncExitStack) -> None:
    server = await stack.enter_async_context(FakeSpeech())
    voice = await over_http(stack, server)
    await spoken(voice, manner=Manner(1.2))

    assert server.asked[-1]["speed"] == 1.2


async def test_a_neural_voice_takes_no_longer_at_another_pitch(stack: AsyncExitStack) -> None:
    voice = await neural(stack)
    plain, high = [await spoken(voice, manner=each) for each in (PLAIN, Manner(pitch=0.08))]
    plain_s, high_s = [sum(piece.duration_s for piece in each) for each in (plain, high)]

    assert high_s == pytest.approx(plain_s, rel=0.08)
    assert high[0].words[-1].end_s <= high_s + 0.05


async def test_espeak_speaks_higher_and_lower_and_plainly_again(stack: AsyncExitStack) -> None:
    voice = await espeak(stack)
    manners = (PLAIN, Manner(pitch=0.08), Manner(pitch=-0.08), PLAIN)
    plain, high, low, again = [b"".join(piece.pcm for piece in await spoken(voice, manner=each)) for each in manners]

    assert len({plain, high, low}) == 3
    assert again == plain


async def test_every_voice_is_as_loud_as_the_manner_has_it(stack: AsyncExitStack) -> None:
    voice = WatchedVoice(SystemClock(), await espeak(stack), VoiceSettings())
    for _ in range(3):  # its loudness is known then
        await spoken(voice)
    peaks = [await _find_peak(voice, each) for each in (PLAIN, Manner(volume=0.7))]

    assert peaks[1] == pytest.approx(0.7 * peaks[0], rel=0.08)


async def _find_peak(voice: Voice, manner: Manner) -> int:
    pcm = b"".join(piece.pcm for piece in await spoken(voice, manner=manner))
    return max(memoryview(pcm).cast("h"))
