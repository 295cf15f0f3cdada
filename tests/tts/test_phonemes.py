"""Phonemes: the words of espeak-ng, with the stops that it drops."""

import shutil
from collections.abc import Iterator

import psutil
import pytest

from performer.core.install import explain_espeak
from tests.conftest import missing
from tests.systems import posix_only
from tts.phonemes import PhonemeError, Phonemizer


@pytest.fixture
def program() -> None:
    if shutil.which("espeak-ng") is None:
        missing("espeak-ng", "apt install espeak-ng")


@pytest.fixture
def english(program: None) -> Iterator[Phonemizer]:
    with Phonemizer("en-us") as phonemizer:
        yield phonemizer


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("Well now.", "wˈɛl nˈaʊ."),
        ("Well, now!", "wˈɛl, nˈaʊ!"),
        ("Now… well?", "nˈaʊ. wˈɛl?"),
        ("It is 3.5, not 1,000.", "ɪɾ ɪz θɹˈiː pɔɪnt fˈaɪv, nˌɑːt wˈʌn θˈaʊzənd."),
        ("ｗｅｌｌ\nnow", "wˈɛl nˈaʊ"),
        ("...", ""),
        ("", ""),
        ("-h", "ˈeɪtʃ"),
    ],
)
def test_stops_stay_where_they_are(english: Phonemizer, text: str, phonemes: str) -> None:
    assert english.phonemize(text) == phonemes


def test_each_text_of_a_row_is_said_by_itself(english: Phonemizer) -> None:
    assert english.phonemize_apart(["well", "", "now", "42"]) == ["wˈɛl", "", "nˈaʊ", "fˈoːɹɾi tˈuː"]


def test_letters_that_mean_nothing_are_spelled_and_the_next_text_is_said_as_it_is(english: Phonemizer) -> None:
    assert english.phonemize_apart(["qqq", "QQQ", "now"]) == ["kjˌuːkjˌuːkjˈuː", "kjˌuːkjˌuːkjˈuː", "nˈaʊ"]


def test_half_an_emoji_does_not_end_the_program(english: Phonemizer) -> None:
    assert english.phonemize("now \ud83d!") == "nˈaʊ!"


def test_words_of_another_language_leave_no_mark_of_it(program: None) -> None:
    with Phonemizer("de") as german:
        assert "(" not in german.phonemize("Der Computer macht ein Update, und das Game lädt.")


def test_an_unknown_language_is_told(program: None) -> None:
    with pytest.raises(PhonemeError, match="may not know the language 'xx-nowhere'"):
        Phonemizer("xx-nowhere")


def test_a_missing_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    with pytest.raises(PhonemeError, match=r"espeak-ng cannot be started: .*\b[Ff]ile\b") as error:
        Phonemizer("en-us")
    assert str(error.value).endswith(f". To get it: {explain_espeak()}")


@posix_only("a system without consoles refuses the flag")
def test_no_console_flashes_up_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tts.phonemes.NO_WINDOW", 0x08000000)

    with pytest.raises(ValueError, match="creationflags"):
        Phonemizer("en-us")


def test_its_end_is_told(english: Phonemizer) -> None:
    psutil.Process(english.pid).kill()

    with pytest.raises(PhonemeError, match="espeak-ng has ended"):
        english.phonemize("Well now.")
