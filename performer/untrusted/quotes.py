"""Quotes: marks around somebody else's words, so that a model can tell them from what it is asked to do."""

import re
import secrets
from collections.abc import Callable
from typing import Final

from performer.untrusted.looks import looks
from performer.untrusted.prompt import Prompt
from performer.untrusted.telling import plain
from performer.untrusted.tokens import cut_out, without_tokens

LINE_CHARS: Final = 200
"""Characters of one line, unless more are asked for."""

NewMarker = Callable[[], str]
_LETTERS: Final = "bcdfghjkmnpqrstvwxz23456789"
"""No vowels, so that it is no word."""
_LENGTH: Final = 8
_GUILLEMETS: Final = str.maketrans({"«": '"', "»": '"'})


def new_marker() -> str:
    """Make a marker that nobody can guess: of the system's own chance, for the show's is seeded."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


class Quotes:
    """The marks of one turn: `«k7f3q9xz … k7f3q9xz»`. No quoted text can hold them, whoever wrote it.

    Args:
        marker: What makes them this turn's; see `new_marker`.
    """

    def __init__(self, marker: str) -> None:
        self._marker = marker
        self._written = re.compile(re.escape(marker), re.IGNORECASE)
        self._copied = re.compile(rf"[«<]*\s?{re.escape(marker)}\s?[»>]*", re.IGNORECASE)
        self.used = False
        """Whether anything was quoted, so that the turn holds words of others."""

    def quote(self, *lines: str, most: int = LINE_CHARS) -> Prompt:
        """Put somebody's words between the marks; several lines stand one below the other, each as an item.

        Args:
            lines: As they came.
            most: Characters of each that are let through.
        """
        self.used = True
        plain_ones = [self._plain(line, most) for line in lines]
        if len(plain_ones) == 1:
            return Prompt(f"«{self._marker} {plain_ones[0]} {self._marker}»")
        items = "\n".join(f"- {line}" for line in plain_ones)
        return Prompt(f"«{self._marker}\n{items}\n{self._marker}»")

    def unmarked(self, text: str) -> str:
        """Leave out marks that a model has copied into its own words."""
        return " ".join(self._copied.sub(" ", text).split()) if self._written.search(text) else text

    def _plain(self, line: str, most: int) -> str:
        text = plain(line.translate(_GUILLEMETS), most)
        while self._written.search(looks(text)):
            text = without_tokens(cut_out(self._written, text, looks(text)))
        return text
