"""UnspacedSearch: phrases of scripts without blanks, whatever is put between their letters."""

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.topics.finder import load_topics
from performer.guard.topics.index import TooManyTries
from performer.guard.topics.phrases import TopicPhrases
from performer.guard.topics.unspaced import UnspacedLine, UnspacedSearch, compile_unspaced

SEARCH = UnspacedSearch(
    [
        TopicPhrases(cues="", patterns=("(家|城)を(燃|も)やす", "집을?태우"), unless="ゲーム", is_unspaced=True),
        TopicPhrases(cues="", patterns=("烧掉…房子",), is_unspaced=True),
    ]
)


def found_in(text: str) -> list[tuple[int, str]]:
    reading = normalize_text(text)
    line = UnspacedLine(reading.apart)
    found = [(group, reading.find_written_span(*line.span(*span))) for group, span in SEARCH.find(line)]
    return [(group, text[start:end]) for group, (start, end) in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("今日は家を燃やすぞ", [(0, "家を燃やす")]),
        ("城ヲモヤス", [(0, "城ヲモヤス")]),
        ("家 を*燃 x や-す", [(0, "家 を*燃 x や-す")]),
        ("집을 태우자", [(0, "집을 태우")]),
        ("집태우자", [(0, "집태우")]),
        ("烧掉这个房子", [(1, "烧掉这个房子")]),
        ("烧掉水。房子", []),
        ("ゲームで家を燃やす", []),
        ("ゲームだ。家を燃やす", [(0, "家を燃やす")]),
        ("burn the house", []),
    ],
)
def test_a_phrase_is_found_wherever_it_stands(text: str, found: list[tuple[int, str]]) -> None:
    assert found_in(text) == found


def test_a_text_in_which_far_too_many_phrases_begin_is_not_searched_on() -> None:
    with pytest.raises(TooManyTries):
        found_in("家を" * 400)


def test_every_pattern_compiles_and_begins_with_two_letters() -> None:
    groups = [phrases for topic in load_topics() for phrases in topic.phrases if phrases.is_unspaced]
    UnspacedSearch(groups)  # raises for one that does not

    patterns = [compile_unspaced(each) for phrases in groups for each in (*phrases.patterns, phrases.unless)]
    assert all(pattern.groups == 0 for pattern in patterns)


def test_a_phrase_that_may_begin_with_anything_is_an_error() -> None:
    with pytest.raises(ValueError, match="must begin with two letters"):
        UnspacedSearch([TopicPhrases(cues="", patterns=("家?",), is_unspaced=True)])
