"""Finding the object in an answer that should be nothing else: behind thinking, a preamble, a fence, `[` or a quote."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from performer.models.soft.thinking import BARE_CLOSE, LONGEST_CLOSE, OPEN, close_of

_FIRST: Final = 100
"""Characters, behind thinking, within which the object must begin; until then free text is held back."""
_BLANKS: Final = re.compile(r"[\s\ufeff]*")
_AT_ONCE: Final = re.compile(r"(?:```[a-z]*\s*)?\{", re.IGNORECASE)
_OBJECT: Final = re.compile(r'\{\s*"(?:say|calls)"\s*:')
_QUOTED: Final = re.compile(r'"(?:\s|\\[nrt])*\{(?:\s|\\[nrt])*\\"(?:say|calls)\\"')


@dataclass(frozen=True, kw_only=True)
class Begun:
    """What an answer turned out to be."""

    kind: Literal["object", "quoted", "free"]
    """An object, one that is written as a JSON string, or text."""
    rest: str
    """What came so far, from the object's brace, the string's first character or the text's beginning on."""
    preamble: str = ""
    """What stands in front of the object."""
    thinks: bool = False
    """Whether the text may begin with thinking still."""


class Beginning:
    """Takes the first pieces of an answer, until it is clear what it is.

    Args:
        thinks: Whether it may begin with thinking that is not marked but for its end.
    """

    def __init__(self, *, thinks: bool = False) -> None:
        self.saw_bare_close = False
        """Whether thinking was closed that had never been opened."""
        self._thinks = thinks
        self._text = ""
        self._at = 0
        self._sought_from = 0
        self._close: re.Pattern[str] | None = None

    def take(self, piece: str, *, whole: bool = False) -> Begun | None:
        """Take the next piece; None while it is not clear. With the last one, `whole`, it always is."""
        self._text += piece
        if self._is_thinking() and not whole:
            return None
        return self._found() or (self._free() if whole or len(self._text) - self._at >= _FIRST else None)

    def _is_thinking(self) -> bool:
        """Pass over thinking; tell whether its end is still to come."""
        while self._close or self._opens():
            closed = self._close.search(self._text, self._sought_from) if self._close else None
            if closed is None:
                self._sought_from = max(self._sought_from, len(self._text) - LONGEST_CLOSE)
                return True
            self.saw_bare_close = self.saw_bare_close or self._close is BARE_CLOSE
            self._at, self._close, self._thinks = closed.end(), None, False
        return False

    def _opens(self) -> bool:
        """Tell whether thinking begins, or ends, at the beginning."""
        blanks = _BLANKS.match(self._text, self._at)
        assert blanks is not None, "none are blanks too"
        self._at = self._sought_from = blanks.end()
        opened = OPEN.match(self._text, self._at)
        if opened:
            self._sought_from = opened.end()
            self._close = re.compile(re.escape(close_of(opened.group())), re.IGNORECASE)
        elif BARE_CLOSE.match(self._text, self._at) or (self._thinks and self._is_text()):
            self._close = BARE_CLOSE
        return self._close is not None

    def _is_text(self) -> bool:
        """Tell whether this is certainly neither an object nor marked thinking."""
        first = self._text[self._at : self._at + _FIRST]
        return bool(first) and not _AT_ONCE.match(first) and (first[0] not in "`<[" or len(first) == _FIRST)

    def _found(self) -> Begun | None:
        first = self._text[self._at : self._at + _FIRST]
        at_once, quoted, later = _AT_ONCE.match(first), _QUOTED.match(first), _OBJECT.search(first)
        if quoted:
            return Begun(kind="quoted", rest=self._text[self._at + 1 :])
        if at_once:
            return Begun(kind="object", rest=self._text[self._at + at_once.end() - 1 :])
        if later is None or "{" in first[: later.start()] or OPEN.search(first, 0, later.start()):
            return None
        before = first[: later.start()]
        thought = list(BARE_CLOSE.finditer(f"{before}{{"))
        self.saw_bare_close = self.saw_bare_close or bool(thought)
        preamble = before[thought[-1].end() :] if thought else before
        return Begun(kind="object", rest=self._text[self._at + later.start() :], preamble=preamble)

    def _free(self) -> Begun:
        return Begun(kind="free", rest=self._text[self._at :], thinks=self._thinks)
