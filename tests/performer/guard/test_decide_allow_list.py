"""The allow list: what may stand, judged by its place in the text."""

import pytest

from performer.guard.guard import Guard
from performer.guard.verdict import Dropped


@pytest.mark.parametrize(
    ("blocked", "allowed", "text"),
    [
        ("plonk*", "plonkton", "In Plonkton!"),
        ("plonk*", "plonkt*", "In Plonktonia"),
        ("la plonk", "plonk d'amarrage", "C'est la plonk d’amarrage."),
        ("bee", "grumble bee", "a grumble bee"),
        ("🍆", "🍆", "a 🍆 pie"),
        ("ばか", "ばか力", "ばか力だ"),
    ],
)
def test_an_allowed_phrase_that_covers_a_hit_or_reaches_into_it_lets_it_pass(
    blocked: str, allowed: str, text: str
) -> None:
    assert isinstance(Guard(words=[blocked], finders=()).sentence(text), Dropped)
    assert not isinstance(Guard(words=[blocked], allowed=[allowed], finders=()).sentence(text), Dropped)


@pytest.mark.parametrize(
    ("blocked", "allowed", "text"),
    [
        ("grumble bee", "bee", "a grumble bee"),
        ("plonk", "plonk sound", "what a plonk"),
        ("plonk", "plonk sound", "a plonk sound of a plonk"),
        ("plonk", "plon", "a plonk"),
    ],
)
def test_a_part_of_a_hit_or_a_phrase_elsewhere_lets_nothing_pass(blocked: str, allowed: str, text: str) -> None:
    assert isinstance(Guard(words=[blocked], allowed=[allowed], finders=()).sentence(text), Dropped)


def test_what_never_passes_is_not_allowed_either() -> None:
    assert "bob@" not in str(Guard(allowed=["bob@example.com"]).sentence("mail bob@example.com"))
