"""The pieces of an answer that streams in: its sentences, and its blocks of code, each with the blanks before it.

Joined again they are the answer with its paragraphs, lists and code, so that it can be written as it was meant.
"""

import re
from typing import Final, NamedTuple

from performer.core.values import dataclass
from performer.speech.sentences.cutter import SentenceCutter

_OPENING: Final = re.compile(r"(`{3,})[ \t]*([\w+.#-]{0,40})[^\S\n]*\n")
"""Three backquotes, and no more on their line than a language."""
_BEGUN: Final = re.compile(r"`+[ \t]*[\w+.#-]{0,40}[^\S\n]*\Z")
"""What may become one."""
_LONGEST_BLOCK: Final = 4_000
"""Characters of code after which a block is closed at a line's end; the rest goes on in another."""
_MOST_INDENT: Final = 12


@dataclass(frozen=True, kw_only=True)
class AnswerPiece:
    """A sentence, or a block of code."""

    text: str
    """A sentence on one line; of code its lines between two fences, the first with its language."""
    gap: str = " "
    """What parts it from the piece before: nothing, a blank, or one or two line breaks with the indentation after."""
    is_code: bool = False


class _Fence(NamedTuple):
    """What opened a block of code."""

    ticks: str
    language: str
    indent: str
    """What stands before it on its line, and before every line of a block in a list."""


class AnswerCutter:
    """Cuts finished pieces out of a text that comes bit by bit; the switches are those of `SentenceCutter`."""

    def __init__(self, *, first_clause: bool = False, early_end: bool = False) -> None:
        self._sentences = SentenceCutter(first_clause=first_clause, early_end=early_end)
        self._rest = ""
        """The text that is neither with the sentences nor in a piece yet."""
        self._fence: _Fence | None = None
        """The beginning of the block that is open."""
        self._between = ""
        """The text that the sentences have, from the end of the last piece on."""
        self._is_first = True

    def feed(self, text: str) -> list[AnswerPiece]:
        """Add text, and return the pieces that are certain to be finished now."""
        self._rest += text
        pieces: list[AnswerPiece] = []
        while (more := self._read_code() if self._fence else self._read_text()) is not None:
            pieces += more
        return pieces

    def finish(self) -> list[AnswerPiece]:
        """Return what is left when the text has ended; a block that is open is closed. The next text begins anew."""
        pieces = self.feed("")
        if self._fence is not None:
            pieces += self._end_block(self._rest)
        else:
            pieces += [*self._add_text(self._rest), *self._end_text()]
        self._rest = self._between = ""
        self._fence, self._is_first = None, True
        return pieces

    def _read_text(self) -> list[AnswerPiece] | None:
        """Return the pieces before a block that opens, or None when there is no such block yet."""
        opening = _OPENING.search(self._rest)
        if opening is None:
            begun = _BEGUN.search(self._rest)
            certain = begun.start() if begun else len(self._rest)
            text, self._rest = self._rest[:certain], self._rest[certain:]
            return self._add_text(text) or None
        text, self._rest = self._rest[: opening.start()], self._rest[opening.end() :]
        line = (self._between + text).rpartition("\n")[2]
        self._fence = _Fence(opening[1], opening[2], "" if line.strip() else line)
        return [*self._add_text(text), *self._end_text()]

    def _read_code(self) -> list[AnswerPiece] | None:
        """Return the block that is closed or too long, or None when it goes on."""
        assert self._fence is not None
        end = self._rest.find(self._fence.ticks)
        if 0 <= end <= _LONGEST_BLOCK:
            code, self._rest = self._rest[:end], self._rest[end:].lstrip("`")
            block = self._end_block(code)
            self._fence = None
            return block
        if len(self._rest) <= _LONGEST_BLOCK:
            return None
        at = self._rest.rfind("\n", 0, _LONGEST_BLOCK) + 1 or _LONGEST_BLOCK
        code, self._rest = self._rest[:at], self._rest[at:]
        block = self._end_block(code)
        self._between = "\n"
        return block

    def _end_block(self, code: str) -> list[AnswerPiece]:
        assert self._fence is not None
        lines = [line.removeprefix(self._fence.indent) for line in code.rstrip().strip("\n").split("\n")]
        gap = "\n\n" if self._between.count("\n") > 1 else "\n"
        self._between = ""
        text = "\n".join([f"```{self._fence.language}", *lines, "```"])
        return [self._make_piece(text, gap, is_code=True)] if any(lines) else []

    def _add_text(self, text: str) -> list[AnswerPiece]:
        self._between += text
        return self._take(self._sentences.feed(text))

    def _end_text(self) -> list[AnswerPiece]:
        return self._take(self._sentences.finish())

    def _take(self, sentences: list[str]) -> list[AnswerPiece]:
        """Return sentences with the blanks that stood before each."""
        pieces = []
        for sentence in sentences:
            blanks, found, rest = self._between.partition(sentence)
            if found:
                self._between = rest
            pieces.append(self._make_piece(sentence, self._make_gap(blanks if found else " ")))
        return pieces

    def _make_piece(self, text: str, gap: str, *, is_code: bool = False) -> AnswerPiece:
        piece = AnswerPiece(text=text, gap=" " if self._is_first else gap, is_code=is_code)
        self._is_first = False
        return piece

    def _make_gap(self, blanks: str) -> str:
        before, is_parted, indent = blanks.rpartition("\n")
        if not is_parted:
            return " " if blanks else ""
        breaks = "\n\n" if "\n" in before else "\n"
        return breaks + indent.expandtabs(4)[:_MOST_INDENT]
