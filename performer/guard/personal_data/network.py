"""IP addresses, and e-mail addresses, also when they are disguised: name (at) host dot com.

The machine's own IP addresses, those of well-known servers, and versions of programs are nobody's.
"""

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

from performer.core.pattern_file import PatternFile, make_alternation
from performer.guard.personal_data.shape import DataShape, Span, find_matches

_JOINTS: Final = "dot period punkt point punto ponto kropka underscore dash bindestrich unterstrich"
_FILE: Final = PatternFile(__file__, joints=make_alternation(_JOINTS[::-1]))
_PATTERN: Final = _FILE.patterns
_NEAR: Final = 24
"""Characters before and behind a version that are searched for a word such as "version"."""
_HOME: Final = tuple(IPv4Network(each) for each in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
_PUBLIC: Final = IPv6Network("2000::/3")
_KNOWN: Final = frozenset({"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9"})
"""Name servers that everybody knows."""


def _find_network_addresses(text: str) -> Iterator[Span]:
    for match in _PATTERN["four"].finditer(text):
        if _is_somebodys(match) and not _is_version(text, match):
            yield match.span()
    for match in _PATTERN["six"].finditer(text):
        if _is_public(match[0]):
            yield match.span()


def _is_somebodys(match: re.Match[str]) -> bool:
    """Whether an IP address leads to somebody; in a URL one of a home network is the show's own."""
    try:
        address = IPv4Address(".".join(str(int(group)) for group in match.groups()))
    except AddressValueError:
        return False
    if any(len(group) > 1 and group[0] == "0" for group in match.groups()):
        return False
    if any(address in network for network in _HOME) and match.string[: match.start()].endswith("//"):
        return False
    is_everybodys = address.is_loopback or address.is_unspecified or address.packed[0] in {0, 255}
    return not (is_everybodys or str(address) in _KNOWN)


def _is_version(text: str, match: re.Match[str]) -> bool:
    around = text[max(0, match.start() - _NEAR) : match.start()] + " " + text[match.end() : match.end() + _NEAR]
    return _PATTERN["version"].search(around) is not None


def _is_public(written: str) -> bool:
    if "::" not in written and written.count(":") != 7:
        return False
    try:
        return IPv6Address(written) in _PUBLIC
    except AddressValueError:
        return False


NETWORK: Final = DataShape(rule="IP address", sign=_PATTERN["network"].search, spans=_find_network_addresses)

_LONGEST: Final = 200


def _find_mail_addresses(text: str) -> Iterator[Span]:
    yield from (match.span() for match in _PATTERN["plain"].finditer(text) if not _PATTERN["nobodys"].search(match[0]))
    yield from (match.span() for match in find_matches(text, *_FILE.groups["others"]))
    for match in _PATTERN["hidden"].finditer(text):
        before = text[max(0, match.start() - _LONGEST) : match.start()]
        name = _PATTERN["name_backwards"].match(before[::-1])
        if name and _is_mail(match, name):
            yield match.start() - name.end(), match.end()


def _is_mail(match: re.Match[str], name: re.Match[str]) -> bool:
    """Whether a mere "at" or a lone @ stands in an address: at a mail provider, or with further signs of one."""
    if match["sure"]:
        return True
    if _PATTERN["no_name"].fullmatch(name[0][::-1]) and "@" not in match[0]:
        return False
    if _PATTERN["provider"].fullmatch(match["host"]):
        return True
    is_likely = "@" in match[0] or bool(name["more"]) or _PATTERN["spoken"].search(match[0])
    return bool(is_likely) and not _PATTERN["site"].fullmatch(match["host"])


MAIL: Final = DataShape(rule="e-mail address", sign=_PATTERN["mail"].search, spans=_find_mail_addresses)
