"""Headings: who speaks, or what follows, before a colon, as prompts and scripts have it ("Pip:", "On screen:")."""

import re
from typing import Final

from performer.guard.speakable.folding import split_words

_BEFORE_COLON: Final = re.compile(r"^[^\w]{0,6}((?:[^\W_]|[ '’\-/#().*]){1,40}?)\s*[*\"'”)\]]{0,4}\s*[:：](?!\d)")
_BEFORE_DASH: Final = re.compile(r"^\W{0,4}((?:[^\W_]|[ ]){1,30}?)\s*(?:[-–—=]{1,2}>|>|\s[-–—]\s|\|)")
_NAME: Final = re.compile(r"^\W{0,4}[A-ZÀ-ÞА-Я][a-zß-ÿа-я'’]+(?: [A-ZÀ-ÞА-Я][a-zß-ÿа-я'’]+){2,4}:\s")
"""A made-up speaker: three words or more with capitals, such as no player shouts before a colon."""
_AS_TOLD: Final = re.compile(r"^\W{0,4}text\s*[\"“]", re.IGNORECASE)
"""What is written on the screen, as a prompt tells it: text "GAME OVER"."""
_MOST_BEFORE: Final = 2
"""Words that may stand before a heading of several words: "Daisy on screen:"."""


def has_heading(text: str, roles: frozenset[str], names: frozenset[str]) -> bool:
    """Tell whether a line begins with the name of a role, of the performer or of a part of the prompt.

    Args:
        text: As it is written.
        roles: Folded, with a blank between words.
        names: Of the performer, folded.
    """
    if _NAME.match(text) or _AS_TOLD.match(text):
        return True
    if match := _BEFORE_COLON.match(text):
        return _is_heading(" ".join(split_words(match.group(1))), roles, names)
    if match := _BEFORE_DASH.match(text):
        return " ".join(split_words(match.group(1))) in names
    return False


def _is_heading(before: str, roles: frozenset[str], names: frozenset[str]) -> bool:
    plain = before.rstrip(" 0123456789")
    if plain in roles or before.split(" ", 1)[0] in names:
        return True
    parts = plain.split()
    return any(" ".join(parts[at:]) in roles for at in range(1, min(_MOST_BEFORE, len(parts) - 2) + 1))
