"""Examples are not to be recited."""

import pytest

from performer.guard.speakable.folding import split_words
from performer.guard.speakable.repeated_prompt import Examples

COMMON = frozenset("a and at he is least now of one so still that the we well no i am for".split())
EXAMPLES = Examples(
    [
        "Well, at least he's warm now.",
        "A whole chest of gold, and still no pockets.",
        "That wolf brought friends, and we brought one heart.",
    ],
    COMMON,
)


@pytest.mark.parametrize(
    "sentence",
    [
        "well at least he is WARM now",
        "I am so glad he is warm now.",
        "No pockets, for a whole chest of gold.",
        "A wolf brought its friend, and we brought our hearts.",
    ],
)
def test_an_example_is_found_whole_in_part_and_turned_round(sentence: str) -> None:
    assert EXAMPLES.holds(split_words(sentence))


@pytest.mark.parametrize(
    "sentence", ["Well, at least he is quick now.", "A chest of snakes!", "One heart left.", "Warm soup at last.", ""]
)
def test_another_line_of_the_same_make_is_none(sentence: str) -> None:
    assert not EXAMPLES.holds(split_words(sentence))
