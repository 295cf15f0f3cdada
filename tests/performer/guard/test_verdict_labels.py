"""What people read of what a text was stopped for."""

import pytest

from performer.guard.verdict import format_full_label


@pytest.mark.parametrize(
    ("category", "rule", "told"),
    [
        ("own", "your list", "your list"),
        ("own", "your list, by first letters", "your list: by first letters"),
        ("profanity", "profanity", "profanity"),
        ("private", "e-mail address", "private data: e-mail address"),
        ("threats", "topic: threat", "threats"),
        ("denial", "topic: denial of a genocide", "denial of a genocide"),
        ("slurs", "topic: hatred of a group", "slurs: hatred of a group"),
        ("unsafe", "the judge: hate", "judge model: hate"),
    ],
)
def test_nothing_is_named_twice(category: str, rule: str, told: str) -> None:
    assert format_full_label(category, rule) == told
