"""A call as Python writes it, `name("x", volume=0.5)`, with nothing but literals inside."""

import re
from dataclasses import dataclass, field
from typing import Final

from performer.models.toolcalls.text.data import strings
from performer.models.toolcalls.text.data.literal import LONGEST, read_literal
from performer.models.toolcalls.text.data.strings import OpenStringError, Strings
from performer.models.toolcalls.text.data.tolerant import AstrayError, NoDataError
from performer.models.toolcalls.text.data.words import ELLIPSIS, GAP, MARKER, SEPARATORS, read_bare, skip

MOST_ARGUMENTS: Final = 64

_HEAD: Final = re.compile(r"([A-Za-z_][\w-]{0,99}+(?:\.[A-Za-z_][\w-]{0,99}+){0,8})[ \t]?\(")
_KEYWORD: Final = re.compile(r"([\"'`]?)([A-Za-z_][\w-]{0,99}+)\1\s*+(?:=>|=(?!=)|:(?![:=]))\s*+")
_PREFIX: Final = re.compile(r"([rRbBuUfF]{1,2})(?=[\"'])")
_ATOM: Final = re.compile(r"[+-]?[\w.+]{1,99}+(?:(?<=[eE])-\d++)?(?:-[\w.]++)*+")
_LITERAL: Final = re.compile(r"(?:\*\*(?=\{))?+(?:[{\[]|dict\()")
_OPERATOR: Final = re.compile(r"[-+*/%<>]\s|==|\[|\.[a-z_]{1,40}\(|(?:or|and|if|in|is|not|for)\s")
"""Signs that make an expression of the value before it."""
_NAME: Final = re.compile(r"[A-Za-z_][\w.-]*+")


@dataclass(kw_only=True, slots=True)
class PythonCall:
    """One printed call, as far as it is read."""

    positional: list[object] = field(default_factory=list)
    keywords: dict[str, object] = field(default_factory=dict)
    end: int
    """The index after its `)`, or after what was read when there is none."""
    closed: bool = False
    """Whether it has its `)`."""
    cut: bool = False
    """Whether something is missing: it ended in mid-value or after a comma, or `...` stands for it."""


def read_python_call(text: str, at: int) -> PythonCall | None:
    """Read the call whose name stands at `at`.

    Returns:
        None when there is none, or an argument is an expression: another call, a sum, a condition.
    """
    head = _HEAD.match(text, at)
    if head is None:
        return None
    stop = min(len(text), at + LONGEST)
    for exact in (True, False):
        call = PythonCall(end=head.end())
        try:
            _ArgumentsReader(call, text, stop, exact=exact).read()
        except AstrayError:
            continue
        except NoDataError:
            return None
        return call
    return None


class _ArgumentsReader:
    """The reader of what stands between the brackets of a call, into the call."""

    def __init__(self, call: PythonCall, text: str, stop: int, *, exact: bool) -> None:
        self._call = call
        self._text = text
        self._stop = stop
        self._exact = exact
        self._strings = Strings(text, stop, exact=exact)

    def read(self) -> None:
        """Read argument by argument.

        Raises:
            NoDataError: at an expression.
            AstrayError: in an exact reading that does not work out.
        """
        for count in range(MOST_ARGUMENTS + 1):
            if self._is_ended(first=count == 0):
                return
            if not self._read_argument():
                self._call.cut = True
                return
        raise NoDataError

    def _is_ended(self, *, first: bool) -> bool:
        begun = self._call.end
        self._call.end = skip(SEPARATORS if not first else GAP, self._text, begun, self._stop)
        skipped = self._text[begun : self._call.end]
        separated = first or "," in skipped
        if self._call.end >= self._stop:
            self._call.cut = separated
            return True
        if self._text[self._call.end] == ")":
            self._call.end += 1
            self._call.closed = True
            return True
        if MARKER.match(self._text, self._call.end, self._stop):
            self._call.cut = first
            return True
        return not separated and self._is_ended_without_comma(begun, new_line="\n" in skipped)

    def _is_ended_without_comma(self, begun: int, *, new_line: bool) -> bool:
        if _OPERATOR.match(self._text, self._call.end, self._stop):
            raise NoDataError
        if new_line and self._text.find(")", self._call.end, self._stop) < 0:
            self._call.end = begun
            return True
        if self._exact:
            raise AstrayError
        if _KEYWORD.match(self._text, self._call.end, self._stop):
            return False
        raise NoDataError

    def _read_argument(self) -> bool:
        """Read one argument; false when it was cut off."""
        ellipsis = ELLIPSIS.match(self._text, self._call.end, self._stop)
        if ellipsis is not None:
            self._call.end = ellipsis.end()
            self._call.cut = True
            return True
        keyword = _KEYWORD.match(self._text, self._call.end, self._stop)
        if keyword is not None:
            self._call.end = keyword.end()
        if self._call.end >= self._stop:
            return False
        return self._read_value(keyword[2] if keyword else None)

    def _read_value(self, keyword: str | None) -> bool:
        prefix = _PREFIX.match(self._text, self._call.end, self._stop)
        quote = strings.find_opener(self._text, prefix.end() if prefix else self._call.end)
        if quote is not None:
            return self._read_string(keyword, quote, prefix[1].lower() if prefix else "")
        if _LITERAL.match(self._text, self._call.end, self._stop):
            return self._read_data(keyword)
        return self._read_atom(keyword)

    def _read_string(self, keyword: str | None, quote: str, prefix: str) -> bool:
        begun = self._call.end + len(prefix)
        try:
            value, self._call.end = self._strings.read(begun, quote, [")"], key=False, bare_keys=True)
        except OpenStringError as error:
            if self._exact:
                raise AstrayError from None
            self._call.end = error.end
            return False
        if "f" in prefix and "{" in value:
            raise NoDataError
        raw = self._text[begun + len(quote) : self._call.end - len(quote)]
        self._add(keyword, raw if "r" in prefix else value)
        return True

    def _read_data(self, keyword: str | None) -> bool:
        self._call.end += 2 if self._text.startswith("**", self._call.end) else 0
        literal = read_literal(self._text, self._call.end)
        if literal is None:
            if self._text.find("]", self._call.end, self._stop) < 0:
                self._call.end = self._stop
                return False
            raise NoDataError
        self._call.end = literal.end
        self._add(keyword, literal.value)
        self._call.cut = self._call.cut or literal.cut
        return not literal.cut or not literal.open_depth

    def _read_atom(self, keyword: str | None) -> bool:
        atom = _ATOM.match(self._text, self._call.end, self._stop)
        if atom is None:
            raise NoDataError
        self._call.end = atom.end()
        if self._call.end >= self._stop:
            return False
        value = read_bare(atom.group())
        if isinstance(value, str) and (keyword is None or not _NAME.fullmatch(value)):
            raise NoDataError
        self._add(keyword, value)
        return True

    def _add(self, keyword: str | None, value: object) -> None:
        if keyword is None:
            self._call.positional.append(value)
        else:
            self._call.keywords[keyword] = value
