"""Wallets of crypto currencies, and their private keys: prefixes and check sums tell them from other codes."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span, find_matches

_BASE58: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_FILE: Final = PatternFile(__file__)
_SHORTEST: Final = 25
_PATTERN: Final = _FILE.patterns


def _find_wallets(line: SearchedLine) -> Iterator[Span]:
    yield from (match.span() for match in find_matches(line.text, *_FILE.groups["prefixed"]))
    yield from (match.span() for match in _PATTERN["checked"].finditer(line.text) if _has_valid_base58_check(match[0]))


def _has_valid_base58_check(written: str) -> bool:
    """Whether the last four bytes are the check sum of the others."""
    number = 0
    for each in written:
        number = number * 58 + _BASE58.index(each)
    data = number.to_bytes(40, "big").lstrip(b"\0")
    data = bytes(len(written) - len(written.lstrip("1"))) + data
    return sha256(sha256(data[:-4]).digest()).digest()[:4] == data[-4:]


def _has_sign(line: SearchedLine) -> bool:
    return bool(line.numbers) and line.longest >= _SHORTEST and _PATTERN["sign"].search(line.text) is not None


WALLET: Final = DataShape(rule="wallet", file=_FILE, needs_digits=True, sign=_has_sign, spans=_find_wallets)
