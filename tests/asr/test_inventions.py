"""Inventions: what a recogniser writes when nobody spoke is left out, and what people say stays."""

import pytest

from asr.inventions import InventionFilter, UtteranceFacts, leave_out_asides
from asr.recognition import Recognised

SURE = {"log_probability": -0.15, "no_speech": 0.02}
FILTER = InventionFilter()


def fault(text: str, *, seconds: float = 3.0, speech: float = 0.7, **sure: float) -> str:
    recognised = Recognised(text=text, **(SURE | sure))  # type: ignore[arg-type]  # numbers alone
    return FILTER.find_fault(recognised, UtteranceFacts(seconds=seconds, speech=speech))


@pytest.mark.parametrize(
    "text",
    [
        "Untertitel der Amara.org-Community",
        "UNTERTITELUNG DES ZDF, 2020",
        "Sous-titres réalisés par la communauté d'Amara.org",
        "Subtítulos realizados por la comunidad de Amara.org",
        "Субтитры сделал DimaTorzok",
        "ご視聴ありがとうございました",
        "Subtitles by the Amara.org community",
        "www.opensubtitles.org",
    ],
)
def test_what_nobody_says_is_never_believed(text: str) -> None:
    assert fault(text) == "known invention"


@pytest.mark.parametrize(
    "text", ["Thanks for watching!", "Thank you.", "you", "Vielen Dank.", "Gracias.", "Please subscribe"]
)
def test_what_people_do_say_is_believed_when_the_speech_was_plain_and_only_then(text: str) -> None:
    assert fault(text) == ""
    assert fault(text, no_speech=0.4) == "doubtful"
    assert fault(text, log_probability=-0.8) == "doubtful"
    assert fault(text, speech=0.2) == "doubtful"


def test_thanks_within_a_sentence_are_no_invention() -> None:
    assert fault("Thank you for the sword, Pip.", no_speech=0.4, log_probability=-0.7) == ""


def test_silence_guesses_and_floods_of_words_are_not_believed() -> None:
    assert fault("You", no_speech=0.95, log_probability=-0.9) == "silence"
    assert fault("I am going to do that", log_probability=-1.2) == "a guess"
    assert fault("go left " * 7, seconds=0.5) == "repetition"
    assert fault("one two three four five six seven eight nine ten eleven", seconds=0.6) == "too fast"
    assert fault(". . .") == "no words"


def test_what_subtitles_write_beside_the_words_is_left_out() -> None:
    assert leave_out_asides("[Music] Go left (laughs) now ♪♪") == "Go left now"
    assert fault(leave_out_asides("[BLANK_AUDIO]")) == "no words"
