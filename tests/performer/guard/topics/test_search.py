"""PhraseSearch: phrases that something in the same sentence excuses."""

import pytest

from performer.guard.topics.line import PlainLine
from performer.guard.topics.phrases import TopicPhrases
from performer.guard.topics.search import PhraseSearch, find_near, index_by_cue

GROUPS = [
    TopicPhrases(cues="burn", patterns=("burn it",), unless="(boss|final level)"),
    TopicPhrases(cues="burn sink", patterns=("(burn|sink) it",)),
]
SEARCH = PhraseSearch(GROUPS)


def groups_in(text: str, **how: bool) -> list[int]:
    return [found.group for found in SEARCH.find(PlainLine(text), {0, 1}, **how)]


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("burn it", [0, 1]),
        ("burn it, boss", [1]),
        ("the final level: burn it", [1]),
        ("boss! burn it", [0, 1]),
        ("burn it, bosses", [0, 1]),
        ("sink it", [1]),
    ],
)
def test_an_excuse_holds_for_its_own_sentence_and_group(text: str, groups: list[int]) -> None:
    assert groups_in(text) == groups


def test_an_excuse_may_hold_for_the_whole_line_or_not_at_all() -> None:
    assert groups_in("boss! burn it", all_of_line=True) == [1]
    assert groups_in("burn it, boss", with_excused=True) == [0, 1]


def test_groups_are_near_when_one_of_their_cues_is_there() -> None:
    by_cue = index_by_cue(enumerate(GROUPS))

    assert find_near(by_cue, {"burn", "it"}) == {0, 1}
    assert find_near(by_cue, {"sink"}) == {1}
    assert find_near(by_cue, {"it"}) == set()
