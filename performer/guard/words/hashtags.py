"""Hashtags in lower case, whose words nobody parts: #bestplonkever."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from performer.guard.words.everyday_words import list_glued_words

_TAG: Final = re.compile(r"[#＃]\w+")
_SHORTEST: Final = 5
_LONGEST: Final = 40
_LONGEST_WORD: Final = 16
_SINGLE: Final = frozenset("aioyeu")
"""Words of one letter; none of them stands first."""
_SHORTEST_GLUED: Final = 4
_OFTEN_WITHIN: Final = frozenset({"part", "tech", "come", "port"})
"""Everyday words with which many longer ones begin."""
_SHORTEST_SURE: Final = 3
_SURE: Final = frozenset(
    "am an as at be by do go he if in is it me my no of ok on or so to up us we de du el en es et il la le mi se su te"
    " tu un yo er im zu um je se em os na no eu".split()
)
"""Words of two letters of which whole hashtags are made; others are parts of longer words as often."""
_FIRST: Final = frozenset("so la le el my im ur no yo tu eu um un ma".split())
"""Those with which a hashtag may begin that goes on with another word."""
_PAIR: Final = 2
_WORDS_FILE: Final = Path(__file__).with_name("hashtag_words.txt")


def find_tags(text: str) -> list[tuple[int, int]]:
    """Return the begin and the end of each hashtag in a text."""
    return [match.span() for match in _TAG.finditer(text)] if "#" in text or "＃" in text else []


@lru_cache(maxsize=1024)
def find_cuts(letters: str) -> tuple[int, ...]:
    """Return where everyday words before or behind another one end or begin in letters; none where all are everyday."""
    if not _SHORTEST <= len(letters) <= _LONGEST or _are_everyday(letters):
        return ()
    return tuple(sorted({*_find_ends(letters), *_find_begins(letters)} - {0, len(letters)}))


def _are_everyday(letters: str) -> bool:
    """Whether letters are everyday words only, the last of which is no single letter."""
    ends = _find_ends(letters, is_sure=True)
    return any(end in ends and _is_word(letters[end:], is_sure=True) for end in range(len(letters) - _PAIR + 1))


def _find_ends(letters: str, *, is_sure: bool = False) -> set[int]:
    """Find where a row of words from the begin on may end."""
    ends = {0}
    for begin in range(len(letters)):
        if begin in ends:
            stops = range(begin + 1, min(begin + _LONGEST_WORD, len(letters)) + 1)
            ends.update(stop for stop in stops if _is_word(letters[begin:stop], is_sure=is_sure))
        if begin == 0 and letters[:_PAIR] not in _FIRST:
            ends -= {_PAIR} if not is_sure else set()
        ends -= {1}
    return ends


def _find_begins(letters: str) -> set[int]:
    """Find where a row of words that goes on to the end may begin; the last one is no short one."""
    begins = {len(letters)}
    for end in range(len(letters), 0, -1):
        if end in begins:
            stops = range(max(0, end - _LONGEST_WORD), end - _PAIR * (end == len(letters)))
            begins.update(start for start in stops if end - start > 1 and _is_word(letters[start:end]))
    return begins


def _is_word(letters: str, *, is_sure: bool = False) -> bool:
    """Whether letters are a word that may be glued to others; or any everyday one, for a hashtag of nothing else."""
    if len(letters) == 1:
        return letters in _SINGLE
    glued, everyday = _load_words()
    return letters in _SURE or letters in glued or (is_sure and len(letters) >= _SHORTEST_SURE and letters in everyday)


@cache
def _load_words() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that are glued to others, and all of which whole hashtags consist."""
    everyday = list_glued_words()
    told, whole = (part.split() for part in _WORDS_FILE.read_text(encoding="utf-8").split("\n-\n"))
    glued = {*told, *(each for each in everyday if len(each) >= _SHORTEST_GLUED)} - _OFTEN_WITHIN
    return frozenset(glued), everyday.union(whole)
