"""Digests: the long hexadecimal numbers of addresses, files and commits, whose digits are no letters of a word.

One in three hundred of them spells a listed word somewhere, when digits are read as the letters that they look like.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

_LENGTHS: Final = (32, 40, 56, 64, 96, 128)
"""The digits of MD5, SHA-1 and the lengths of SHA-2; shorter numbers hardly spell a word by chance."""
_NUMBERS: Final = "|".join(rf"[0-9a-f]{{{n}}}|[0-9A-F]{{{n}}}" for n in _LENGTHS)
_TIMES: Final = r"(?<=[?&])ex=[67][0-9a-f]{7}&is=[67][0-9a-f]{7}&hm="
"""The two times, until 2038, by which Discord begins the signature of an attachment's address."""
_DIGEST: Final = re.compile(rf"(?:{_TIMES}|(?<![^\W_]))(?P<number>{_NUMBERS})(?![^\W_])")
_FEWEST_DIGITS: Final = 10
"""The fewest different digits; of the shortest digests one in five hundred has fewer."""
_CHOSEN: Final = re.compile(r"(.{5}).*\1|(.)\2{4}")
"""Five digits that come again, or one digit five times: a word or filling; one of 300 digests has such by chance."""
_LETTERS: Final = re.compile("[a-f]{3,}")
_EDGES: Final = range(5, 21)
"""The lengths of a word at the edge of a number that a reader sees; shorter ones come about by chance there."""


@lru_cache(maxsize=256)
def find_digest(text: str, begin: int, end: int) -> str:
    """Return the digest in which a part of a text lies, in lower case; empty when it lies in none.

    That of an attachment's address has its times before it. A number whose digits do not look random is no digest:
    somebody has chosen them, perhaps for a word.
    """
    for match in _DIGEST.finditer(text):
        if match.start() <= begin and end <= match.end():
            return match[0].lower() if _is_random(match["number"]) else ""
    return ""


def list_readable(digest: str) -> Iterable[str]:
    """Return the parts of a digest that a reader may take for a word: letters without a digit, and both edges."""
    number = digest.rpartition("=")[2]
    edges = (edge for length in _EDGES for edge in (number[:length], number[-length:]))
    return (*_LETTERS.findall(digest), *edges)


def _is_random(number: str) -> bool:
    return len(set(number)) >= _FEWEST_DIGITS and not _CHOSEN.search(number)
