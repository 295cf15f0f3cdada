"""A text that went through the guard, in its own lines again."""

import pytest

from performer.core.text import restore_lines


@pytest.mark.parametrize(
    ("written", "passed", "lines"),
    [
        ("one\n\n* two\n  three", "one * two three", "one\n\n* two\n  three"),
        ("one\ttwo\r\nthree\u2028four ", "one two three four", "one two\nthree\nfour"),
        ("a plonk\nand more", "a ●●● and more", "a ●●● and more"),
        ("one\ntwo three", "one two", "one two"),
    ],
)
def test_lines_come_back_where_nothing_else_was_changed(written: str, passed: str, lines: str) -> None:
    assert restore_lines(written, passed) == lines
