"""The espeak-ng voice: what is wrong is said, with the remedy."""

import itertools
import re

import pytest

from performer.core.errors import ServiceError
from performer.core.process.exit_code import describe_exit
from performer.speech.output.estimated_times import estimate_times
from performer.speech.output.recording import LoudnessScale, SentenceSound
from performer.speech.voices.espeak import REMEDY, EspeakVoice
from performer.speech.voices.manner import Manner
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Utterance
from tests.performer.speech.voices.every_engine import (
    need_espeak,
    spoken,
)
from tests.systems import posix_only

pytestmark = pytest.mark.anyio


async def test_an_unknown_language_is_said() -> None:
    need_espeak()

    with pytest.raises(ServiceError, match=f"espeak-ng {describe_exit(1)}"):
        await spoken(EspeakVoice(VoiceSettings(language="xx-nowhere")))


async def test_a_missing_program_is_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    with pytest.raises(ServiceError, match=re.escape(REMEDY)) as error:
        await spoken(EspeakVoice(VoiceSettings()))
    assert not error.value.retry


async def test_the_begin_of_a_sentence_is_there_before_the_rest() -> None:
    need_espeak()

    text = "The bridge behind us is gone, and so is the way back. " * 3
    first, *others = await spoken(EspeakVoice(VoiceSettings()), text)

    assert first.duration_s >= 0.4
    assert sum(each.duration_s for each in others) > first.duration_s


async def test_a_sentence_in_another_language_is_spoken_in_it() -> None:
    need_espeak()

    text = "Das war knapp, und ich habe keine Ahnung."
    async with EspeakVoice(VoiceSettings()) as voice:
        switched = [await spoken(voice, text, Manner(language=language)) for language in ("de", "")]

    german, english = [await spoken(EspeakVoice(VoiceSettings(language=each)), text) for each in ("de", "en-gb")]
    assert list(map(join, switched)) == [join(german), join(english)]


def join(pieces: list[Utterance]) -> bytes:
    """Return the sound of pieces."""
    return b"".join(each.pcm for each in pieces)


@posix_only("elsewhere no file stands for standard error, and the times of words are estimated without phonemes")
async def test_the_phonemes_come_with_the_last_piece() -> None:
    need_espeak()

    async with EspeakVoice(VoiceSettings()) as voice:
        for _ in range(2):  # the second time by the program that waits
            pieces = await spoken(voice, "Well now, of the three.")

            assert [each.phonemes for each in pieces[:-1]] == [""] * (len(pieces) - 1)
            assert pieces[-1].phonemes == "wˈɛl nˈaʊ, ɒvðə θɹˈiː"


@pytest.mark.parametrize(
    "text",
    [
        "Well played, all of you: that was the end of it.",
        "We won three to two!",
        "One. Two. Three. Four.",
        "A lantern would help, or a change of career",
        "No!",
    ],
)
async def test_each_word_is_heard_in_its_turn_and_the_last_one_while_it_sounds(text: str) -> None:
    need_espeak()
    sound = SentenceSound(LoudnessScale())
    pieces = await spoken(EspeakVoice(VoiceSettings()), text)
    for piece in pieces:
        sound.add(piece)

    times = estimate_times(text, sound.envelope, pieces[-1].phonemes)

    assert " ".join(text[each.begin : each.end] for each in times).split() == re.findall(r"\w+", text)
    assert all(each.end_s - each.begin_s > 0.05 for each in times)
    assert all(before.end_s <= after.begin_s for before, after in itertools.pairwise(times))
    loud = [at for at, level in enumerate(sound.envelope) if level > 0.1]
    assert (times[0].begin_s, times[-1].end_s) == pytest.approx((loud[0] * 0.02, loud[-1] * 0.02), abs=0.1)
