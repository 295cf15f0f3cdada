"""Entries of a block list that would stop everyday words."""

import pytest

from performer.guard.everyday_entries import explain_everyday


@pytest.mark.parametrize(
    "entry", ["the", "The", "ok", "20", "*ing", "th*", "th?", "und", "это", "です", "的", "그", "*о"]
)
def test_an_entry_that_stops_everyday_words_is_doubted(entry: str) -> None:
    assert explain_everyday(entry).startswith("it also stops everyday words such as ")


@pytest.mark.parametrize("entry", ["plonk", "plonk*", "*onk*", "grumble bee*", "20000", "the plonk", "プロンク", "🦡"])
def test_an_entry_that_stops_none_is_not(entry: str) -> None:
    assert explain_everyday(entry) == ""
