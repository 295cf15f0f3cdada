"""The quotes that models print around strings, and where a string ends if every quote is taken at its word."""

import re
from collections.abc import Mapping
from typing import Final

from performer.models.soft.data.escapes import unescaped

GEMMA: Final = '<|"|>'
"""What Gemma prints for a quote; nothing is escaped inside."""
ESCAPE: Final = "<escape>"
"""The quote of FunctionGemma, opening and closing; nothing is escaped inside."""
ESCAPED: Final = '\\"'
"""The quote of a text that was put into a string once too often."""

_OPENER: Final = re.compile(r"<\|\"\|>|<escape>|\\\"|\"\"\"|'''|`(?!``)|[\"'“”„‘’‚]")


_CLOSERS: Final[Mapping[str, str]] = {
    '"': '"',
    "'": "'",
    "`": "`",
    "“": "“”",
    "„": "“”",
    "”": "”",
    "‘": "‘’",
    "‚": "‘’",
    "’": "’",
}
_FAMILIES: Final = ('"“”„', "'‘’‚", "`")


def _family(quote: str) -> str:
    return next(family for family in _FAMILIES if quote in family)


def _up_to(closers: str) -> re.Pattern[str]:
    return re.compile(rf"([^{closers}\\]*+(?:\\.[^{closers}\\]*+)*+)[{closers}]", re.DOTALL)


_ENDS: Final[Mapping[str, re.Pattern[str]]] = {
    **{quote: _up_to(closers) for quote, closers in _CLOSERS.items()},
    '"""': re.compile(r'((?:[^"\\]|\\.|"{1,2}(?!"))*+)"""', re.DOTALL),
    "'''": re.compile(r"((?:[^'\\]|\\.|'{1,2}(?!'))*+)'''", re.DOTALL),
    GEMMA: re.compile(r'((?:[^<]|<(?!\|"\|>))*+)<\|"\|>', re.DOTALL),
    ESCAPE: re.compile(r"((?:[^<]|<(?!/?escape>))*+)</?escape>"),
    ESCAPED: re.compile(r'((?:[^"\\]|\\\\(?:\\.|[^\\"])?|\\(?!["\\]))*+)\\"', re.DOTALL),
}
_CANDIDATES: Final[Mapping[str, re.Pattern[str]]] = {
    quote: re.compile(rf"\\.|[{closers}]", re.DOTALL) for quote, closers in _CLOSERS.items()
}
_CANDIDATES_OF_FAMILY: Final[Mapping[str, re.Pattern[str]]] = {
    quote: re.compile(rf"\\.|[{_family(quote)}]", re.DOTALL) for quote in _CLOSERS
}


def opener(text: str, at: int) -> str | None:
    """Give the quote that opens a string at `at`."""
    found = _OPENER.match(text, at)
    return found.group() if found else None


def content(raw: str, quote: str) -> str:
    """Give the text of a string from what stands between its quotes."""
    if quote in (GEMMA, ESCAPE):
        return raw
    return unescaped(unescaped(raw)) if quote == ESCAPED else unescaped(raw)


def read_quoted(text: str, at: int, stop: int, quote: str) -> tuple[str, int] | None:
    """Read the string that `quote` opens at `at` up to the first quote that can close it.

    Returns:
        Its text and the index after its closing quote; None when it is open at `stop`.
    """
    end = _ENDS[quote].match(text, at + len(quote), stop)
    return (content(end[1], quote), end.end()) if end else None


def candidates(quote: str, *, mixed: bool) -> re.Pattern[str] | None:
    """Give the pattern of what can close the string of a quote, escapes beside it; None for quotes that are spelt out.

    Args:
        quote: The quote that opened the string.
        mixed: Whether a quote of another shape may close it, as in `"Hi”`.
    """
    return (_CANDIDATES_OF_FAMILY if mixed else _CANDIDATES).get(quote)
