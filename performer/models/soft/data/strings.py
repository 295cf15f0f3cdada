"""Strings of printed data: where one ends, quotes inside it or not."""

from typing import Final

from performer.models.soft.data import follows, quotes
from performer.models.soft.data.marker import MARKER

MOST_QUOTES: Final = 1000
"""Quotes inside the strings of one literal."""


class OpenStringError(Exception):
    """The string never ends.

    Attributes:
        end: The index at which to go on: a marker inside it, or the end of the text.
    """

    def __init__(self, end: int) -> None:
        super().__init__(end)
        self.end = end


class Strings:
    """The strings of one literal.

    Args:
        text: The text.
        stop: The index that counts as its end.
        exact: Whether the first quote that can close a string does.
    """

    def __init__(self, text: str, stop: int, *, exact: bool) -> None:
        self._text = text
        self._stop = stop
        self._exact = exact
        self._mixed = False
        self._passed = 0

    def read(self, at: int, quote: str, open_closers: list[str], *, key: bool, bare_keys: bool) -> tuple[str, int]:
        """Read the string that `quote` opens at `at`; a key ends at the first quote.

        Returns:
            Its text and the index after it.

        Raises:
            OpenStringError: when it never ends.
        """
        taken = quotes.read_quoted(self._text, at, self._stop, quote) if self._exact or key or len(quote) > 1 else None
        if taken is not None and not (taken[1] >= self._stop and self._is_half(taken[1])):
            return taken
        if quote == quotes.GEMMA:
            return self._read_gemma(at)
        quote = quote[0] if quote in {'"""', "'''"} else quote
        if self._exact or key or len(quote) > 1:
            raise OpenStringError(self._end_of_open(at))
        begun = at + len(quote)
        word = follows.END_OF_WORD.match(self._text, begun, self._stop)
        if word is not None:
            return word.group(), word.end()
        end = self._end(begun, quote, open_closers, bare_keys=bare_keys)
        if end is None and not self._mixed:
            self._mixed = True
            end = self._end(begun, quote, open_closers, bare_keys=bare_keys)
        if end is None:
            return self._read_open(begun, quote)
        return quotes.content(self._text[begun:end], quote), end + 1

    def _end(self, begun: int, quote: str, open_closers: list[str], *, bare_keys: bool) -> int | None:
        pattern = quotes.candidates(quote, mixed=self._mixed)
        assert pattern is not None
        passed = 0
        for candidate in pattern.finditer(self._text, begun, self._stop):
            if candidate.group()[0] == "\\":
                continue
            after = candidate.end()
            if follows.can_end(self._text, after, self._stop, open_closers=open_closers, bare_keys=bare_keys):
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
        end = follows.NEXT_KEY.search(self._text, begun, self._stop)
        if end is None or "\n" in self._text[begun : end.start()]:
            raise OpenStringError(self._end_of_open(begun))
        return quotes.content(self._text[begun : end.start()], quote), end.start()

    def _read_gemma(self, at: int) -> tuple[str, int]:
        """Read a string of Gemma's that lacks its closing quote: it ends where the brackets close for good."""
        begun = at + len(quotes.GEMMA)
        end = follows.END_OF_OPEN.search(self._text, begun, self._stop)
        if end is None:
            raise OpenStringError(self._end_of_open(begun))
        return self._text[begun : end.start()].strip(), end.start()

    def _is_half(self, end: int) -> bool:
        """Tell whether the last quote of the text, before `end`, looks like the first one of a word within a string."""
        return end >= 2 and self._text[end - 2].isspace()

    def _end_of_open(self, begun: int) -> int:
        marker = MARKER.search(self._text, begun, self._stop)
        return marker.start() if marker else self._stop
