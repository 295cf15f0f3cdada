import re
import tomllib

import pytest

from performer.agent.expression.vocabulary import WORDS, load_feelings, load_vocabularies, read_vocabulary

LANGUAGES = sorted(file.stem for file in WORDS.glob("*.toml"))
SMALL = """
common = []
nothing = ["good luck"]
[negation]
before = ["not"]
after = ["nicht"]
reach = 2
ends = ["but"]
[feelings]
praise = ["good", "brill*"]
victory = ["won", "crash(|es) (home|through)"]
"""


def felt(text: str) -> list[tuple[str, str]]:
    return [(hit.feeling.name, hit.text) for hit in read_vocabulary("small", SMALL).hits(text)]


def test_six_languages_are_known() -> None:
    assert LANGUAGES == ["de", "en", "es", "fr", "pt", "ru"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_holds_all_that_is_asked_of_it(language: str) -> None:
    tree = tomllib.loads((WORDS / f"{language}.toml").read_text(encoding="utf-8"))

    assert len(tree["common"]) >= 30
    assert len(tree["nothing"]) >= 10
    assert set(tree["negation"]) == {"before", "after", "reach", "ends"}
    assert set(tree["feelings"]) == set(load_feelings())
    assert all(len(words) >= 8 for words in tree["feelings"].values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_of_a_language_stands_in_two_feelings(language: str) -> None:
    where: dict[tuple[str, ...], set[str]] = {}
    for phrases in load_vocabularies()[language].phrases.values():
        for each in phrases:
            where.setdefault(each.words, set()).add(each.feeling.name if each.feeling else "nothing")

    assert {words: names for words, names in where.items() if len(names) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stem_is_long_enough_to_mean_one_thing(language: str) -> None:
    known = [phrase for phrases in load_vocabularies()[language].phrases.values() for phrase in phrases]

    short = {phrase.words for phrase in known if phrase.words[0].endswith("*") and len(phrase.words[0]) <= 3}
    assert not short


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_written_in_a_file_that_cannot_be_read(language: str) -> None:
    words = [
        word for phrases in load_vocabularies()[language].phrases.values() for each in phrases for word in each.words
    ]

    assert [word for word in words if not re.fullmatch(r"[\w']+\*?", word)] == []


def test_endings_are_written_out() -> None:
    assert felt("He crashes through.") == [("victory", "crashes through")]
    assert felt("He crashing through.") == []


def test_a_stem_takes_an_ending_that_is_not_too_long() -> None:
    assert felt("brilliant") == [("praise", "brilliant")]
    assert felt("brilliancies") == []


def test_the_longest_phrase_wins_and_uses_its_words_up() -> None:
    assert felt("Good luck, good crash home") == [("praise", "good"), ("victory", "crash home")]


def test_a_negated_word_does_not_count_and_the_next_may() -> None:
    assert felt("not good, won") == [("victory", "won")]
    assert felt("not so very good") == [("praise", "good")]
    assert felt("not now but good") == [("praise", "good")]
    assert felt("Good ist nicht") == []


def test_a_phrase_may_hold_a_negation_of_its_own() -> None:
    own = read_vocabulary("small", SMALL.replace('"brill*"', '"not bad"'))

    assert [hit.text for hit in own.hits("Not bad, not good")] == ["Not bad"]


def test_a_missing_part_is_named() -> None:
    with pytest.raises(KeyError, match="negation"):
        read_vocabulary("small", "common = []\nnothing = []")
