"""Which language a sentence is in."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from performer.speech.output.pronunciation.detect_language import detect_language

KNOWN = ("en-gb", "de", "es", "fr", "it", "nl", "pl", "pt-BR", "ja", "ko", "ru", "zh", "uk", "el", "ar")
SENTENCES = [
    ("That was close, and I have no idea how you did it.", "en-gb"),
    ("Das war knapp, und ich habe keine Ahnung, wie.", "de"),
    ("Was ist das denn?", "de"),
    ("Who are you?", "en-gb"),
    ("¡Qué bien, está muy cerca!", "es"),
    ("C’est très bien, mais je ne suis pas prêt.", "fr"),
    ("Non è vero, sono qui adesso!", "it"),
    ("Dat is niet goed voor mijn hart.", "nl"),
    ("To jest bardzo dobre, ale nie teraz.", "pl"),
    ("Isso não é muito bom para você.", "pt-BR"),
    ("勝った！見て！", "ja"),
    ("中文很好", "zh"),
    ("또 졌다", "ko"),
    ("Это было близко!", "ru"),
    ("Це їжа, і вона є.", "uk"),
    ("Γεια σου", "el"),
    ("GG！勝ったよ！", "ja"),
    # in doubt
    ("GG", ""),
    ("Kappa 123", ""),
    ("", ""),
    ("Wow, Minecraft!", ""),
    ("The word Привет is Russian for hello, and you know it.", "en-gb"),
    ("สวัสดี", ""),
    ("A hidden wall! Or a very shy door.", "en-gb"),
    ("Bright as a promise, and about as blinding.", "en-gb"),
    ("O.o", ""),
    ("w i d e", ""),
    ("(ツ)", ""),
    ("Jalapeño time!", ""),
    ("São Paulo!", ""),
]

CLEAN = Path(__file__).parents[3] / "guard" / "clean"


def generate_clean_lines(code: str) -> Iterator[str]:
    """Generate what performers and viewers may say in a language, much of it only a word or two."""
    for line in (CLEAN / f"{code}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


@pytest.mark.parametrize(("sentence", "language"), SENTENCES)
def test_a_language_is_found_by_script_and_common_words(sentence: str, language: str) -> None:
    assert detect_language(sentence, KNOWN) == language


def test_only_known_languages_are_found_and_named_as_they_are_known() -> None:
    german = "Das war knapp, und ich habe keine Ahnung."

    assert [detect_language(german, known) for known in (["en"], ["DE_at", "en"], [])] == ["", "DE_at", ""]
    assert detect_language("漢字", ["ja", "en"]) == "ja"


def test_it_takes_less_than_a_millisecond() -> None:
    sentence = SENTENCES[0][0] * 3
    detect_language(sentence, KNOWN)
    times_s = []
    for _ in range(20):
        began = time.perf_counter()
        detect_language(sentence, KNOWN)
        times_s.append(time.perf_counter() - began)

    assert min(times_s) < 0.001


@pytest.mark.parametrize("code", ["de", "en", "es", "fr", "ja", "ko", "pt", "ru", "zh"])
def test_a_line_of_a_stream_is_hardly_ever_taken_for_another_language(code: str) -> None:
    lines = list(generate_clean_lines(code))
    wrong = [line for line in lines if detect_language(line, KNOWN).split("-")[0] not in {"", code}]

    assert len(wrong) <= len(lines) / 200
