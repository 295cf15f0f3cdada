"""Words around a call: what each list knows, how its phrases are matched, and that every list is asked."""

import inspect
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from performer.models.toolcalls.text import hints, which_run
from performer.models.toolcalls.text.hints import compile_phrases

TABLES = tomllib.loads(Path(hints.__file__).with_suffix(".toml").read_text(encoding="utf-8"))
LANGUAGES = {"en", "de", "fr", "es", "pt", "it", "nl", "pl", "ru", "tr", "ja", "zh", "ko"}


@pytest.mark.parametrize(
    ("asked", "yes", "no"),
    [
        (hints.asks_leave, "Should I?", "Should I."),
        (hints.asks_leave, "Nein!", "Nein, doch."),
        (hints.intends, "*okay", "the okay"),
        (hints.disowns, " - nope.", " - now."),
        (hints.disowns, " was ein Beispiel war", ""),
        (hints.goes_on, " is what", " What is"),
        (hints.goes_on, "を押す", " を押す"),
        (hints.is_others_line, "[12:30] hello", "Sure: hello"),
        (hints.is_finished_sentence, "Here we go! 😀 ", "Well, "),
        (hints.is_finished_sentence, "- **", "- **so"),
        (hints.in_quotes, "he said “", "he said “so”"),
    ],
)
def test_what_is_told_by_the_words_around_a_call(asked: Callable[[str], bool], yes: str, no: str) -> None:
    assert asked(yes)
    assert not asked(no)


@pytest.mark.parametrize(
    ("name", "yes", "no"),
    [
        ("shown", "Zum Beispiel so:", "Ich spiele das jetzt:"),
        ("quoted", "viewer_42 just typed", "here we go"),
        ("others", "для зрителей", "для всех"),
        ("refused", "I won’t", "I will"),
        ("not_now", "昨日は", "今日は"),
        ("corrected", "Oops", "and"),
    ],
)
def test_what_a_list_knows(name: str, yes: str, no: str) -> None:
    assert hints.says(yes, name)
    assert hints.says(yes, "told", name)
    assert not hints.says(no, name)


def test_a_phrase_is_matched_in_whole_words_where_a_language_has_them() -> None:
    phrases = compile_phrases({"en": "play | stop it", "ja": "例"})

    assert all(phrases.search(text) for text in ("now play", "stop it!", "この例は"))
    assert not any(phrases.search(text) for text in ("display", "player", "stop"))


def test_a_phrase_that_must_begin_a_text_is_found_only_there() -> None:
    phrases = compile_phrases({"en": "no\nnever"}, begins=True)

    assert phrases.search("never mind")
    assert not phrases.search("oh no")


def test_a_phrase_with_other_letters_is_looked_for_only_in_such_a_text() -> None:
    phrases = compile_phrases({"de": "örtchen | sch[oö]n"})

    assert phrases.search("schon")
    assert phrases.search("ein örtchen")


def test_every_list_is_asked_and_every_piece_is_used() -> None:
    code = inspect.getsource(hints) + inspect.getsource(which_run)
    lists = TABLES.keys() - {"pieces"}
    used = {
        name for table in lists for text in TABLES[table].values() for name in re.findall(r"\{([A-Z_]+)\}", str(text))
    }

    assert [name for name in lists if f'"{name}"' not in code] == []
    assert used == TABLES["pieces"].keys()


@pytest.mark.parametrize("name", sorted(TABLES.keys() - {"pieces"}))
def test_the_rows_of_a_list_are_languages(name: str) -> None:
    assert TABLES[name].keys() - {"begins"} <= LANGUAGES
