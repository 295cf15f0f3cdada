"""IP addresses. The machine's own, those of well-known servers, and versions of programs are nobody's."""

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

from performer.guard.private.shape import Shape, Span

_DOT = r"(?: ?[\[(]? ?(?:\.|\b(?:dot|punkt|point|punto|ponto)\b) ?[\])]? ?)"
_FOUR: Final = re.compile(
    rf"(?<![\w.\-+])(?<!\d,)(?<![<>=~]=)(\d{{1,3}})(?:{_DOT}(\d{{1,3}})){_DOT}(\d{{1,3}}){_DOT}(\d{{1,3}})(?![\w-]|\.\d)",
    re.IGNORECASE,
)
_SIX: Final = re.compile(r"(?<![\w:.])[0-9a-f:]{4,39}(?![\w:])", re.IGNORECASE)
_VERSION: Final = re.compile(
    r"\bv(?:er|ers)?\b|version|versao|build|patch|update|release|firmware|driver|treiber|parche|plugin|\bmods?\b|\bdll\b|\bsdk\b",
    re.IGNORECASE,
)
_NEAR: Final = 24
"""Characters before and behind in which a version is called one."""
_HOME: Final = tuple(IPv4Network(each) for each in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
_PUBLIC: Final = IPv6Network("2000::/3")
_KNOWN: Final = frozenset({"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9"})
"""Name servers that everybody knows."""


def _spans(text: str) -> Iterator[Span]:
    for match in _FOUR.finditer(text):
        if _is_somebodys(match) and not _is_version(text, match):
            yield match.span()
    for match in _SIX.finditer(text):
        if _is_public(match[0]):
            yield match.span()


def _is_somebodys(match: re.Match[str]) -> bool:
    """Tell whether it leads to somebody; in a page's address one of a home network is what the show tells of itself."""
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
    return _VERSION.search(around) is not None


def _is_public(written: str) -> bool:
    if "::" not in written and written.count(":") != 7:
        return False
    try:
        return IPv6Address(written) in _PUBLIC
    except AddressValueError:
        return False


NETWORK: Final = Shape(
    rule="IP address",
    sign=re.compile(r"\d[^a-z]{0,4}(?:\.|dot|punkt|point|punto|ponto)|:[0-9a-f]{0,4}:", re.IGNORECASE).search,
    spans=_spans,
)
