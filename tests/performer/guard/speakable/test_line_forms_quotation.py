"""Quotes around a whole line, or what is left of them."""

import pytest

from performer.guard.speakable.line_forms import is_quoted


@pytest.mark.parametrize(
    "text", ['"Hey!"', '"Hey!', 'Hey!"', '"Hey".', "“Hey.”", "«Hey»!", "„Hey“", "'Hey!'", '"', "「ねえ」"]
)
def test_quotes_around_the_whole_are_found(text: str) -> None:
    assert is_quoted(text)


@pytest.mark.parametrize(
    "text",
    [
        '"Hey," said the owl.',
        'He said "hey".',
        '"Hey," it said, "you."',
        "'Tis a scratch.",
        'A monitor of 27"',
        "The knights' door.",
        "",
    ],
)
def test_quotes_inside_are_said(text: str) -> None:
    assert not is_quoted(text)
