"""Clean lines in nine languages, as companions and chats write them: the guard leaves them alone."""

from pathlib import Path

import pytest

from performer.guard.guard import Guard
from performer.guard.verdict import Pass

CLEAN = Path(__file__).parent / "clean"
LANGUAGES = ("en", "de", "fr", "es", "pt", "ru", "ja", "zh", "ko")
MOST_TOUCHED = 0.002


def lines(language: str) -> list[str]:
    text = (CLEAN / f"{language}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def touched(guard: Guard, language: str) -> list[str]:
    return [f"{language}: {line}" for line in lines(language) if guard.sentence(line) != Pass(text=line)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_clean_line_stands_there_twice(language: str) -> None:
    assert len(set(lines(language))) == len(lines(language)) >= 150


@pytest.mark.slow
def test_hardly_a_clean_line_is_touched() -> None:
    guard = Guard()
    hurt = [line for language in LANGUAGES for line in touched(guard, language)]

    assert len(hurt) <= MOST_TOUCHED * sum(len(lines(language)) for language in LANGUAGES), "\n".join(hurt)
