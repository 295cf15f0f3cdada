"""Reading one JSON string while it arrives: what stands in it is given out as soon as it is certain."""

import re
from typing import Final

_PLAIN: Final = re.compile(r'[^"\\]+')
_SHORT_ESCAPES: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_HEX: Final = frozenset("0123456789abcdefABCDEF")
_UNICODE_LENGTH: Final = len("\\u0000")
_HIGH: Final = range(0xD800, 0xDC00)
_LOW: Final = range(0xDC00, 0xE000)
_BROKEN: Final = "\ufffd"


class JsonString:
    r"""Reads from behind the opening quote to the closing one, over any number of pieces.

    What `json.loads` would give comes out in the end, with half a surrogate pair as U+FFFD, for no voice and no file
    can take it. Raw line feeds stand as they are, and a wrong escape (`\q`) for its character.
    """

    def __init__(self) -> None:
        self.closed = False
        """Whether the closing quote has been read."""
        self._escape = ""
        self._high = 0

    def feed(self, text: str, at: int = 0) -> tuple[str, int]:
        """Read on from `at`.

        Returns:
            What is certain now, and where reading stopped: behind the closing quote, or at the end of the text.
        """
        read: list[str] = []
        while at < len(text) and not self.closed:
            if self._escape:
                at = self._escaped(text, at, read)
            elif text[at] == "\\":
                self._escape = "\\"
                at += 1
            elif text[at] == '"':
                self.closed = True
                at += 1
                read.append(self._left_high())
            else:
                plain = _PLAIN.match(text, at)
                assert plain is not None, "it is no quote and no backslash"
                read += (self._left_high(), plain.group())
                at = plain.end()
        return "".join(read), at

    def _escaped(self, text: str, at: int, read: list[str]) -> int:
        """Take one more letter of an escape; a letter that cannot belong to it is left for the next."""
        letter = text[at]
        if len(self._escape) == 1 and letter != "u":
            read += (self._left_high(), _SHORT_ESCAPES.get(letter, letter))
            self._escape = ""
            return at + 1
        if len(self._escape) > 1 and letter not in _HEX:
            read += (self._left_high(), _BROKEN)
            self._escape = ""
            return at
        self._escape += letter
        if len(self._escape) == _UNICODE_LENGTH:
            read.append(self._unicode(int(self._escape[-4:], 16)))
            self._escape = ""
        return at + 1

    def _unicode(self, unit: int) -> str:
        """Put a UTF-16 unit to its other half, or wait for it."""
        if self._high and unit in _LOW:
            whole = chr(0x10000 + ((self._high - _HIGH.start) << 10) + (unit - _LOW.start))
            self._high = 0
            return whole
        before = self._left_high()
        if unit in _HIGH:
            self._high = unit
            return before
        return before + (_BROKEN if unit in _LOW else chr(unit))

    def _left_high(self) -> str:
        """Give up waiting for the second half of a pair."""
        had, self._high = self._high, 0
        return _BROKEN if had else ""
