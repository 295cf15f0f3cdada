"""Numbers of bank accounts (IBAN): a country, its length, and check digits that fit (mod 97)."""

import re
from collections.abc import Iterator
from typing import Final

from performer.guard.private.shape import Shape, Span

_LENGTHS: Final = {
    length: countries.split()
    for length, countries in {
        15: "NO",
        16: "BE",
        18: "DK FI FO GL NL SD",
        19: "MK SI",
        20: "AT BA EE KZ LT LU MN XK",
        21: "CH HR LI LV",
        22: "BG BH CR DE GB GE IE ME RS VA",
        23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "LY PT ST",
        26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM",
        28: "AL AZ BY CY DO GT HU LB NI PL SV",
        29: "BR EG PS QA UA",
        30: "JO KW MU YE",
        31: "MT SC",
        32: "LC",
        33: "RU",
    }.items()
}
_LENGTH_OF: Final = {country: length for length, countries in _LENGTHS.items() for country in countries}
_BEGINS: Final = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(_LENGTH_OF)})[ -]?\d[ -]?\d", re.IGNORECASE)
_SIGN: Final = re.compile(r"[ -]{0,2}([A-Za-z0-9])")


def _spans(text: str) -> Iterator[Span]:
    for begin in _BEGINS.finditer(text):
        end = _end(text, begin.start(), _LENGTH_OF[begin[1].upper()])
        if end and not text[end : end + 1].isalnum():
            yield begin.start(), end


def _end(text: str, start: int, length: int) -> int:
    """Give where a number of that many signs ends, if it fits; 0 for none."""
    signs = ""
    end = start
    while len(signs) < length:
        sign = _SIGN.match(text, end)
        if sign is None:
            return 0
        signs += sign[1].upper()
        end = sign.end()
    return end if fits(signs) else 0


def fits(signs: str) -> bool:
    """Tell whether the check digits are those that the rest makes."""
    return int("".join(str(int(each, 36)) for each in signs[4:] + signs[:4])) % 97 == 1


BANK_ACCOUNT: Final = Shape(
    rule="bank account", sign=re.compile(r"\b[A-Za-z]{2}[ -]?\d[ -]?\d[ -]?[A-Za-z0-9]").search, spans=_spans
)
