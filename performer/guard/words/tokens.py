"""Tokens: the words of a reading, and how they are broken up."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from performer.guard.letters import look_alike
from performer.guard.reading import Reading
from performer.guard.words.likeness import keys

_TOKEN: Final = re.compile(r"[^\W_]+|(?<!\S)[@$€!|+](?!\S)")
"""Letters and digits; a sign that stands alone may be a letter of a spaced word."""
_APOSTROPHES: Final = frozenset("'’`´")
_CLOSE: Final = 3
_PARTING: Final = re.compile(r"\s|[.,;:!?…]{2}")
_PAUSE: Final = re.compile(r"(?<![.…])[.,;:!?]\s")
"""Dots in a row are none: people draw out what they say."""
_EVERYDAY_FILE: Final = Path(__file__).with_name("everyday.txt")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a reading."""

    text: str
    """Plain; letters and digits."""
    start: int
    """In `Reading.text`."""
    end: int
    keys: tuple[str, ...]
    """What it is looked up by."""
    between: str
    """What stands between it and the one before."""

    @property
    def is_close(self) -> bool:
        """Whether it stands right after the one before, with a sign or two between them at most."""
        return len(self.between) <= _CLOSE and _PARTING.search(self.between) is None

    @property
    def is_after_apostrophe(self) -> bool:
        """Whether it is an ending or what an article was shortened before: it's, l'eau."""
        return self.between in _APOSTROPHES

    @property
    def is_after_pause(self) -> bool:
        """Whether a comma, a full stop or the like parts it from the one before."""
        return _PAUSE.search(self.between) is not None

    @property
    def letters(self) -> int:
        """How many letters it has; one that is said again and again is one."""
        return len(self.keys[0])

    @property
    def is_everyday(self) -> bool:
        """Whether it is a short word that everybody uses, in one language or another."""
        return self.text in _everyday()


def tokens_of(reading: Reading) -> list[Token]:
    """Cut a reading into its words; done once a reading."""
    if "tokens" not in reading.worked_out:
        reading.worked_out["tokens"] = _cut(with_underscores(reading))
    tokens: list[Token] = reading.worked_out["tokens"]
    return tokens


def with_underscores(reading: Reading) -> str:
    """Give the plain text with its underscores: there they part letters, and stand for them."""
    if "_" not in reading.written:
        return reading.text
    pairs = zip(reading.text, reading.origins, strict=True)
    return "".join("_" if reading.written[origin] == "_" else letter for letter, origin in pairs)


def _cut(text: str) -> list[Token]:
    tokens: list[Token] = []
    before = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        between = text[before:start] if tokens else "\n"
        word = match[0] if len(match[0]) > 1 else look_alike(match[0])  # alone, no letter shows its script
        tokens.append(Token(word, start, end, _keys(word), between))
        before = end
    return tokens


@lru_cache(maxsize=8192)
def _keys(word: str) -> tuple[str, ...]:
    return keys(word)


@cache
def _everyday() -> frozenset[str]:
    return frozenset(_EVERYDAY_FILE.read_text(encoding="utf-8").split())
