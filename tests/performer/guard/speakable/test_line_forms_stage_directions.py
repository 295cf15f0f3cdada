"""Stage directions and the signs of lists."""

import pytest

from performer.guard.speakable.line_forms import is_narration, is_stage_direction

GESTURES = ("laugh", "sigh", "wav")
SAYS = frozenset({"says"})


@pytest.mark.parametrize(
    "text",
    [
        "(laughs) Oh!",
        "[laugh]",
        "*waves*",
        "Oh! *sighs*",
        "Oh (softly laughing).",
        "Oh. [music]",
        "- a bat",
        "# Bat",
        "**a bat**",
        "2) bat",
        "<<end>>",
        "Oh! (mimics a bell)",
        "I see (glancing at the sky) a bat.",
        "Here is the bat:",
        "**The bat:**",
    ],
)
def test_directions_and_lists_are_found(text: str) -> None:
    assert is_stage_direction(text, GESTURES)


@pytest.mark.parametrize(
    "text",
    [
        "That is *not* a door.",
        "Two hearts (mine).",
        "<3",
        "2 hearts.",
        "2. Platz!",
        "A half-dead bat - ours.",
        "Two bats (perhaps three).",
    ],
)
def test_what_is_said_with_signs_is_none(text: str) -> None:
    assert not is_stage_direction(text, GESTURES)


def test_a_line_that_only_tells_what_the_performer_does_is_one() -> None:
    names = frozenset({"pip"})

    assert is_narration(["pip", "laughs", "softly"], names, GESTURES, SAYS)
    assert not is_narration(["pip", "waves", "the", "white", "flag"], names, GESTURES, SAYS)


def test_a_line_that_tells_what_the_performer_says_is_one() -> None:
    names = frozenset({"pip"})

    assert is_narration(["pip", "says", "that", "the", "bat", "is", "late"], names, GESTURES, SAYS)
    assert is_narration(["pip", "went", "home", "and", "says", "good", "night"], names, GESTURES, SAYS)
    assert not is_narration(["the", "bat", "says", "nothing"], names, GESTURES, SAYS)
