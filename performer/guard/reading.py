"""The reading of a text that a filter compares: disguises undone, with a map back to the text as it was written.

The order was measured: compatibility forms (NFKC), what cannot be seen, letters in flags and frames, look-alikes, case.
What spans several letters (spaced, leet, stretched, reversed words) is undone word by word, in `guard/words`.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from performer.guard.codes import has_codes, letters_in_code
from performer.guard.letters import look_alike, plain
from performer.guard.turned import is_turned

_MOST_MARKS: Final = 3
"""Marks upon one letter that some language needs; more of them are a pile that covers the lines around."""
_WORD: Final = re.compile(r"[^\W_]+")
_ASCII_LETTER: Final = re.compile(r"[a-z0-9]")
_GREEK_CAPITAL: Final = re.compile(r"(?<=[A-Za-z])[ΩΣΔΛ]|[ΩΣΔΛ](?=[A-Za-z])")
_SHAPES: Final = {"Ω": "o", "Σ": "e", "Δ": "a", "Λ": "a"}
"""What Greek capitals look like among Latin letters; small ones look otherwise."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A text in its plainest spelling."""

    written: str
    """As it was written."""
    text: str
    """Plain: lower case, no marks, blanks for white space and underscores. A word in one foreign script stays in it; in
    a word of several scripts each letter is the one that it looks like."""
    origins: tuple[int, ...]
    """For each character of `text`, the index in the written text where it begins."""
    ends: tuple[int, ...]
    """The same, where it ends (exclusive): a letter written by its number is long."""
    worked_out: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """What finders have worked out of it, so that the next need not."""

    def written_span(self, start: int, end: int) -> tuple[int, int]:
        """Tell which part of the written text the characters from start to end (exclusive) came from.

        What stands upon the last letter (marks, a joiner) belongs to it.
        """
        last = self.ends[end - 1]
        following = self.origins[end] if end < len(self.origins) else len(self.written)
        while last < following and not plain(self.written[last]):
            last += 1
        return self.origins[start], last


def read_plainly(written: str) -> Reading:
    """Undo what a single letter can be disguised by."""
    if written.isascii() and not has_codes(written):
        origins, ends = tuple(range(len(written))), tuple(range(1, len(written) + 1))
        return Reading(written=written, text=written.lower().replace("_", " "), origins=origins, ends=ends)
    letters = [(each, begin, end) for begin, end, character in _seen(written) for each in plain(character)]
    text = _WORD.sub(_in_one_script, "".join(each for each, _, _ in letters))
    return Reading(
        written=written,
        text=text,
        origins=tuple(begin for _, begin, _ in letters),
        ends=tuple(end for _, _, end in letters),
    )


def clean(written: str) -> str:
    """Leave out control and invisible characters, piles of marks, and fold white space: nothing odd for a renderer."""
    if written.isascii() and written.isprintable():
        return " ".join(written.split())
    visible = "".join(" " if each.isspace() else each for each in written if each.isspace() or not _is_unwanted(each))
    return " ".join(_without_piles(visible).split())


def _seen(written: str) -> Iterator[tuple[int, int, str]]:
    """Give the characters with where they begin and end; numbers of letters as the letters, markup not at all."""
    shown = written if is_turned(written) else _GREEK_CAPITAL.sub(lambda capital: _SHAPES[capital[0]], written)
    if not has_codes(written):
        yield from ((index, index + 1, character) for index, character in enumerate(shown))
        return
    coded = letters_in_code(written)
    index = 0
    while index < len(written):
        end, letters = coded.get(index, (index + 1, shown[index]))
        yield from ((index, end, letter) for letter in letters)
        index = end


def _in_one_script(word: re.Match[str]) -> str:
    """Give a word of several scripts as what it looks like."""
    written = word[0]
    if written.isascii() or not _ASCII_LETTER.search(written) or is_turned(written):
        return written
    return "".join(look_alike(letter) for letter in written)


def _is_unwanted(character: str) -> bool:
    # The zero-width joiner stays, and the variation selectors (Mn): emoji are built with them.
    return unicodedata.category(character) in {"Cf", "Cc", "Cs", "Co"} and character != "\u200d"


def _without_piles(text: str) -> str:
    marks = 0
    kept: list[str] = []
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)
