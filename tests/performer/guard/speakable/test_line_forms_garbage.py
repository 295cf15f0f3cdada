"""What is no sentence."""

import pytest

from performer.guard.speakable.folding import split_words
from performer.guard.speakable.line_forms import is_garbage

UNFINISHED = frozenset({"the", "a", "and"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---",
        "1.",
        "2)",
        "12)",
        "It is like when the",
        "the bat and the bat and the bat and the bat",
        "x" * 40,
        "wo\ufffdrd",
        "word " * 61,
    ],
)
def test_garbage_is_found(text: str) -> None:
    assert is_garbage(text, split_words(text), UNFINISHED)


@pytest.mark.parametrize(
    "text", ["?!", "Ha ha ha ha ha ha ha!", "900!", "No no no no!", "There he goes", "A.", "And the...", "23.", "23"]
)
def test_short_and_wild_lines_are_said(text: str) -> None:
    assert not is_garbage(text, split_words(text), UNFINISHED)
