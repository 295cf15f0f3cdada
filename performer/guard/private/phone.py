"""Phone numbers: international ones, national ones by the groups a country writes them in, any that is called one."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from performer.guard.private.shape import Shape, Span, any_of

_FREE: Final = r"(?<![\w+@#$€£=])(?<!\d[.,:/-])(?<![-−])"
"""What a number does not begin behind: a word, a price, a sign, another number."""
_ENDS: Final = r"(?![\w%€$£]|[.,:/-]\d)"
_GAP: Final = r"[ ./()–-]{0,3}"

_INTERNATIONAL: Final = re.compile(
    rf"(?<![\w+])(?P<prefix>\+ ?|(?<![\d.,:/-])(?<!\d )00 ?(?!\d{{1,3}} 0))(?P<digits>[1-9](?:{_GAP}\d){{7,14}})(?!\d)"
)
_COUNTRY: Final = re.compile(
    r"1[2-9]\d{8,9}$|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|50\d|59\d|6[789]\d|80\d"
    r"|85\d|87\d|88\d|9[679]\d"
)
_GROUPED: Final = tuple(
    re.compile(f"{_FREE}{shape}{_ENDS}")
    for shape in (
        # North America; with blanks alone it may be a size of a picture
        r"(?:\+?1[ .-]?)?\([1-9]\d{2}\)[ .-]{0,2}\d{3}[ .-]?\d{4}",
        r"(?:\+?1[ .-])?[1-9]\d{2}(?P<sign>[.-])\d{3}(?P=sign)\d{4}",
        r"(?<!\d )(?:1 )?[1-9]\d{2} \d{3} (?!1080|1440|2160|\d\d00)\d{4}",
        # Brazil, Spain, Russia, Italy
        r"(?:\(0?[1-9]\d\)|[1-9]\d)[ -]?9\d{4}-\d{4}",
        r"[1-9]\d 9\d{4} (?!\d\d00)\d{4}",
        # Spain, Portugal, Poland; a word behind it says what is counted
        r"(?<!\d )(?!999)[5679]\d{2}(?P<gap>[ -])(?!000)\d{3}(?P=gap)(?!000)\d{3}(?=\s*(?:$|[.,;!?)]))",
        r"[679]\d{2}(?: \d{2}){3}",
        r"8[ -]?\(9\d{2}\)[ -]?\d{3}[ -]?\d{2}[ -]?\d{2}",
        r"8(?P<mark>[ -])9\d{2}(?P=mark)\d{3}(?P=mark)\d{2}(?P=mark)\d{2}",
        r"3[2-9]\d[ /-](?!\d*000)\d{6,7}",
    )
)
_TRUNK: Final = re.compile(rf"{_FREE}(?:\(?0|\(0\) ?)[1-9](?:[ ()/–-]{{0,3}}\d){{7,11}}{_ENDS}")
"""A leading 0, as most of Europe, Japan and Australia write it."""
_DOTTED: Final = re.compile(rf"{_FREE}0[1-9]\d{{0,3}}(?:\.\d{{2,3}}){{3,4}}{_ENDS}")

_CUE: Final = "|".join(
    (
        any_of("(?:tele)?phone(?:~number)? tel tele telef tlf mobile? cell(?:phone)? whats~?app sms call dial"),
        r"(?:text|call|ring|phone) (?:me|him|her|them|us)|(?:my|his|her|their|mobile|cell) number",
        any_of(r"telefon\w* handy(?:nummer)? (?:meine|seine|ihre)~nummer ruf~(?:mich|ihn|sie)"),
        any_of("appelle[-~]?(?:moi|le|la)? mon~numero portable"),
        any_of("llama(?:me|lo|le) llama~al? [ms][iu]~numero movil celular telefono"),
        any_of("liga[-~](?:me|pra~mim) meu~(?:numero|zap) telemovel telefone"),
    )
)
_IS: Final = any_of("is its ist est es e at on under unter an au al a no nr pra para o number nummer numero")
_LINKING: Final = rf"(?:[\s:=,.-]{{0,3}}(?:{_IS})\b){{0,3}}"
_CALLED: Final = re.compile(
    rf"\b(?:{_CUE})\b{_LINKING}[^\w\n]{{0,4}}(?P<number>\(?\d(?:{_GAP}\d){{6,14}})(?![\d:])", re.IGNORECASE
)
_LINK: Final = re.compile(r"(?:wa\.me/|\btel:|\bsms:|t\.me/)\+?(?P<number>\d{7,15})", re.IGNORECASE)

_DATE: Final = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})\b(?!\1\d)|\d{4}([./-])\d\d\2\d\d\b")
_LABELS: Final = any_of(
    r"coord\w* koord\w* xyz x pos position seed semente semilla graine base u?id code score bingo lot+o tick frame"
)
_LABEL: Final = re.compile(rf"\b(?i:{_LABELS})\W{{0,3}}$|\b[A-Z]{{2}} $")
"""What digits are just behind it that are no number to call; two letters are a state, with a postcode."""
_LABEL_LENGTH: Final = 16
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[ .]\d{3})*[ .]000")
_ROUND: Final = "00000"
_DRAWN: Final = 50
"""The highest number of a lottery."""


def _spans(text: str) -> Iterator[Span]:
    for match in _INTERNATIONAL.finditer(text):
        if _is_international(match):
            yield match.span()
    for match in chain.from_iterable(pattern.finditer(text) for pattern in _GROUPED):
        if not _is_labelled(text, match.start()):
            yield match.span()
    for match in chain(_TRUNK.finditer(text), _DOTTED.finditer(text)):
        if _is_national(match[0]) and not _is_labelled(text, match.start()):
            yield match.span()
    for match in chain(_LINK.finditer(text), _CALLED.finditer(text)):
        if not _DATE.match(match["number"]) and not _is_round(match["number"]):
            yield match.span("number")


def _is_international(match: re.Match[str]) -> bool:
    digits = re.sub(r"\D", "", match["digits"])
    fewest = 9 if match["prefix"][0] == "0" or digits == match["digits"] else 8
    return len(digits) >= fewest and _ROUND not in digits and _COUNTRY.match(digits) is not None


def _is_national(written: str) -> bool:
    if _DATE.match(written.lstrip("(")) or written.count("/") > 1 or _is_round(written):
        return False
    groups = [int(group) for group in re.findall(r"\d+", written)]
    return not (len(groups) > 2 and _is_row(groups))


def _is_labelled(text: str, start: int) -> bool:
    return _LABEL.search(text, max(0, start - _LABEL_LENGTH), start) is not None


def _is_row(numbers: Sequence[int]) -> bool:
    """Tell whether numbers go up or down in equal steps, or up to a number that a draw has."""
    steps = [after - before for before, after in pairwise(numbers)]
    return len(set(steps)) == 1 or (min(steps) > 0 and numbers[-1] <= _DRAWN)


def _is_round(written: str) -> bool:
    return _ROUND in re.sub(r"\D", "", written) or _THOUSANDS.fullmatch(written) is not None


PHONE: Final = Shape(rule="phone number", sign=re.compile(rf"\d(?:{_GAP}\d){{5}}").search, spans=_spans)
