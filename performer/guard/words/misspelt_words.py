"""The misspelt words: spellings of strong words as people mistype or bend them, which no harmless word has.

They are generated from the lists by `assets/misspell_guard_words.py`, and kept as their check sums: some
hundred thousand spellings take no more memory than a megabyte.
"""

import re
import struct
import sys
from array import array
from binascii import crc32, crc_hqx
from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path
from typing import Final

from performer.guard.verdict import Category

CATEGORIES: Final[tuple[Category, ...]] = ("minors", "slurs", "sexual", "profanity")
"""The categories by their numbers in a check sum."""
SHORTEST: Final = 4
"""The shortest spelling, with its runs of one letter as one, that is looked up."""
_LONGEST: Final = 24
_SHORTEST_STEM: Final = 5
"""The shortest spelling that may have an ending."""
_BUCKETS: Final = 1 << 15
ENDED: Final = "+"
"""The sign behind a spelling that may have an ending."""
EXACT: Final = "!"
"""The sign behind a spelling that is not folded, because its folded form is harmless."""
_ENDINGS: Final = tuple(
    (length, frozenset(words.split()))
    for length, words in (
        (1, "s e a o n r y x а я ы и у е ю о х"),
        (2, "es ed er en in et as os ao ой ом ам ах ов ая ые ое им их ую ла ли ть ет ут ся"),
        (3, "ing ers ern ito ita inh ado ada ами ого ому ему"),
        (4, "inho inha"),
    )
)
_LETTERS: Final = str.maketrans("cqyz", "kkis", "ьъ")
_CH: Final = "\u0107"
"""A sign for ch, whose c is no k."""
_WORD: Final = re.compile("[a-z]+|[а-я]+")
_SAID_AGAIN: Final = re.compile(r"(.)\1+")
_FILE: Final = Path(__file__).with_name("misspelt.bin")


def fold_spelling(plain: str) -> str:
    """Return a word in plain spelling with one letter for all that sound alike, and for a run of them."""
    letters = plain.replace("ch", _CH).translate(_LETTERS).replace("x", "ks").replace("ph", "f")
    return _SAID_AGAIN.sub(r"\1", letters).replace(_CH, "ch")


class MisspeltWords:
    """The misspelt words of `pack_spellings`; each has 16 bits of its check sum in one array, and 8 in another."""

    def __init__(self, packed: bytes) -> None:
        counts, sums = packed[: _BUCKETS * 2], packed[_BUCKETS * 2 :]
        self._begins = array("I", accumulate(_read_numbers(counts), initial=0))
        number = self._begins[-1]
        self._low, self._high = _read_numbers(sums[: number * 2]), sums[number * 2 :]

    def find(self, plain: str) -> Category | None:
        """Find the category of the word that a word in plain spelling is a misspelling of, if of any."""
        if SHORTEST <= len(plain) <= _LONGEST and _WORD.fullmatch(plain):
            for looked in list_lookups(plain):
                category = self.look_up(looked)
                if category:
                    return category
        return None

    def look_up(self, looked: str) -> Category | None:
        """Return the category of a spelling, with its sign, if it is one of these."""
        bucket, low, high = sum_up(looked)
        begin, end = self._begins[bucket], self._begins[bucket + 1]
        if low not in self._low[begin:end]:  # nearly always: this is quick
            return None
        places = (place for place in range(begin, end) if self._low[place] == low and self._high[place] >> 2 == high)
        return next((CATEGORIES[self._high[place] & 3] for place in places), None)


def list_lookups(plain: str) -> list[str]:
    """Return what a word may stand among the misspelt words as: exactly, folded, and so without an ending."""
    looked = [plain + EXACT]
    folded = fold_spelling(plain)
    if len(folded) >= SHORTEST:
        looked.append(folded)
    longest = len(folded) - _SHORTEST_STEM
    looked += [folded[:-cut] + ENDED for cut, endings in _ENDINGS if cut <= longest and folded[-cut:] in endings]
    return looked


def pack_spellings(spellings: Mapping[str, Category]) -> bytes:
    """Return spellings with their signs and categories: the sizes of the buckets, and the check sums in their order."""
    buckets: list[list[tuple[int, int]]] = [[] for _ in range(_BUCKETS)]
    for spelling, category in spellings.items():
        bucket, low, high = sum_up(spelling)
        buckets[bucket].append((low, high << 2 | CATEGORIES.index(category)))
    sums = [each for bucket in buckets for each in sorted(bucket)]
    counts = struct.pack(f"<{_BUCKETS}H", *map(len, buckets))
    lows = struct.pack(f"<{len(sums)}H", *(low for low, _ in sums))
    return counts + lows + bytes(high for _, high in sums)


def sum_up(spelling: str) -> tuple[int, int, int]:
    """Return the bucket of a spelling, and two check sums that tell it from others there."""
    data = spelling.encode()
    checked = crc32(data)
    return crc_hqx(data, 0) % _BUCKETS, checked & 0xFFFF, checked >> 26


def _read_numbers(data: bytes) -> "array[int]":
    numbers = array("H", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def load_misspelt_words() -> MisspeltWords:
    """Return the misspelt words of the bundled lists."""
    return MisspeltWords(_FILE.read_bytes())
