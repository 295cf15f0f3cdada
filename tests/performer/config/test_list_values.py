"""One item of a list is changed, and the others stay as they are by then."""

import pytest

from performer.config.list_values import replace_item
from performer.config.toml_text import redact_value
from performer.core.errors import ConfigError

WORDS = ["a", "b", "c"]


def test_an_item_is_added_at_the_end_and_never_twice() -> None:
    assert replace_item(WORDS, "words", add="d") == ["a", "b", "c", "d"]
    assert replace_item(WORDS, "words", add="a") == WORDS
    assert replace_item(WORDS, "words", add="d", at=1) == ["a", "d", "b", "c"]


def test_an_item_is_removed_and_may_be_gone_already() -> None:
    assert replace_item(WORDS, "words", remove="b") == ["a", "c"]
    assert replace_item(WORDS, "words", remove="z") == WORDS


def test_an_item_takes_the_place_of_another_which_has_to_be_there() -> None:
    assert replace_item([[0, 1], [2, 3]], "masks", remove=[0, 1], add=[4, 5]) == [[4, 5], [2, 3]]
    with pytest.raises(ConfigError, match="masks was changed elsewhere meanwhile"):
        replace_item([[2, 3]], "masks", remove=[0, 1], add=[4, 5])


def test_an_item_is_known_by_what_is_shown_of_it() -> None:
    items = [{"url": "http://ann:pw@host"}, {"url": "http://host"}]

    assert replace_item(items, "models", remove=redact_value(items[0])) == [{"url": "http://host"}]
