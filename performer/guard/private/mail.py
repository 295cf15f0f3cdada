"""E-mail addresses, written as such or so that a machine should not see them: name (at) host dot com."""

import re
from collections.abc import Iterator
from typing import Final

from performer.guard.private.shape import Shape, Span, any_of

_PLAIN: Final = re.compile(r"(?<![\w.+%'-])[\w.+%'-]{1,64}+@(?:[\w-]{1,63}+\.)+[^\W\d_]{2,24}(?![\w-])")
_OTHERS: Final = tuple(
    re.compile(shape)
    for shape in (
        # bob@gmail, with nothing behind it
        r"(?<![\w.+%'-])[\w.+%'-]{1,64}+@(?i:(?:g|google|hot|proton)mail|outlook|yahoo|gmx|icloud)(?![\w.-])",
        # b o b @ g m a i l . c o m
        r"(?<!\S)(?:[\w.+-] ){1,40}@(?: [\w-]){2,40} \.(?: [\w.-]){2,20}(?!\S)",
        # bobATgmailDOTcom
        r"\b[a-z0-9._-]{1,64}AT[a-z0-9-]{1,64}DOT[a-z]{2,10}\b",
    )
)
_NOBODYS: Final = re.compile(r"^git@|@\dx\.(?:png|jpe?g|gif|webp|svg)$", re.IGNORECASE)
"""A login that everybody has, and pictures of twice the size."""

_AT: Final = any_of("at aet ät arobase arrobas? chiocciola klammeraffe affe malpa")
_DOTS: Final = "dot period punkt point punto ponto kropka"
_DOT_WORD: Final = any_of(_DOTS)
_OPEN, _CLOSE = r"[\[({<*|/\\_-]", r"[\])}>*|/\\_-]"
_SURE_AT: Final = rf" ?{_OPEN}{{1,3}} ?(?:{_AT}|@|a) ?{_CLOSE}{{1,3}} ?"
_WEAK_AT: Final = rf" @ ?|@ | (?:{_AT}) "
_DOT: Final = rf"(?: ?{_OPEN}{{1,2}} ?(?:{_DOT_WORD}|\.) ?{_CLOSE}{{1,2}} ?| (?:{_DOT_WORD}) | \. |\.)"
_LABEL: Final = r"[A-Za-z0-9][A-Za-z0-9-]{0,62}?"
_TOP: Final = any_of(
    "com net org edu gov info biz name app dev xyz me io gg tv co eu de at ch li fr be lu nl es pt br mx ar cl pe uk ie"
    " us ca au nz it pl cz sk hu ro gr tr ru ua se no dk fi jp kr cn tw in id za il"
)
_ENDING: Final = rf"{_DOT}(?:{_TOP})(?![\w-])"
_HIDDEN: Final = re.compile(
    rf"(?:(?P<sure>{_SURE_AT})|{_WEAK_AT})(?P<host>{_LABEL}(?:{_DOT}{_LABEL}){{0,3}}?){_ENDING}(?:{_ENDING})?",
    re.IGNORECASE,
)
_PROVIDERS: Final = any_of(
    "(?:g|google|hot|fast|proton|rocket|web|mail|y)?mail gmx outlook hotmail live msn yahoo icloud mac me aol"
    " proton tutanota tuta posteo mailbox web freenet t-online arcor bluewin orange wanadoo free sfr laposte libero"
    " virgilio alice yandex ya rambler zoho hey uol bol terra ig sapo qq 163 126 naver seznam onet wp interia o2"
    " comcast verizon att sbcglobal btinternet sky ntl"
)
_PROVIDER: Final = re.compile(_PROVIDERS, re.IGNORECASE)
_SITE: Final = re.compile(
    any_of(r"twitch youtube kick discord github steam\w* twitter x tiktok instagram reddit itch"), re.IGNORECASE
)
"""Hosts at which one watches and nobody gets mail."""
_SPOKEN: Final = re.compile(rf" (?:{_DOT_WORD}) (?!in|it|no|at|me|us|be)\w+$", re.IGNORECASE)
"""A host that is dictated, but for its ends that are words as well."""
_NO_NAMES: Final = any_of(
    "login log logged me you us him her it is are was be play plays work works look meet mail here there go live sign"
    " account accounts stay address stare arrive hosted register registered registriert konto bin bist ist out over"
    " shop store site page back home met we they at the a on off this that point"
)
_NO_NAME: Final = re.compile(_NO_NAMES, re.IGNORECASE)
"""What stands before "at" though nobody is called so."""
_JOINTS: Final = any_of(f"{_DOTS} underscore dash bindestrich unterstrich"[::-1])
_WORD: Final = r"[\w+%'-]{1,64}+"
_NAME_BACKWARDS: Final = re.compile(
    rf"(?P<more>(?:{_WORD}(?:\.|\W{{1,3}}(?:{_JOINTS})\W{{1,3}})){{0,4}}){_WORD}", re.IGNORECASE
)
_LONGEST: Final = 200


def _spans(text: str) -> Iterator[Span]:
    for match in _PLAIN.finditer(text):
        if not _NOBODYS.search(match[0]):
            yield match.span()
    for pattern in _OTHERS:
        for match in pattern.finditer(text):
            yield match.span()
    for match in _HIDDEN.finditer(text):
        before = text[max(0, match.start() - _LONGEST) : match.start()]
        name = _NAME_BACKWARDS.match(before[::-1])
        if name and _is_mail(match, name):
            yield match.start() - name.end(), match.end()


def _is_mail(match: re.Match[str], name: re.Match[str]) -> bool:
    """Tell whether a mere "at" or a lone @ stands in an address: at a provider's, or with more to it."""
    if match["sure"]:
        return True
    if _NO_NAME.fullmatch(name[0][::-1]) and "@" not in match[0]:
        return False
    if _PROVIDER.fullmatch(match["host"]):
        return True
    is_likely = "@" in match[0] or bool(name["more"]) or _SPOKEN.search(match[0])
    return bool(is_likely) and not _SITE.fullmatch(match["host"])


MAIL: Final = Shape(
    rule="e-mail address",
    sign=re.compile(rf"@|\b(?:{_AT})\b|\(a\)|\[a\]|AT[a-z0-9-]{{1,64}}DOT", re.IGNORECASE).search,
    spans=_spans,
)
