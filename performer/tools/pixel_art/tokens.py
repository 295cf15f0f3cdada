"""Tokens: the words of a description, also where no space parts them: Chinese and Japanese, German compounds."""

import re
from collections.abc import Iterator
from typing import Final

from performer.tools.pixel_art.dictionary import (
    EXACT,
    TAG,
    fold,
    generate_forms,
    load_meanings,
    look_up,
    look_up_exactly,
)

_MOST: Final = 40
"""Words that are read of a description."""
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")
_NO_SPACES: Final = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_ELIDED: Final = re.compile(r"^(?:d|l|un|dell|qu|s|c|n|j|m|t)'|'s$")
_LINKS: Final = ("", "s", "n", "en", "es", "e")
"""What may stand between the two words of a German compound."""
_SHORTEST, _SHORTEST_LAST = 3, 4
"""Letters of the first of them and of the last."""
_LONGEST: Final = 8
"""Signs of a word where no space parts words."""


def split_words(description: str) -> list[str]:
    """Return the folded words of a description, at most the first 40; two words that name a part are one."""
    found: list[str] = []
    pieces = _WORD.findall(fold(description[: _MOST * 12]))
    for word in [each for piece in pieces for each in _split_piece(piece)][:_MOST]:
        if found and found[-1] + word in load_meanings("parts"):
            found[-1] += word
        else:
            found.append(word)
    return found


def find_meanings(word: str) -> dict[str, str]:
    """Return what a word means besides an icon, by kinds; in another number or case only if it names no icon: slime."""
    found = look_up_exactly(word)
    for form in [word] if found and found[0].tier <= EXACT else generate_forms(word):
        if said := {
            kind: load_meanings(kind)[form] for kind in ("colours", "looks", "parts") if form in load_meanings(kind)
        }:
            return said
    return {}


def split_compound(word: str) -> tuple[str, str] | None:
    """Return the two words that a compound is put together of, the second as long as it can be; None if it is none."""
    for at in range(_SHORTEST, len(word) - _SHORTEST_LAST + 1):
        found = look_up(word[at:])
        for link in _LINKS if found and found[0].tier < TAG else ():
            first = word[:at].removesuffix(link)
            if word[:at].endswith(link) and len(first) >= _SHORTEST and _is_known(first):
                return first, word[at:]
    return None


def _is_known(word: str) -> bool:
    found = look_up(word)
    return bool((found and found[0].tier < TAG) or find_meanings(word) or word in load_meanings("joins"))


def _split_piece(piece: str) -> Iterator[str]:
    if _NO_SPACES.search(piece):
        yield from _split_unspaced(piece)
    else:
        yield piece if piece in load_meanings("colours") else _ELIDED.sub("", piece)


def _split_unspaced(run: str) -> Iterator[str]:
    """Yield the longest known words, one after the other; what is unknown stays together."""
    unknown = ""
    while run:
        ends = range(min(_LONGEST, len(run)), 0, -1)
        known = next((run[:end] for end in ends if _is_known(run[:end]) or (end > 1 and look_up(run[:end]))), "")
        if known and unknown:
            yield unknown
            unknown = ""
        if known:
            yield known
        unknown += "" if known else run[0]
        run = run[len(known) or 1 :]
    if unknown:
        yield unknown
