"""Quotes around a whole line, or what is left of them, and the line without them."""

import pytest

from performer.guard.speakable.line_forms import is_quoted, unquote


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


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ('"Hey!"', "Hey!"),
        ('"Hey!', "Hey!"),
        ('Hey!"', "Hey!"),
        ('"Hey".', "Hey."),
        ("«Hey»!", "Hey!"),
        ("„Hey“", "Hey"),
        ("« Quel saut ! »", "Quel saut !"),
        ("\"'Hey!'\"", "Hey!"),
        ('"', ""),
        ('He said "hey".', 'He said "hey".'),
        ("'Tis a scratch.", "'Tis a scratch."),
    ],
)
def test_a_line_loses_the_quotes_around_the_whole_alone(text: str, bare: str) -> None:
    assert unquote(text) == bare
