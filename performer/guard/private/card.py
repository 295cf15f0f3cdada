"""Numbers of payment cards: an issuer's first digits, and a check digit that fits (Luhn)."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from performer.guard.private.shape import Shape, Span

_RUN: Final = re.compile(r"(?<![\w.,+#-])\d+(?:[ -]\d+)*(?![\w-]|[.,]\d)")
_ISSUER: Final = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})"
    r"|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}"
    r"|3[47]\d{13}"
    r"|(?:6011|65\d\d|64[4-9]\d|35\d\d|62\d\d|81\d\d)\d{12}"
    r"|3(?:0[0-5]|[68]\d)\d{11}"
    r"|(?:50|5[6-8]|6[37]|69)\d{14}"
)
"""Visa, Mastercard, American Express, Discover and JCB and UnionPay, Diners, Maestro."""
_MOST: Final = 19
_GROUP: Final = re.compile(r"\d+")


def _spans(text: str) -> Iterator[Span]:
    for run in _RUN.finditer(text):
        yield from _cards(text, [match.span() for match in _GROUP.finditer(text, *run.span())])


def _cards(text: str, groups: Sequence[Span]) -> Iterator[Span]:
    first = 0
    while first < len(groups):
        last = _card_from(text, groups, first)
        if last:
            yield groups[first][0], groups[last - 1][1]
        first = last or first + 1


def _card_from(text: str, groups: Sequence[Span], first: int) -> int:
    """Give which group a card ends before that begins with a group; 0 for none."""
    digits = ""
    lengths: list[int] = []
    for last, (start, end) in enumerate(groups[first : first + _MOST], first + 1):
        digits += text[start:end]
        lengths.append(end - start)
        if len(digits) > _MOST:
            return 0
        if _is_grouped(lengths) and _ISSUER.fullmatch(digits) and fits(digits):
            return last
    return 0


def _is_grouped(lengths: Sequence[int]) -> bool:
    """Tell whether digits stand as on a card, or all in groups of one length: else they are numbers of their own."""
    return lengths[:2] == [4, 6] or len(set(lengths[:-1])) < 2


def fits(digits: str) -> bool:
    """Tell whether the last digit is the one that the others make (Luhn)."""
    doubled = (sum(divmod(2 * int(each), 10)) for each in digits[-2::-2])
    return (sum(doubled) + sum(int(each) for each in digits[::-2])) % 10 == 0 and len(set(digits)) > 1


CARD: Final = Shape(rule="card number", sign=re.compile(r"\d(?:[ -]?\d){12}").search, spans=_spans)
