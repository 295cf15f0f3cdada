"""Data as models print it, read in one pass: every key, number, word and bracket as it must have been meant.

Nothing is invented: what was cut off or left out is left out, and marked as cut.
"""

import re
from typing import Final

from performer.models.toolcalls.text.data import words
from performer.models.toolcalls.text.data.strings import OpenStringError, Strings, find_opener
from performer.models.toolcalls.text.data.words import COLON, ELLIPSIS, GAP, MARKER, SEPARATORS, read_bare, skip

DEEPEST: Final = 64
"""Brackets in brackets."""
MOST_VALUES: Final = 1500
"""Values in one literal, to bound the time that hostile text takes."""

_OPENING: Final = re.compile(r"dict\(|\{\{?|[\[(]")
_CLOSERS: Final = {"{": "}", "{{": "}", "[": "]", "(": ")", "dict(": ")"}
_KEY: Final = re.compile(r"[\w$@./-]{1,200}+")
_EDN_KEY: Final = re.compile(r"(?::|--(?=\w))[\w$@./?!*-]{1,200}+(?=[\s,}\"\[{]|\Z)")


_OBJECT_NEXT: Final = re.compile(r"\s*+[{\[]")
_KEYED: Final = re.compile(r"\s*+[\"'][\w$ -]{1,64}+[\"']\s*+:")
"""The first key in a list's brackets that hold no list."""
_BARED: Final = re.compile(r"\"(?=\{\s*+\"[\w$ -]{1,64}+\"\s*+:)")
"""The quote of a text that holds an object whose own quotes were not escaped."""


class NoDataError(Exception):
    """The text is prose in brackets."""


class AstrayError(Exception):
    """Something came that could not come here, if every quote before it meant what it said."""


_NOTHING: Final = object()
"""No value: it was cut off or left out."""


class TolerantReader:
    """One reading of the literal whose bracket stands at `at`, in a text that ends at `stop`.

    In an `exact` reading every quote is taken at its word; `AstrayError` is raised where that leads nowhere. Unless
    `words_first` is set, a list that begins with a word without quotes is prose in brackets.
    """

    def __init__(self, text: str, at: int, stop: int, *, exact: bool, words_first: bool) -> None:
        self._text = text
        self._stop = stop
        self._exact = exact
        self._words_first = words_first
        self._strings = Strings(text, stop, exact=exact)
        self._open: list[str] = []
        self._count = 0
        self._bare_keys = False
        self._edn = False
        self._over = False
        self.at = at
        self.cut = False
        """Whether something is missing: a value, the rest of a string, what a comma promised."""
        self.ended_by_marker = False
        self.junk = False
        """Whether it ended at something that is no data, on the same line."""

    @property
    def open_depth(self) -> int:
        """Return how many of the outermost brackets are open."""
        return len(self._open)

    def read(self) -> object:
        """Read the value that stands here, at first the one at the bracket.

        Raises NoDataError when it is prose, and AstrayError in an exact reading that does not work out.
        """
        self._skip()
        if self._is_over(due=True):
            return _NOTHING
        here = self._text[self.at]
        self._count += 1
        if not self._exact and _BARED.match(self._text, self.at, self._stop):
            return self._read_bared()
        if here in "\"'":
            return self._read_string(find_opener(self._text, self.at) or here)
        if here in ",;" or here in self._open or self._count > MOST_VALUES:
            self.cut = True
            self._over = self._over or self._count > MOST_VALUES
            return _NOTHING
        opening = _OPENING.match(self._text, self.at, self._stop)
        if opening is not None:
            return self._read_container(opening.group())
        quote = find_opener(self._text, self.at)
        if quote is not None:
            return self._read_string(quote)
        if self._skip_ellipsis():
            return _NOTHING
        return self._read_word()

    def _read_container(self, opening: str) -> object:
        if len(self._open) >= DEEPEST:
            self.cut = self._over = True
            return _NOTHING
        self.at += len(opening)
        self._open.append(_CLOSERS[opening])
        is_list = opening in "[(" and not (not self._exact and _KEYED.match(self._text, self.at, self._stop))
        result = self._read_sequence() if is_list else self._read_mapping()
        if opening == "{{" and not self._over and self._text.startswith("}", self.at) and self.at < self._stop:
            self.at += 1
        return result

    def _read_bared(self) -> object:
        """Read an object in quotes that it does not escape inside."""
        self.at += 1
        value = self._read_container("{")
        if not self._over and self._text.startswith('"', self.at):
            self.at += 1
        return value

    def _read_mapping(self) -> dict[str, object]:
        closer = self._open[-1]
        result: dict[str, object] = {}
        first = True
        while not self._is_closed(closer, first=first):
            if self._skip_ellipsis():
                first = False
                continue
            key = self._read_key(first=first)
            if key is None:
                break
            value = self.read()
            if value is not _NOTHING:
                result[key] = value
            first = False
        return result

    def _read_sequence(self) -> list[object]:
        closer = self._open[-1]
        result: list[object] = []
        first = True
        while not self._is_closed(closer, first=first):
            if first and self._text[self.at] in ",;":
                raise NoDataError
            value = self.read()
            if value is not _NOTHING:
                result.append(value)
            first = False
        return result

    def _is_closed(self, closer: str, *, first: bool) -> bool:
        """Return whether there is no next item; where there is one, the reading is at it."""
        if self._over:
            return True
        before = self.at
        if first:
            self._skip()
        else:
            self.at = skip(SEPARATORS, self._text, self.at, self._stop)
        skipped = self._text[before : self.at]
        separated = first or "," in skipped or ";" in skipped or self._edn
        if self._is_over(due=first or (separated and not self._edn)):
            return True
        here = self._text[self.at]
        if here in self._open:
            self._open.pop()
            self.at += here == closer
            return True
        if here in "]})":
            self._over = True
        elif not separated:
            self._expect_item(closer, new_line="\n" in skipped)
        return self._over

    def _expect_item(self, closer: str, *, new_line: bool) -> None:
        """Check what follows an item without a comma: the next item, or no data any more."""
        if self._exact:
            raise AstrayError
        here = self._text[self.at]
        if here in "\"'“„‘{[" or here.isdigit() or (closer != "]" and self._bare_keys):
            return
        self._over = True
        self.junk = not new_line

    def _read_key(self, *, first: bool) -> str | None:
        begun = self.at
        key = self._read_key_text(first=first)
        if key is not None:
            colon = COLON.match(self._text, self.at, self._stop)
            if colon is not None:
                self.at = colon.end()
                return key
            if self._edn or (not self._exact and _OBJECT_NEXT.match(self._text, self.at, self._stop)):
                return key
        self._end_without_key(begun, key, first=first)
        return None

    def _read_key_text(self, *, first: bool) -> str | None:
        quote = find_opener(self._text, self.at)
        if quote is not None:
            text = self._read_string(quote, key=True)
            return text if isinstance(text, str) else None
        edn = _EDN_KEY.match(self._text, self.at, self._stop)
        bare = edn or _KEY.match(self._text, self.at, self._stop)
        if bare is None:
            return None
        self._edn = self._edn or edn is not None
        self._bare_keys = self._bare_keys or first
        self.at = bare.end()
        return bare.group().removeprefix(":").removeprefix("--")

    def _end_without_key(self, begun: int, key: str | None, *, first: bool) -> None:
        """End the reading where no key with a colon came, as cut, as junk or as prose."""
        if self._over:
            return
        self._skip()
        if key is not None and self._is_over(due=True):
            return
        if first and "}" not in self._open[:-1]:
            raise NoDataError
        if self._exact:
            raise AstrayError
        self.cut = True
        self._over = True
        self.junk = not first
        self.at = begun

    def _read_string(self, quote: str, *, key: bool = False) -> object:
        try:
            text, self.at = self._strings.read(self.at, quote, self._open, key=key, bare_keys=self._bare_keys)
        except OpenStringError as error:
            if self._exact:
                raise AstrayError from None
            self.at = error.end
            self.ended_by_marker = error.end < self._stop
            self.cut = self._over = True
            return _NOTHING
        return text

    def _read_word(self) -> object:
        begun = self.at
        end = words.find_word_end(
            self._text, begun, self._stop, open_closers=self._open, bare_keys=self._bare_keys, edn=self._edn
        )
        self.at = end
        if end >= self._stop:
            self.cut = self._over = True
            return _NOTHING
        raw = self._text[begun:end].strip()
        value = read_bare(raw.removeprefix(":") if self._edn else raw)
        if isinstance(value, str) and not self._words_first and not any(closer in "})" for closer in self._open):
            raise NoDataError
        if end == begun:
            self.at, self._over, self.junk = begun, True, True
            return _NOTHING
        return value.removesuffix('"').rstrip() if isinstance(value, str) and value.count('"') == 1 else value

    def _skip_ellipsis(self) -> bool:
        """Return whether an ellipsis stood here, behind which the reading is now; something is missing there."""
        left_out = ELLIPSIS.match(self._text, self.at, self._stop)
        if left_out is None:
            return False
        self.at = left_out.end()
        self.cut = True
        return True

    def _is_over(self, *, due: bool) -> bool:
        """Return whether the text ends here, by itself or by a marker; with something still due it is cut."""
        if self.at < self._stop and not MARKER.match(self._text, self.at, self._stop):
            return False
        self.ended_by_marker = self.at < self._stop
        self.cut = self.cut or due
        self._over = True
        return True

    def _skip(self) -> None:
        self.at = skip(GAP, self._text, self.at, self._stop)
