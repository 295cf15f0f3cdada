"""A disguise: a way to write a word that a person still reads and a list does not hold."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Disguise:
    family: str
    name: str
    of: Callable[[str], str | None]
    """Gives the disguised word; None where the word has nothing to disguise so."""

    def __str__(self) -> str:
        return f"{self.family}: {self.name}"


def spelled(alphabet: str) -> Callable[[str], str | None]:
    """Write with another alphabet, whose n-th sign stands for the n-th letter of a to z."""
    signs = dict(zip("abcdefghijklmnopqrstuvwxyz", alphabet, strict=True))
    return lambda word: "".join(signs.get(each, each) for each in word)


def shifted(first: int) -> str:
    """Return the alphabet whose `a` is this code point."""
    return "".join(chr(first + place) for place in range(26))
