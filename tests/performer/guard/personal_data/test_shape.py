"""Shapes of personal data: the text in which they are looked for, and how their patterns are put together."""

import re

import pytest

from performer.guard.normalise.readings import normalize_text
from performer.guard.personal_data.shape import find_begun, find_matches, make_line


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("Bob_B at 12", "Bob_B at 12"),
        ("Ｂｏｂ＿Ｂ", "Bob_B"),
        ("Zoë １２", "Zoe 12"),
        ("B&#111;b", "Bob"),
        ("١٢٣", "123"),
    ],
)
def test_case_underscores_and_digits_are_as_written_and_nothing_else(written: str, seen: str) -> None:
    assert make_line(normalize_text(written)).text == seen


def test_matches_come_pattern_by_pattern() -> None:
    found = find_matches("a1b2", re.compile(r"\d"), re.compile(r"[a-z]"))

    assert [match[0] for match in found] == ["1", "2", "a", "b"]


def test_matches_that_begin_within_another_are_not_found() -> None:
    begin, pattern = re.compile("[0-9]"), re.compile("[0-9]{2}")

    assert [match.span() for match in find_begun("a123 4 56", begin, pattern)] == [(1, 3), (7, 9)]
