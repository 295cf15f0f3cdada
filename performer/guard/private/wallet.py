"""Addresses of wallets, and the keys to them."""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from performer.guard.private.shape import Shape, Span, all_of

_BASE58: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_PREFIXED: Final = all_of(
    re.compile(r"(?<![A-Za-z0-9])(?:bc1|ltc1)[02-9ac-hj-np-z]{25,87}(?![A-Za-z0-9])", re.IGNORECASE),
    re.compile(r"(?<![A-Za-z0-9])0x(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{40})(?![A-Za-z0-9])"),
    re.compile(r"(?<![A-Za-z0-9])addr1[02-9ac-hj-np-z]{50,110}(?![A-Za-z0-9])"),
    re.compile(rf"(?<![A-Za-z0-9])[48][{_BASE58}]{{94}}(?![A-Za-z0-9])"),
)
"""Bitcoin and Litecoin, Ethereum and what is built like it, Cardano, Monero."""
_CHECKED: Final = re.compile(rf"(?<![A-Za-z0-9])[13LMDT5K][{_BASE58}]{{24,51}}(?![A-Za-z0-9])")
"""Bitcoin, Litecoin, Dogecoin, Tron, and Bitcoin's private keys: all with a check sum."""


def _spans(text: str) -> Iterator[Span]:
    yield from _PREFIXED(text)
    for match in _CHECKED.finditer(text):
        if fits(match[0]):
            yield match.span()


def fits(written: str) -> bool:
    """Tell whether the last four bytes are the check sum of the others."""
    number = 0
    for each in written:
        number = number * 58 + _BASE58.index(each)
    data = number.to_bytes(40, "big").lstrip(b"\0")
    data = bytes(len(written) - len(written.lstrip("1"))) + data
    return sha256(sha256(data[:-4]).digest()).digest()[:4] == data[-4:]


WALLET: Final = Shape(rule="wallet", sign=re.compile(r"[A-Za-z0-9]{25}").search, spans=_spans)
