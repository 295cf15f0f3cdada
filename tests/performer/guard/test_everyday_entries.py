"""Entries of a block list that would stop everyday words."""

import pytest

from performer.guard.everyday_entries import explain_everyday, explain_own_name, list_doubtful_names


@pytest.mark.parametrize(
    "entry", ["the", "The", "ok", "20", "*ing", "th*", "th?", "und", "это", "です", "的", "그", "*о"]
)
def test_an_entry_that_stops_everyday_words_is_doubted(entry: str) -> None:
    assert explain_everyday(entry).startswith("it also stops everyday words such as ")


@pytest.mark.parametrize("entry", ["plonk", "plonk*", "*onk*", "grumble bee*", "20000", "the plonk", "プロンク", "🦡"])
def test_an_entry_that_stops_none_is_not(entry: str) -> None:
    assert explain_everyday(entry) == ""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("the", "masks everyday words such as 'the': "),
        ("The A", "masks everyday words such as 'the': "),
        ("a", "masks everyday words such as 'a': "),
        ("7", "masks everyday words such as '7': "),
        ("Bo", "has fewer than 3 letters, "),
        ("", "has no letter, and finds nothing: leave it out"),
        (" !", "has no letter, and finds nothing: leave it out"),
    ],
)
def test_an_own_name_that_is_in_everyday_talk_is_doubted(name: str, why: str) -> None:
    assert explain_own_name(name).startswith(why)


@pytest.mark.parametrize("name", ["Jane Roe", "Will Roe", "Mira", "李明", "李", "Musterweg 7", "0151 555 0199"])
def test_another_own_name_is_not(name: str) -> None:
    assert explain_own_name(name) == ""


def test_a_doubtful_name_is_not_named_but_counted() -> None:
    (found,) = list_doubtful_names(["Jane Roe", "Bo"])

    assert found.startswith("name 2 of guard.own_names has fewer than 3 letters, ")
    assert "Bo" not in found
