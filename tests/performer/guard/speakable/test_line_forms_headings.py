"""Who speaks, and what follows, before a colon."""

import pytest

from performer.guard.speakable.line_forms import has_heading

ROLES = frozenset({"user", "on screen", "next line"})
NAMES = frozenset({"pip"})


@pytest.mark.parametrize(
    "text",
    [
        "User: hi",
        "**User:** hi",
        "user 2: hi",
        "Pip (softly): hi",
        "PIP - hi",
        "Pip -> hi",
        "Daisy on screen: hi",
        "The Old Gray Fox: hi",
        '"User": hi',
        'Text "1967 Points!"',
    ],
)
def test_roles_names_and_parts_of_a_prompt_are_found(text: str) -> None:
    assert has_heading(text, ROLES, NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "Score: two.",
        "Note to self: run.",
        "The user said: hi",
        "Level Two: bats.",
        "It is 12:30.",
        "Pip-pip hooray!",
        "Text me.",
    ],
)
def test_other_words_before_a_colon_are_said(text: str) -> None:
    assert not has_heading(text, ROLES, NAMES)
