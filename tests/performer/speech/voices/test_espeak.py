"""The espeak-ng voice: what is wrong is said, with the remedy."""

import pytest

from performer.core.errors import ServiceError
from performer.speech.voices.espeak import EspeakVoice
from performer.speech.voices.manner import Manner
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Utterance
from tests.performer.speech.voices.every_engine import (
    need_espeak,
    spoken,
)

pytestmark = pytest.mark.anyio


async def test_an_unknown_language_is_said() -> None:
    need_espeak()

    with pytest.raises(ServiceError, match="espeak-ng ended with code"):
        await spoken(EspeakVoice(VoiceSettings(language="xx-nowhere")))


async def test_a_missing_program_is_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    with pytest.raises(ServiceError, match="apt install espeak-ng") as error:
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


async def test_the_phonemes_come_with_the_last_piece() -> None:
    need_espeak()

    async with EspeakVoice(VoiceSettings()) as voice:
        for _ in range(2):  # the second time by the program that waits
            pieces = await spoken(voice, "Well now, of the three.")

            assert [each.phonemes for each in pieces[:-1]] == [""] * (len(pieces) - 1)
            assert pieces[-1].phonemes == "wˈɛl nˈaʊ, ɒvðə θɹˈiː"
