"""What is spoken of what is shown: markup stays out, and no word is made that nobody has judged."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.guard.guard import Guard
from performer.guard.normalise.readings import normalize_text
from performer.guard.verdict import Pass
from performer.speech.output.pronunciation.pronunciation import LANGUAGES, Pronunciation, load_language, pronounce
from performer.speech.output.readable_text import make_speakable
from performer.speech.voices.settings import PronunciationSettings, VoiceSettings
from tests.performer.speech.output.test_readable_text import BETWEEN, HALVES, PIECES, READ

PLAIN, NAMED = PronunciationSettings(), PronunciationSettings(emoji="name")
MARKUP = set("*_`~<>[]{}|\\#@^$")
MORE = [
    "5",
    "3-2",
    "12:30",
    "$5",
    "km/h",
    "gg",
    "WP",
    "nooooo",
    "xX_",
    "_Xx",
    "99",
    "Kappa",
    ":fire:",
    "7/5",
    "#1",
    "z. B.",
]
SIGNS = st.sampled_from([*PIECES, *BETWEEN, *MORE, " ", " ", "A", "é", "見"])
CODES = sorted(each.stem for each in LANGUAGES.glob("*.toml"))
JUDGE = Guard(words=["kill", "badword"], finders=())


@pytest.mark.parametrize(("written", "read"), READ)
def test_what_is_read_out_of_markup_is_read_out_here_too(written: str, read: str) -> None:
    """In a language without a file and with no names, all is as it was."""
    assert pronounce(written, "xx", PLAIN) == read


@pytest.mark.parametrize("language", CODES)
@settings(max_examples=300, deadline=None)
@given(pieces=st.lists(SIGNS, max_size=14))
def test_spoken_text_never_gains_markup(language: str, pieces: list[str]) -> None:
    text = " ".join([*pieces, "so"])
    for how in (PLAIN, NAMED):
        assert not (set(pronounce(text, language, how)) & MARKUP) - set(make_speakable(text))


@pytest.mark.parametrize("language", CODES)
@settings(max_examples=300, deadline=None)
@given(pieces=st.lists(st.sampled_from(HALVES) | SIGNS, max_size=12))
def test_no_word_is_spoken_that_the_guard_has_not_seen(language: str, pieces: list[str]) -> None:
    text = "".join(pieces)
    for how in (PLAIN, NAMED):
        heard = re.findall(r"[^\W_]+", normalize_text(pronounce(text, language, how)).text)
        assert {"kill", "badword"}.isdisjoint(heard) or not isinstance(JUDGE.check(text, limit=10_000), Pass)


@pytest.mark.parametrize("between", [*BETWEEN, *MORE])
def test_what_stood_apart_is_not_joined(between: str) -> None:
    assert "badword" not in pronounce(f"bad{between}word", "en", NAMED).replace("-", "")


@pytest.mark.parametrize("language", CODES)
def test_every_language_has_names_for_what_its_rules_put(language: str) -> None:
    told = load_language(language)

    assert {"numbers", "units", "rules", "words"} <= told.keys()
    assert all(len(names) == 2 for names in [*told["units"].values(), *told["money"].values()])


def test_the_settings_in_force_count() -> None:
    voice = VoiceSettings(language="de")
    spoken = Pronunciation(voice)

    assert spoken.speak("50 km/h 🎉") == "50 Kilometer pro Stunde"
    voice.__dict__["pronunciation"] = NAMED
    assert spoken.speak("50 km/h 🎉") == "50 Kilometer pro Stunde Konfetti"


@pytest.mark.parametrize("text", ["", "   ", "🎉", "...", "\x00", "***"])
def test_where_there_are_no_words_nothing_is_spoken(text: str) -> None:
    assert pronounce(text, "en", PLAIN) == ""


@pytest.mark.parametrize(
    "unit", ["1", "1-", "1/", "1:", "$", "a1", "_a", "A", "ha", "Kappa ", "🎉", ":a", "1 ", "won 1 ", "#", "1."]
)
def test_no_text_takes_long(unit: str) -> None:
    began = time.process_time()
    pronounce(unit * (4000 // len(unit)), "en", NAMED)

    assert time.process_time() - began < 1


def test_a_sentence_surely_in_another_language_is_said_by_the_rules_of_it() -> None:
    pronunciation = Pronunciation(VoiceSettings(), lambda: ["fr", "de-at"])

    assert pronunciation.speak("Das steht jetzt 3-2, und wir sind noch dran.") == (
        "Das steht jetzt drei zu zwei, und wir sind noch dran."
    )
    assert pronunciation.detect_language("Das steht jetzt 3-2, und wir sind noch dran.") == "de-at"
    assert pronunciation.detect_language("It is 3-2, and we are still here.") == ""
    assert Pronunciation(VoiceSettings()).detect_language("Das steht jetzt 3-2, und wir sind noch dran.") == ""


def test_the_voices_own_language_goes_before_others_of_its_script() -> None:
    sentence = "Това беше близко!"

    assert Pronunciation(VoiceSettings(language="bg"), lambda: ["ru"]).detect_language(sentence) == ""
    assert Pronunciation(VoiceSettings(), lambda: ["ru"]).detect_language(sentence) == "ru"
