"""The text of a pattern: what the oracle writes where a case wants a regular expression to find something."""

import re

import pytest

from bench.tool_choice.playing.players import make_found_text

PATTERNS = [
    "",
    "^boing",
    "wins: ?8$",
    "^potions?$",
    "^(?:left|right) lane$",
    "a|b",
    r"\bwell.*played\b",
    "(on (it|my way))",
    r"(three|3)\W+(two|2)\s*now",
    "twenty[- ]three",
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_text_is_found_by_its_pattern(pattern: str) -> None:
    text = make_found_text(pattern)

    assert re.search(pattern, text)
    assert not {*text} & {*"^$?|()[]\\*"}
