"""Scripts without blanks between words."""

import pytest

from performer.guard.words.script import has_katakana, is_unspaced


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("plonk", False), ("сплин", False), ("ばか", True), ("바보", True), ("丸子", True), ("ทดลอง", True)],
)
def test_scripts_without_blanks_are_known(text: str, *, is_one: bool) -> None:
    assert is_unspaced(text) is is_one


@pytest.mark.parametrize(("text", "is_one"), [("クンニ", True), ("ｸﾝﾆ", True), ("くんに", False), ("plonk", False)])
def test_katakana_are_told_from_hiragana(text: str, *, is_one: bool) -> None:
    assert has_katakana(text) is is_one
