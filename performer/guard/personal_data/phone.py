"""Phone numbers: international ones, national ones by a country's groups, those that are called one, and dictated ones.

A dictated number has single digits, or words.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from performer.guard.personal_data.shape import DataShape, Span, find_matches, make_alternation

_LISTS: Final = tomllib.loads(Path(__file__).with_name("numbers.toml").read_text(encoding="utf-8"))
_WORDS: Final[dict[str, str]] = {word: digits for digits, words in _LISTS["words"].items() for word in words.split()}
_TIMES: Final[dict[str, int]] = {word: int(times) for times, words in _LISTS["times"].items() for word in words.split()}
_WORD: Final = rf"(?:(?:{'|'.join(_TIMES)}) ?)?(?:{'|'.join(_WORDS)})"
_WORD_GAP: Final = r"(?:[ ,.;/–-]{1,3}(?:(?:and|et|y|e|und) )?)"
_BY_WORDS: Final = re.compile(rf"\b(?:{_WORD}|\d)(?:{_WORD_GAP}(?:{_WORD}|\d)){{5,24}}\b", re.IGNORECASE)
_BY_DIGITS: Final = re.compile(r"(?<![\w.,:+-])\d(?P<gap>[ .,–-]{1,3})\d(?:(?P=gap)\d){7,17}(?![\w%:])")
_LETTER: Final = re.compile(r"[^\W\d_]")
_PART: Final = re.compile(r"\d|[^\W\d_]+")


def _find_spelled_numbers(text: str) -> Iterator[Span]:
    for match in _BY_WORDS.finditer(text):
        numbers = _read_numbers(match[0])
        if _LETTER.search(match[0]) and len(numbers) >= _FEWEST and _is_dictated(numbers):
            yield match.span()
    for match in _BY_DIGITS.finditer(text):
        numbers = _read_numbers(match[0])
        if _is_dictated(numbers) and (numbers[0] == 0 or len(numbers) >= _SURELY):
            yield match.span()


_FEWEST: Final = 7
"""The fewest words of a number that can reach anybody."""
_SURELY: Final = 10
"""The fewest digits of a number that need not begin with a 0: nine of them may be a row of a puzzle."""


def _read_numbers(written: str) -> list[int]:
    numbers: list[int] = []
    times = 1
    for part in _PART.findall(written.lower()):
        if part in _WORDS or part.isdecimal():
            numbers += [int(_WORDS.get(part, part))] * times
        times = _TIMES.get(part, 1)
    return numbers


def _is_dictated(numbers: Sequence[int]) -> bool:
    """Whether digits are a number, not a count, a beat or a row of noughts and ones."""
    counted = sum(abs(after - before) in {1, 10} for before, after in pairwise(numbers))
    return counted < _COUNTED * (len(numbers) - 1) and len(set(numbers)) > 2


_COUNTED: Final = 0.75
"""The share of steps by one from which on somebody counts."""
_SINGLE: Final = re.compile(r"\d(?:[ .,–-]{1,3}\d){8}")


def _has_sign(text: str) -> bool:
    return len(_WORDS.keys() & set(text.lower().replace(",", " ").split())) > 1 or _SINGLE.search(text) is not None


SPELLED: Final = DataShape(rule="number spelled out", sign=_has_sign, spans=_find_spelled_numbers)

_FREE: Final = r"(?<![\w+@#$€£=])(?<!\d[.,:/-])(?<![-−])"
"""A number does not begin behind a word, a price, a sign or another number."""
_ENDS: Final = r"(?![\w%€$£]|[.,:/-]\d)"
_DIGIT_GAP: Final = r"[ ./()–-]{0,3}"

_INTERNATIONAL: Final = re.compile(
    rf"(?<![\w+])(?P<prefix>\+ ?|(?<![\d.,:/-])(?<!\d )00 ?(?!\d{{1,3}} 0))"
    rf"(?P<digits>[1-9](?:{_DIGIT_GAP}\d){{7,14}})(?!\d)"
)
_COUNTRY: Final = re.compile(
    r"1[2-9]\d{8,9}$|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|50\d|59\d|6[789]\d|80\d"
    r"|85\d|87\d|88\d|9[679]\d"
)
_GROUPED: Final = tuple(
    re.compile(f"{_FREE}{shape}{_ENDS}")
    for shape in (
        # North America; with blanks only it may be the size of a picture
        r"(?:\+?1[ .-]?)?\([1-9]\d{2}\)[ .-]{0,2}\d{3}[ .-]?\d{4}",
        r"(?:\+?1[ .-])?[1-9]\d{2}(?P<sign>[.-])\d{3}(?P=sign)\d{4}",
        r"(?<!\d )(?:1 )?[1-9]\d{2} \d{3} (?!1080|1440|2160|\d\d00)\d{4}",
        # Brazil, Spain, Russia, Italy
        r"(?:\(0?[1-9]\d\)|[1-9]\d)[ -]?9\d{4}-\d{4}",
        r"[1-9]\d 9\d{4} (?!\d\d00)\d{4}",
        # Spain, Portugal, Poland; with a word behind it a number counts something
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
        make_alternation(
            "(?:tele)?phone(?:~number)? tel tele telef tlf mobile? cell(?:phone)? whats~?app sms call dial"
        ),
        r"(?:text|call|ring|phone) (?:me|him|her|them|us)|(?:my|his|her|their|mobile|cell) number",
        make_alternation(r"telefon\w* handy(?:nummer)? (?:meine|seine|ihre)~nummer ruf~(?:mich|ihn|sie)"),
        make_alternation("appelle[-~]?(?:moi|le|la)? mon~numero portable"),
        make_alternation("llama(?:me|lo|le) llama~al? [ms][iu]~numero movil celular telefono"),
        make_alternation("liga[-~](?:me|pra~mim) meu~(?:numero|zap) telemovel telefone"),
    )
)
_IS: Final = make_alternation("is its ist est es e at on under unter an au al a no nr pra para o number nummer numero")
_LINKING: Final = rf"(?:[\s:=,.-]{{0,3}}(?:{_IS})\b){{0,3}}"
_CALLED: Final = re.compile(
    rf"\b(?:{_CUE})\b{_LINKING}[^\w\n]{{0,4}}(?P<number>\(?\d(?:{_DIGIT_GAP}\d){{6,14}})(?![\d:])", re.IGNORECASE
)
_LINK: Final = re.compile(r"(?:wa\.me/|\btel:|\bsms:|t\.me/)\+?(?P<number>\d{7,15})", re.IGNORECASE)

_DATE: Final = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})\b(?!\1\d)|\d{4}([./-])\d\d\2\d\d\b")
_LABELS: Final = make_alternation(
    r"coord\w* koord\w* xyz x pos position seed semente semilla graine base u?id code score bingo lot+o tick frame"
)
_LABEL: Final = re.compile(rf"\b(?i:{_LABELS})\W{{0,3}}$|\b[A-Z]{{2}} $")
"""Words right before digits that are no phone number; two letters are a state, with a postcode."""
_LABEL_LENGTH: Final = 16
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[ .]\d{3})*[ .]000")
_ROUND: Final = "00000"
_DRAWN: Final = 50
"""The highest number of a lottery."""


def _find_phone_numbers(text: str) -> Iterator[Span]:
    for match in _INTERNATIONAL.finditer(text):
        if _is_international(match):
            yield match.span()
    for match in find_matches(text, *_GROUPED):
        if not _is_labelled(text, match.start()):
            yield match.span()
    for match in find_matches(text, _TRUNK, _DOTTED):
        if _is_national(match[0]) and not _is_labelled(text, match.start()):
            yield match.span()
    for match in find_matches(text, _LINK, _CALLED):
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
    steps = [after - before for before, after in pairwise(groups)]
    # In equal steps, or rising to a number that a lottery has.
    is_row = len(groups) > 2 and (len(set(steps)) == 1 or (min(steps) > 0 and groups[-1] <= _DRAWN))
    return not is_row


def _is_labelled(text: str, start: int) -> bool:
    return _LABEL.search(text, max(0, start - _LABEL_LENGTH), start) is not None


def _is_round(written: str) -> bool:
    return _ROUND in re.sub(r"\D", "", written) or _THOUSANDS.fullmatch(written) is not None


PHONE: Final = DataShape(
    rule="phone number", sign=re.compile(rf"\d(?:{_DIGIT_GAP}\d){{5}}").search, spans=_find_phone_numbers
)
