"""IP addresses and the hardware's: those of somebody, also of a home network.

The machine's own IP addresses, those of well-known servers, and versions of programs are nobody's.
"""

import re
from collections.abc import Iterator, Sequence
from ipaddress import AddressValueError, IPv4Address, IPv6Address, IPv6Network
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.guard.personal_data.shape import DataShape, SearchedLine, Span, find_begun

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
_NEAR: Final = 24
"""Characters before and behind a version that are searched for a word such as "version"."""
_NETWORKS_6: Final = tuple(IPv6Network(each) for each in ("2000::/3", "fc00::/7", "fe80::/10", "64:ff9b::/96"))
"""The networks of IPv6 whose addresses lead to somebody: public, of a home, of a cable, and of IPv4 behind it."""
_FIRST_6: Final = frozenset({0, 0x64, *range(0x2000, 0x4000), *range(0xFC00, 0xFE00), *range(0xFE80, 0xFEC0)})
"""The first numbers of such addresses, and the nought before those of IPv4."""
_KNOWN: Final = frozenset({"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9"})
"""Name servers that everybody knows."""
_NAMES: Final = ("ip", "айпи", "アイピー", "아이피", "adress", "address", "direccion", "endereco")
"""Texts of which the words for such an address hold one."""
_GROUPS_4: Final = 4
_FULL: Final = 3
"""Digits of a number that is filled up with noughts."""
_GROUPS_6: Final = 8
_MOST_BYTE: Final = 255


def _find_network_addresses(line: SearchedLine) -> Iterator[Span]:
    text = line.text
    if line.numbers:
        for match in find_begun(text, _PATTERN["four_begin"], _PATTERN["four"]):
            if _is_somebodys(match.groups()) and not _is_version(line, match):
                yield match.span()
        names = any(each in line.small for each in _NAMES)
        for match in _PATTERN["called"].finditer(line.small) if names else ():
            if _is_somebodys(match.group(1, 3, 4, 5)):
                yield match.start(1), match.end()
    if "::" in text or ((":" in text or text.count("-") >= _GROUPS_6 - 3) and _PATTERN["six_sign"].search(text)):
        yield from (match.span() for match in _PATTERN["six"].finditer(text) if _is_somebodys_six(match))
        yield from (match.span() for match in _PATTERN["six_odd"].finditer(text))
        yield from (match.span() for match in _PATTERN["hardware"].finditer(text))
    yield from _find_hardware(line)
    if "ipv6-literal" in line.small:
        yield from (match.span() for match in _PATTERN["six_literal"].finditer(text))


def _find_hardware(line: SearchedLine) -> Iterator[Span]:
    """Find addresses of hardware that no colons part."""
    if line.text.count(".") > 1:
        yield from (match.span() for match in _PATTERN["hardware_dotted"].finditer(line.text))
    if "mac" in line.words or (not line.is_ascii and "mac" in line.small):
        yield from (match.span("address") for match in _PATTERN["hardware_called"].finditer(line.small))


def _is_version(line: SearchedLine, match: re.Match[str]) -> bool:
    """Whether a word says that four numbers are a version, and none that they are an address."""
    start, end = match.start() - _NEAR, match.end() + _NEAR
    return line.is_near(_PATTERN["version"], start, end) and not line.is_near(_PATTERN["ip_word"], start, end)


def _is_somebodys(groups: Sequence[str]) -> bool:
    """Whether an IP address leads to somebody; its numbers may be filled up with noughts."""
    numbers = [int(group) for group in groups]
    if max(numbers) > _MOST_BYTE or not (_has_no_padding(groups) or _is_padded(groups)):
        return False
    address = IPv4Address(bytes(numbers))
    return not (_is_everybodys(address) or str(address) in _KNOWN)


def _has_no_padding(groups: Sequence[str]) -> bool:
    return all(group[0] != "0" or len(group) == 1 for group in groups)


def _is_padded(groups: Sequence[str]) -> bool:
    """Whether all numbers are filled up, and are no thousands: 203.000.113.178, not 1.000.000.000."""
    return {*map(len, groups)} == {_FULL} and {*groups[1:]} != {"000"}


def _is_everybodys(address: IPv4Address) -> bool:
    return address.packed[0] in {0, 127, 255}


def _is_somebodys_six(match: re.Match[str]) -> bool:
    written = match["address"]
    if "::" not in written and written.count(":") + written.count(".") // 3 != _GROUPS_6 - 1:
        return False
    if int(written.partition(":")[0] or "0", 16) not in _FIRST_6 or _is_unmapped(written):
        return False
    try:
        address = IPv6Address(written)
    except AddressValueError:
        return False
    if address.ipv4_mapped:
        return not _is_everybodys(address.ipv4_mapped)
    return any(address in network for network in _NETWORKS_6)


def _is_unmapped(written: str) -> bool:
    """Whether an address begins with noughts that no address of IPv4 stands behind."""
    return written.startswith("::") and "ffff" not in written.lower()


def _has_sign(line: SearchedLine) -> bool:
    if len(line.numbers) >= _GROUPS_4 or line.text.count(":") > 1:
        return True
    return bool(line.numbers) and (line.text.count(".") > 1 or "mac" in line.small)


NETWORK: Final = DataShape(rule="IP address", file=_FILE, sign=_has_sign, spans=_find_network_addresses)
