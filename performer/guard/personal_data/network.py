"""IP addresses, and e-mail addresses, also when they are disguised: name (at) host dot com.

The machine's own IP addresses, those of well-known servers, and versions of programs are nobody's.
"""

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

from performer.guard.personal_data.shape import DataShape, Span, find_matches, make_alternation

_IP_DOT = r"(?: ?[\[(]? ?(?:\.|\b(?:dot|punkt|point|punto|ponto)\b) ?[\])]? ?)"
_FOUR: Final = re.compile(
    rf"(?<![\w.\-+])(?<!\d,)(?<![<>=~]=)(\d{{1,3}})(?:{_IP_DOT}(\d{{1,3}})){_IP_DOT}(\d{{1,3}}){_IP_DOT}(\d{{1,3}})(?![\w-]|\.\d)",
    re.IGNORECASE,
)
_SIX: Final = re.compile(r"(?<![\w:.])[0-9a-f:]{4,39}(?![\w:])", re.IGNORECASE)
_VERSION: Final = re.compile(
    r"\bv(?:er|ers)?\b|version|versao|build|patch|update|release|firmware|driver|treiber|parche|plugin|\bmods?\b|\bdll\b|\bsdk\b",
    re.IGNORECASE,
)
_NEAR: Final = 24
"""Characters before and behind a version that are searched for a word such as "version"."""
_HOME: Final = tuple(IPv4Network(each) for each in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
_PUBLIC: Final = IPv6Network("2000::/3")
_KNOWN: Final = frozenset({"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9"})
"""Name servers that everybody knows."""


def _find_network_addresses(text: str) -> Iterator[Span]:
    for match in _FOUR.finditer(text):
        if _is_somebodys(match) and not _is_version(text, match):
            yield match.span()
    for match in _SIX.finditer(text):
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
    return _VERSION.search(around) is not None


def _is_public(written: str) -> bool:
    if "::" not in written and written.count(":") != 7:
        return False
    try:
        return IPv6Address(written) in _PUBLIC
    except AddressValueError:
        return False


NETWORK: Final = DataShape(
    rule="IP address",
    sign=re.compile(r"\d[^a-z]{0,4}(?:\.|dot|punkt|point|punto|ponto)|:[0-9a-f]{0,4}:", re.IGNORECASE).search,
    spans=_find_network_addresses,
)

_PLAIN: Final = re.compile(r"(?<![\w.+%'-])[\w.+%'-]{1,64}+@(?:[\w-]{1,63}+\.)+[^\W\d_]{2,24}(?![\w-])")
_OTHERS: Final = tuple(
    re.compile(shape)
    for shape in (
        # bob@gmail, without a top-level domain
        r"(?<![\w.+%'-])[\w.+%'-]{1,64}+@(?i:(?:g|google|hot|proton)mail|outlook|yahoo|gmx|icloud)(?![\w.-])",
        # b o b @ g m a i l . c o m
        r"(?<!\S)(?:[\w.+-] ){1,40}@(?: [\w-]){2,40} \.(?: [\w.-]){2,20}(?!\S)",
        # bobATgmailDOTcom
        r"\b[a-z0-9._-]{1,64}AT[a-z0-9-]{1,64}DOT[a-z]{2,10}\b",
    )
)
_NOBODYS: Final = re.compile(r"^git@|@\dx\.(?:png|jpe?g|gif|webp|svg)$", re.IGNORECASE)
"""A login that everybody has, and file names of pictures of twice the size."""

_AT: Final = make_alternation("at aet ät arobase arrobas? chiocciola klammeraffe affe malpa")
_DOTS: Final = "dot period punkt point punto ponto kropka"
_DOT_WORD: Final = make_alternation(_DOTS)
_OPEN, _CLOSE = r"[\[({<*|/\\_-]", r"[\])}>*|/\\_-]"
_SURE_AT: Final = rf" ?{_OPEN}{{1,3}} ?(?:{_AT}|@|a) ?{_CLOSE}{{1,3}} ?"
_WEAK_AT: Final = rf" @ ?|@ | (?:{_AT}) "
_MAIL_DOT: Final = rf"(?: ?{_OPEN}{{1,2}} ?(?:{_DOT_WORD}|\.) ?{_CLOSE}{{1,2}} ?| (?:{_DOT_WORD}) | \. |\.)"
_LABEL: Final = r"[A-Za-z0-9][A-Za-z0-9-]{0,62}?"
_TOP: Final = make_alternation(
    "com net org edu gov info biz name app dev xyz me io gg tv co eu de at ch li fr be lu nl es pt br mx ar cl pe uk ie"
    " us ca au nz it pl cz sk hu ro gr tr ru ua se no dk fi jp kr cn tw in id za il"
)
_ENDING: Final = rf"{_MAIL_DOT}(?:{_TOP})(?![\w-])"
_HIDDEN: Final = re.compile(
    rf"(?:(?P<sure>{_SURE_AT})|{_WEAK_AT})(?P<host>{_LABEL}(?:{_MAIL_DOT}{_LABEL}){{0,3}}?){_ENDING}(?:{_ENDING})?",
    re.IGNORECASE,
)
_PROVIDERS: Final = make_alternation(
    "(?:g|google|hot|fast|proton|rocket|web|mail|y)?mail gmx outlook hotmail live msn yahoo icloud mac me aol"
    " proton tutanota tuta posteo mailbox web freenet t-online arcor bluewin orange wanadoo free sfr laposte libero"
    " virgilio alice yandex ya rambler zoho hey uol bol terra ig sapo qq 163 126 naver seznam onet wp interia o2"
    " comcast verizon att sbcglobal btinternet sky ntl"
)
_PROVIDER: Final = re.compile(_PROVIDERS, re.IGNORECASE)
_SITE: Final = re.compile(
    make_alternation(r"twitch youtube kick discord github steam\w* twitter x tiktok instagram reddit itch"),
    re.IGNORECASE,
)
"""Sites where nobody gets mail."""
_SPOKEN: Final = re.compile(rf" (?:{_DOT_WORD}) (?!in|it|no|at|me|us|be)\w+$", re.IGNORECASE)
"""A dictated host, unless its end is an ordinary word as well."""
_NO_NAMES: Final = make_alternation(
    "login log logged me you us him her it is are was be play plays work works look meet mail here there go live sign"
    " account accounts stay address stare arrive hosted register registered registriert konto bin bist ist out over"
    " shop store site page back home met we they at the a on off this that point"
)
_NO_NAME: Final = re.compile(_NO_NAMES, re.IGNORECASE)
"""Words before "at" that are nobody's name."""
_JOINTS: Final = make_alternation(f"{_DOTS} underscore dash bindestrich unterstrich"[::-1])
_WORD: Final = r"[\w+%'-]{1,64}+"
_NAME_BACKWARDS: Final = re.compile(
    rf"(?P<more>(?:{_WORD}(?:\.|\W{{1,3}}(?:{_JOINTS})\W{{1,3}})){{0,4}}){_WORD}", re.IGNORECASE
)
_LONGEST: Final = 200


def _find_mail_addresses(text: str) -> Iterator[Span]:
    yield from (match.span() for match in _PLAIN.finditer(text) if not _NOBODYS.search(match[0]))
    yield from (match.span() for match in find_matches(text, *_OTHERS))
    for match in _HIDDEN.finditer(text):
        before = text[max(0, match.start() - _LONGEST) : match.start()]
        name = _NAME_BACKWARDS.match(before[::-1])
        if name and _is_mail(match, name):
            yield match.start() - name.end(), match.end()


def _is_mail(match: re.Match[str], name: re.Match[str]) -> bool:
    """Whether a mere "at" or a lone @ stands in an address: at a mail provider, or with further signs of one."""
    if match["sure"]:
        return True
    if _NO_NAME.fullmatch(name[0][::-1]) and "@" not in match[0]:
        return False
    if _PROVIDER.fullmatch(match["host"]):
        return True
    is_likely = "@" in match[0] or bool(name["more"]) or _SPOKEN.search(match[0])
    return bool(is_likely) and not _SITE.fullmatch(match["host"])


MAIL: Final = DataShape(
    rule="e-mail address",
    sign=re.compile(rf"@|\b(?:{_AT})\b|\(a\)|\[a\]|AT[a-z0-9-]{{1,64}}DOT", re.IGNORECASE).search,
    spans=_find_mail_addresses,
)
