"""IP addresses and the hardware's: those of somebody, also of a home network.

The machine's own IP addresses, those of well-known servers, and versions of programs are nobody's.
"""

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_NEAR: Final = 24
"""Characters before and behind a version that are searched for a word such as "version"."""
_HOME: Final = tuple(IPv4Network(each) for each in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
_NETWORKS_6: Final = tuple(IPv6Network(each) for each in ("2000::/3", "fc00::/7", "fe80::/10", "64:ff9b::/96"))
"""The networks of IPv6 whose addresses lead to somebody: public, of a home, of a cable, and of IPv4 behind it."""
_KNOWN: Final = frozenset({"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9"})
"""Name servers that everybody knows."""
_DOT_WORDS: Final = frozenset(_FILE.tree["words"]["dot_word"].split())
_GROUPS_4: Final = 4
_GROUPS_6: Final = 8
_MOST_BYTE: Final = 255


def _find_network_addresses(line: SearchedLine) -> Iterator[Span]:
    text = line.text
    if line.numbers:
        for match in _PATTERN["four"].finditer(text):
            is_version = line.is_near(_PATTERN["version"], match.start() - _NEAR, match.end() + _NEAR)
            if not is_version and _is_somebodys(match):
                yield match.span()
    if _PATTERN["six_sign"].search(text):
        yield from (match.span() for match in _PATTERN["six"].finditer(text) if _is_somebodys_six(match))
        yield from (match.span() for match in _PATTERN["hardware"].finditer(text))


def _is_somebodys(match: re.Match[str]) -> bool:
    """Whether an IP address leads to somebody; in a URL one of a home network is the show's own."""
    groups = match.groups()
    numbers = [int(group) for group in groups]
    if max(numbers) > _MOST_BYTE or any(len(group) > 1 and group[0] == "0" for group in groups):
        return False
    address = IPv4Address(bytes(numbers))
    start = match.start()
    if any(address in network for network in _HOME) and match.string[max(0, start - 2) : start] == "//":
        return False
    return not (_is_everybodys(address) or str(address) in _KNOWN)


def _is_everybodys(address: IPv4Address) -> bool:
    return address.packed[0] in {0, 127, 255}


def _is_somebodys_six(match: re.Match[str]) -> bool:
    written = match["address"]
    if "::" not in written and written.count(":") + written.count(".") // 3 != _GROUPS_6 - 1:
        return False
    try:
        address = IPv6Address(written)
    except AddressValueError:
        return False
    if address.ipv4_mapped:
        return not _is_everybodys(address.ipv4_mapped)
    return any(address in network for network in _NETWORKS_6)


def _has_sign(line: SearchedLine) -> bool:
    has_dots = "." in line.text or not line.is_ascii or not _DOT_WORDS.isdisjoint(line.words)
    return (has_dots and len(line.numbers) >= _GROUPS_4) or line.text.count(":") > 1


NETWORK: Final = DataShape(rule="IP address", file=_FILE, sign=_has_sign, spans=_find_network_addresses)
