"""PlainLine: the words of a reading, one sign between two, in which phrases are looked for."""

import re
from bisect import bisect_right
from dataclasses import field
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final

from performer.core.values import dataclass
from performer.guard.topics.mending import FILLING

_APOSTROPHE: Final = re.compile(rf"(?<=[^\W_])(?:['’‘`´ʼ]|{FILLING}+)(?=[^\W_])")
_WORD: Final = re.compile(rf"[^\W_]+(?:(?:['’‘`´ʼ]|{FILLING}+)[^\W_]+)*")
_BETWEEN: Final = re.compile(r"[\W_][\W_]++")
"""What stands between two words and is no single sign."""
_ENDS: Final = re.compile(r"[.!?…]\W*\Z|[.!?]\s|[.!?]{2}")
_PAUSES: Final = re.compile(r"[,;:–—()\n]|\s-\s")
_SIGNS: Final = str.maketrans(",.", "  ")
_LONGEST_SIGN: Final = 40
"""The most characters between two words that are looked at."""


@dataclass(frozen=True)
class PlainLine:
    """The words of a reading, in which phrases are looked for."""

    source: str
    """The text of a reading, with bent words mended."""
    text: str = field(init=False)
    """The words without apostrophes; between two a blank, a comma for a pause, or a full stop for a sentence's end."""

    def __post_init__(self) -> None:
        source = self.source
        if not source.isascii() or "'" in source or "`" in source or FILLING in source:
            source = _APOSTROPHE.sub("", source)
        between = _BETWEEN.sub(_replace_sign, source).translate(_SINGLE)
        object.__setattr__(self, "text", between.strip(" ,."))

    @cached_property
    def words(self) -> list[str]:
        """The words, in their order."""
        return self.text.translate(_SIGNS).split()

    @cached_property
    def places(self) -> list[int]:
        """The place of each word in the text."""
        return [0, *accumulate(len(word) + 1 for word in self.words)]

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        return [match.span() for match in _WORD.finditer(self.source)]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the reading of the words from start to end (exclusive)."""
        places = self.places
        first, last = bisect_right(places, start) - 1, bisect_right(places, end - 1) - 1
        return self._spans[first][0], self._spans[last][1]

    def sentence(self, start: int, end: int) -> tuple[int, int]:
        """Return the place of the sentence around some words."""
        stop = self.text.find(".", end)
        return self.text.rfind(".", 0, start) + 1, stop if stop >= 0 else len(self.text)


def _replace_sign(between: re.Match[str]) -> str:
    return _find_sign(between[0][:_LONGEST_SIGN])


@lru_cache(maxsize=1024)
def _find_sign(between: str) -> str:
    if _ENDS.search(between):
        return "."
    return "," if _PAUSES.search(between) else " "


class _SingleSigns(dict[int, int | str]):
    """The table of what stands for a single sign between words, for `str.translate`."""

    def __missing__(self, code: int) -> int | str:
        self[code] = code if chr(code).isalnum() or code == ord(" ") else _find_sign(chr(code))
        return self[code]


_SINGLE: Final = _SingleSigns()
