"""Disguises of single words that are no matter of signs between letters.

Decoration, repetition, letters that two others look like, letters left out, and words spelled by the names of letters.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from performer.core.values import dataclass
from performer.guard.normalise.look_alikes import NAMES

_ALSO: Final = (("rn", "m"), ("vv", "w"), ("uu", "w"), ("kw", "qu"), ("13", "b"), ("12", "r"))
"""Two signs that look, or sound, like others."""
_LONGEST_NUMBER: Final = 3
"""The most digits behind a word in which digits stand for letters."""
_DECORATED: Final = re.compile(r"(?:x+|\d+)?([a-z].*[a-z])(?:x+|\d+)?")
_REPEATED: Final = re.compile(r"(.{3,}?)\1+")
_LONGEST: Final = 60
"""The most letters of a word; a longer row is noise, unless it repeats one word."""
_SAID_AGAIN: Final = re.compile(r"(.{3,20}?)\1{2,}")


@lru_cache(maxsize=8192)
def list_other_words(word: str) -> tuple[str, ...]:
    """Return a word without decoration, once if it is repeated, and with letters for signs that look or sound alike."""
    others: list[str] = []
    if len(word) > _LONGEST:
        again = _SAID_AGAIN.match(word)
        return (again[1],) if again else ()
    decorated = _DECORATED.fullmatch(word)
    if decorated and decorated[1] != word:
        others.append(decorated[1])
    if word.endswith("x") or word.startswith("x"):
        others.append(word.strip("x"))
    repeated = _REPEATED.fullmatch(word)
    if repeated:
        others.append(repeated[1])
    others += [word.replace(signs, letters) for signs, letters in _ALSO if signs in word]
    if word.endswith("ie"):
        others.append(word.removesuffix("ie") + "y")
    if word[-1:].isdigit() and not word.isdigit():
        others += [word[:-cut] for cut in range(1, _LONGEST_NUMBER + 1) if word[-cut:].isdigit()]
    return tuple(filter(None, others))


_PART: Final = re.compile(r"[^\s/\u1100-\u11ff\u3041-\u3096\u3400-\u9fff]+")
"""What may be a word with hidden letters; in scripts without blanks rows of letters have hidden ones."""
_HIDES: Final = re.compile(r"[^\W_](?:[^\w\s]|_)+[^\W_]|[^\W_][*#●•_]")
_EDGES: Final = "\"'`´.,;:!?…¿¡()[]{}<>«»„“”‚‘’~-–—|/\\^=&%+@_"
_STARS: Final = frozenset("*#●•")
"""Signs that may hide the middle of a word of three letters."""
_PAIR: Final = re.compile(r"[^\W_]{2}")
_LONGEST_HIDDEN: Final = 24
_SHORTEST_HIDDEN: Final = 3
_FEWEST_KNOWN: Final = 2
"""The fewest different letters that a word shows: x)*(x is code."""
_SIGN: Final = re.compile(r"[\W_]")


@dataclass(frozen=True, slots=True)
class HiddenPart:
    """A part of a text in which each `*` stands for letters that were left out, or for a few of them."""

    text: str
    start: int
    end: int


def find_hidden_parts(text: str) -> Iterator[HiddenPart]:
    """Find the parts of a plain text, with underscores, in which signs may stand for letters."""
    if not _HIDES.search(text):
        return
    for part in _PART.finditer(text):
        core = part[0].strip(_EDGES)
        if not _is_hiding(core) or len({*filter(str.isalnum, core)}) < _FEWEST_KNOWN:
            continue
        start = part.start() + part[0].find(core)
        hidden = _SIGN.sub("*", core)
        yield HiddenPart(hidden, start, start + len(core))
        bare = hidden.strip("0123456789")
        if bare != hidden and len(bare) > _SHORTEST_HIDDEN:
            yield HiddenPart(bare, start, start + len(core))
        ended = hidden.rstrip("*")
        if ended != hidden and _is_hiding(core[: len(ended)]):
            yield HiddenPart(ended, start, start + len(ended))


def _is_hiding(text: str) -> bool:
    if len(text) == _SHORTEST_HIDDEN:
        return text[1] in _STARS
    if not _SHORTEST_HIDDEN < len(text) <= _LONGEST_HIDDEN or text.isalnum():
        return False
    return _PAIR.search(text) is not None or not _STARS.isdisjoint(text)


_TIMES: Final = {"double": 2, "triple": 3}
_BETWEEN_LETTERS: Final = frozenset("and then as in for like letter space dash".split())
"""Words between letters: p as in papa, l for lima, then i, and m."""
_FEWEST_NAMED: Final = 4

Word = tuple[str, int, int]
"""A word, and its begin and end."""


def find_spelled_rows(words: list[Word]) -> Iterator[list[Word]]:
    """Yield the rows of letters that the names of letters in a text spell, each letter with its begin and end."""
    if sum(word in NAMES or len(word) == 1 for word, _, _ in words) < _FEWEST_NAMED:
        return
    row: list[Word] = []
    times = 1
    explained = False
    for each, following in zip_longest(words, words[1:]):
        word, begin, end = each
        letter = NAMES.get(word) or (word if len(word) == 1 and _is_in_row(row, following) else "")
        if letter and explained and row and row[-1][0] == letter:
            explained = False  # the name of the letter before: p for papa
        elif letter:
            explained = False
            row += [(letter, begin, end)] * times
            times = 1
        elif word in _BETWEEN_LETTERS:
            explained = True
        elif word in _TIMES:
            times = _TIMES[word]
        else:
            if len(row) >= _FEWEST_NAMED:
                yield row
            row, times = [], 1
    if len(row) >= _FEWEST_NAMED:
        yield row


def _is_in_row(row: list[Word], following: Word | None) -> bool:
    return bool(row) or (following is not None and following[0] in _BETWEEN_LETTERS)
