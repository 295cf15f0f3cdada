"""Strings of printed data: the quotes around them, where one ends, quotes inside it or not, and its escapes."""

import re
import sys
from collections.abc import Mapping
from typing import Final

from performer.models.toolcalls.text.data import words
from performer.models.toolcalls.text.data.words import MARKER

_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_PLAIN: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_DRIVE: Final = re.compile(r"[A-Za-z]:\\(?!\\)")
_HALF: Final = re.compile(r"[\ud800-\udfff]")


def unescape(raw: str) -> str:
    r"""Return the text that stands between two quotes.

    A backslash before punctuation goes (`\_`, `\$`), before a letter that makes no escape it stays (`\V`). A text that
    begins with a drive and holds an escape that is none (`D:\Videos\new`) is a path: all its backslashes stay.
    """
    if "\\" not in raw:
        return raw
    if _DRIVE.match(raw) and any(_is_none(escape) for escape in _ESCAPE.finditer(raw)):
        return _ESCAPE.sub(lambda escape: escape[4] if escape[4] and not escape[4].isalnum() else escape[0], raw)
    return join_surrogates(_ESCAPE.sub(_read_escape, raw))


def join_surrogates(text: str) -> str:
    """Join the halves of a character that two escapes spell; a half alone becomes U+FFFD, for nothing can print it."""
    if not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _read_escape(escape: re.Match[str]) -> str:
    digits = escape[1] or escape[2] or escape[3]
    if digits:
        number = int(digits, 16)
        return chr(number) if number <= sys.maxunicode else escape[0]
    return escape[0] if _is_none(escape) else _PLAIN.get(escape[4], escape[4])


def _is_none(escape: re.Match[str]) -> bool:
    return bool(escape[4]) and escape[4].isalnum() and escape[4] not in _PLAIN


GEMMA: Final = '<|"|>'
"""The quote of Gemma; nothing is escaped inside."""
ESCAPE: Final = "<escape>"
"""The quote of FunctionGemma, opening and closing; nothing is escaped inside."""
ESCAPED: Final = '\\"'
"""The quote of a text that was put into a string once too often."""

_OPENER: Final = re.compile(r"<\|\"\|>|<escape>|\\\"|\"\"\"|'''|`(?!``)|[\"'“”„‘’‚]")


_CLOSERS: Final[Mapping[str, str]] = {
    **{quote: quote for quote in "\"'`”’"},
    **dict.fromkeys("“„", "“”"),
    **dict.fromkeys("‘‚", "‘’"),
}
_FAMILIES: Final = ('"“”„', "'‘’‚", "`")


_ENDS: Final[Mapping[str, re.Pattern[str]]] = {
    **{
        quote: re.compile(rf"([^{closers}\\]*+(?:\\.[^{closers}\\]*+)*+)[{closers}]", re.DOTALL)
        for quote, closers in _CLOSERS.items()
    },
    '"""': re.compile(r'((?:[^"\\]|\\.|"{1,2}(?!"))*+)"""', re.DOTALL),
    "'''": re.compile(r"((?:[^'\\]|\\.|'{1,2}(?!'))*+)'''", re.DOTALL),
    GEMMA: re.compile(r'((?:[^<]|<(?!\|"\|>))*+)<\|"\|>', re.DOTALL),
    ESCAPE: re.compile(r"((?:[^<]|<(?!/?escape>))*+)</?escape>"),
    ESCAPED: re.compile(r'((?:[^"\\]|\\\\(?:\\.|[^\\"])?|\\(?!["\\]))*+)\\"', re.DOTALL),
}
_CANDIDATES: Final[Mapping[str, re.Pattern[str]]] = {
    quote: re.compile(rf"\\.|[{closers}]", re.DOTALL) for quote, closers in _CLOSERS.items()
}
_MIXED_CANDIDATES: Final[Mapping[str, re.Pattern[str]]] = {
    quote: re.compile(rf"\\.|[{family}]", re.DOTALL) for family in _FAMILIES for quote in family
}
"""Quotes of another shape may close a string too, as in `"Hi”`."""


def find_opener(text: str, at: int) -> str | None:
    """Return the quote that opens a string at `at`."""
    found = _OPENER.match(text, at)
    return found.group() if found else None


def read_content(raw: str, quote: str) -> str:
    """Return the text of a string from what stands between its quotes."""
    if quote in (GEMMA, ESCAPE):
        return raw
    return unescape(unescape(raw)) if quote == ESCAPED else unescape(raw)


def read_quoted(text: str, at: int, stop: int, quote: str) -> tuple[str, int] | None:
    """Read the string that `quote` opens at `at` up to the first that can close it, and return the index after it.

    None when it is open at `stop`.
    """
    end = _ENDS[quote].match(text, at + len(quote), stop)
    return (read_content(end[1], quote), end.end()) if end else None


MOST_QUOTES: Final = 1000
"""Quotes inside the strings of one literal."""


class OpenStringError(Exception):
    """The string never ends."""

    def __init__(self, end: int) -> None:
        super().__init__(end)
        self.end = end
        """The index at which to go on: a marker inside it, or the end of the text."""


class Strings:
    """The strings of one literal.

    The text ends for them at `stop`. In an `exact` reading the first quote that can close a string does.
    """

    def __init__(self, text: str, stop: int, *, exact: bool) -> None:
        self._text = text
        self._stop = stop
        self._exact = exact
        self._mixed = False
        self._passed = 0

    def read(self, at: int, quote: str, open_closers: list[str], *, key: bool, bare_keys: bool) -> tuple[str, int]:
        """Read the string that `quote` opens at `at`, and return the index after it; a key ends at the first quote.

        Raises OpenStringError when it never ends.
        """
        taken = read_quoted(self._text, at, self._stop, quote) if self._exact or key or len(quote) > 1 else None
        if taken is not None and not (taken[1] >= self._stop and self._is_half(taken[1])):
            return taken
        if quote == GEMMA:
            return self._read_gemma(at)
        quote = quote[0] if quote in {'"""', "'''"} else quote
        if self._exact or key or len(quote) > 1:
            raise OpenStringError(self._find_end_of_open(at))
        begun = at + len(quote)
        word = words.END_OF_WORD.match(self._text, begun, self._stop)
        if word is not None:
            return word.group(), word.end()
        end = self._find_end(begun, quote, open_closers, bare_keys=bare_keys)
        if end is None and not self._mixed:
            self._mixed = True
            end = self._find_end(begun, quote, open_closers, bare_keys=bare_keys)
        if end is None:
            return self._read_open(begun, quote)
        return read_content(self._text[begun:end], quote), end + 1

    def _find_end(self, begun: int, quote: str, open_closers: list[str], *, bare_keys: bool) -> int | None:
        pattern = (_MIXED_CANDIDATES if self._mixed else _CANDIDATES)[quote]
        passed = 0
        for candidate in pattern.finditer(self._text, begun, self._stop):
            if candidate.group()[0] == "\\":
                continue
            after = candidate.end()
            if words.can_end(self._text, after, self._stop, open_closers=open_closers, bare_keys=bare_keys):
                half = after >= self._stop and (passed % 2 or self._is_half(after))
                self._passed += passed
                return None if half else candidate.start()
            passed += 1
            if self._passed + passed > MOST_QUOTES:
                break
        self._passed += passed
        return None

    def _read_open(self, begun: int, quote: str) -> tuple[str, int]:
        """Read a string that lacks its closing quote: it ends where the next key begins on the same line."""
        end = words.NEXT_KEY.search(self._text, begun, self._stop)
        if end is None or "\n" in self._text[begun : end.start()]:
            raise OpenStringError(self._find_end_of_open(begun))
        return read_content(self._text[begun : end.start()], quote), end.start()

    def _read_gemma(self, at: int) -> tuple[str, int]:
        """Read a string of Gemma's that lacks its closing quote: it ends where the brackets close for good."""
        begun = at + len(GEMMA)
        end = words.END_OF_OPEN.search(self._text, begun, self._stop)
        if end is None:
            raise OpenStringError(self._find_end_of_open(begun))
        return self._text[begun : end.start()].strip(), end.start()

    def _is_half(self, end: int) -> bool:
        """Return whether the last quote of the text, before `end`, looks like the first of a word within a string."""
        return end >= 2 and self._text[end - 2].isspace()

    def _find_end_of_open(self, begun: int) -> int:
        marker = MARKER.search(self._text, begun, self._stop)
        return marker.start() if marker else self._stop
