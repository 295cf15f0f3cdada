"""A line as turns of phrase are looked for in it: words, and between two of them one sign."""

import re
from dataclasses import dataclass
from typing import Final

from performer.guard.reading import Reading
from performer.guard.words.tokens import tokens_of

_WORD: Final = re.compile(r"[^\W_]+(?:['’‘`´ʼ][^\W_]+)*")
_APOSTROPHES: Final = re.compile(r"['’‘`´ʼ]")
_ENDS: Final = re.compile(r"[.!?…]\W*\Z|[.!?]\s|[.!?]{2}")
_PAUSES: Final = re.compile(r"[,;:–—()\n]|\s-\s")
_CUE_LETTERS: Final = 4


@dataclass(frozen=True)
class Line:
    """A plain text of which only words are left."""

    text: str
    """Between two words a blank, a comma for a pause, or a full stop where a sentence ends; no apostrophes."""
    origins: tuple[int, ...]
    """For each character, where its word begins in the reading; for a sign, where the word before it ends."""
    ends: tuple[int, ...]
    """For each character, where its word ends."""

    @classmethod
    def of(cls, reading: Reading) -> "Line":
        """Take the words of a reading."""
        parts: list[str] = []
        origins: list[int] = []
        ends: list[int] = []
        before = 0
        for match in _WORD.finditer(reading.text):
            begin, end = match.span()
            word = _APOSTROPHES.sub("", match[0])
            sign = _sign(reading.text[before:begin]) if parts else ""
            parts.append(sign + word)
            origins += [before] * len(sign) + [begin] * len(word)
            ends += [before] * len(sign) + [end] * len(word)
            before = end
        return cls("".join(parts), tuple(origins), tuple(ends))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Tell where in the reading the words from start to end (exclusive) stand."""
        return self.origins[start], self.ends[end - 1]

    def sentence(self, start: int, end: int) -> str:
        """Give the sentence around some words."""
        stop = self.text.find(".", end)
        return self.text[self.text.rfind(".", 0, start) + 1 : stop if stop >= 0 else len(self.text)]


def beginnings(reading: Reading) -> set[str]:
    """Give the first four letters of each word, or of what there is of it."""
    return {token.text[:_CUE_LETTERS] for token in tokens_of(reading)}


def _sign(between: str) -> str:
    if _ENDS.search(between):
        return "."
    return "," if _PAUSES.search(between) else " "
