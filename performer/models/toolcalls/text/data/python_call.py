"""A call as Python writes it, `name("x", volume=0.5)`, with nothing but literals inside."""

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Final

from performer.core.values import dataclass
from performer.models.toolcalls.text.data import strings
from performer.models.toolcalls.text.data.literal import LONGEST, PrintedData, read_literal
from performer.models.toolcalls.text.data.strings import OpenStringError
from performer.models.toolcalls.text.data.tolerant import AstrayError, NoDataError, TolerantReader
from performer.models.toolcalls.text.data.words import GAP, MARKER, SEPARATORS, read_bare, skip

MOST_ARGUMENTS: Final = 64

_HEAD: Final = re.compile(r"([A-Za-z_][\w-]{0,99}+(?:\.[A-Za-z_][\w-]{0,99}+){0,8})[ \t]?\(")
_KEYWORD: Final = re.compile(r"([\"'`]?)([A-Za-z_][\w-]{0,99}+)\1\s*+(?:=>|=(?!=)|:(?![:=]))\s*+")
_PREFIX: Final = re.compile(r"([rRbBuUfF]{1,2})(?=[\"'])")
_ATOM: Final = re.compile(r"[+-]?[\w.+]{1,99}+(?:(?<=[eE])-\d++)?(?:-[\w.]++)*+")
_LITERAL: Final = re.compile(r"(?:\*\*(?=\{))?+(?:[{\[]|dict\()")
_OPERATOR: Final = re.compile(r"[-+*/%<>]\s|==|\[|\.[a-z_]{1,40}\(|(?:or|and|if|in|is|not|for)\s")
"""Signs that make an expression of the value before it."""
_NAME: Final = re.compile(r"[A-Za-z_][\w.-]*+")


@dataclass(frozen=True, kw_only=True)
class Positional:
    """The arguments of a call as Python writes it, `overlay_text("Hi", duration_s=5)`."""

    values: tuple[object, ...] = ()
    keywords: Mapping[str, object] = field(default_factory=dict)


def read_python_call(text: str, at: int) -> PrintedData | None:
    """Read the `Positional` arguments of the call whose name stands at `at`; they break off without its `)`.

    None when there is none, or an argument is an expression: another call, a sum, a condition.
    """
    head = _HEAD.match(text, at)
    if head is None:
        return None
    stop = min(len(text), at + LONGEST)
    for exact in (True, False):
        try:
            return _ArgumentsReader(text, head.end(), stop, exact=exact).read_call()
        except AstrayError:
            continue
        except NoDataError:
            return None
    return None


class _ArgumentsReader(TolerantReader):
    """The reader of what stands between the brackets of a call."""

    def __init__(self, text: str, at: int, stop: int, *, exact: bool) -> None:
        super().__init__(text, at, stop, exact=exact, words_first=False)
        self._open.append(")")
        self._values: list[object] = []
        self._keywords: dict[str, object] = {}
        self._closed = False

    def read_call(self) -> PrintedData:
        """Read argument by argument; raises NoDataError at an expression, and else as `TolerantReader.read` does."""
        for count in range(MOST_ARGUMENTS + 1):
            if self._is_ended(first=count == 0) or not self._read_argument():
                value = Positional(values=tuple(self._values), keywords=self._keywords)
                return PrintedData(value=value, end=self.at, cut=self.cut or not self._closed)
        raise NoDataError

    def _is_ended(self, *, first: bool) -> bool:
        begun = self.at
        self.at = skip(GAP if first else SEPARATORS, self._text, begun, self._stop)
        skipped = self._text[begun : self.at]
        self._closed = self._text.startswith(")", self.at, self._stop)
        if self._closed or self.at >= self._stop or MARKER.match(self._text, self.at, self._stop):
            self.at += self._closed
            return True
        return not first and "," not in skipped and self._is_ended_without_comma(begun, new_line="\n" in skipped)

    def _is_ended_without_comma(self, begun: int, *, new_line: bool) -> bool:
        if _OPERATOR.match(self._text, self.at, self._stop):
            raise NoDataError
        if new_line and self._text.find(")", self.at, self._stop) < 0:
            self.at = begun
            return True
        if self._exact:
            raise AstrayError
        if _KEYWORD.match(self._text, self.at, self._stop):
            return False
        raise NoDataError

    def _read_argument(self) -> bool:
        """Read one argument; false when it was cut off."""
        if self._skip_ellipsis():
            return True
        named = _KEYWORD.match(self._text, self.at, self._stop)
        self.at = named.end() if named else self.at
        keyword = named[2] if named else None
        if self.at >= self._stop:
            return False
        prefix = _PREFIX.match(self._text, self.at, self._stop)
        quote = strings.find_opener(self._text, prefix.end() if prefix else self.at)
        if quote is not None:
            return self._read_text(keyword, quote, prefix[1].lower() if prefix else "")
        if _LITERAL.match(self._text, self.at, self._stop):
            return self._read_data(keyword)
        return self._read_atom(keyword)

    def _read_text(self, keyword: str | None, quote: str, prefix: str) -> bool:
        begun = self.at + len(prefix)
        try:
            value, self.at = self._strings.read(begun, quote, self._open, key=False, bare_keys=True)
        except OpenStringError as error:
            if self._exact:
                raise AstrayError from None
            self.at = error.end
            return False
        if "f" in prefix and "{" in value:
            raise NoDataError
        raw = self._text[begun + len(quote) : self.at - len(quote)]
        self._add(keyword, raw if "r" in prefix else value)
        return True

    def _read_data(self, keyword: str | None) -> bool:
        self.at += 2 * self._text.startswith("**", self.at)
        literal = read_literal(self._text, self.at)
        if literal is None:
            if self._text.find("]", self.at, self._stop) < 0:
                self.at = self._stop
                return False
            raise NoDataError
        self.at = literal.end
        self._add(keyword, literal.value)
        self.cut = self.cut or literal.cut
        return not literal.cut or not literal.open_depth

    def _read_atom(self, keyword: str | None) -> bool:
        atom = _ATOM.match(self._text, self.at, self._stop)
        if atom is None:
            raise NoDataError
        self.at = atom.end()
        if self.at >= self._stop:
            return False
        value = read_bare(atom.group())
        if isinstance(value, str) and (keyword is None or not _NAME.fullmatch(value)):
            raise NoDataError
        self._add(keyword, value)
        return True

    def _add(self, keyword: str | None, value: object) -> None:
        if keyword is None:
            self._values.append(value)
        else:
            self._keywords[keyword] = value
