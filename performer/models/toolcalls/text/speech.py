"""The surroundings of printed calls: marks of thinking, wrappers and special tokens, and the speech between them.

None of the marks is ever said, whole, broken or orphaned; speech goes out when it is certain to be speech.
"""

import re
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.schema.offered import OfferedTools

_FILE: Final = PatternFile(__file__)
_PATTERN: Final = _FILE.patterns
MARKS: Final = _FILE.parts
"""Parts of the patterns of all who read printed calls: tags, special tokens, and what ends lines."""
OPEN: Final = _FILE.find_late("open")
BARE_CLOSE: Final = _FILE.find_late("bare_close")
BEFORE: Final = _FILE.find_late("before")
GAP: Final = _FILE.find_late("gap")
AFTER: Final = _FILE.find_late("after")
LONGEST_CLOSE: Final = 64
"""More characters than it ever has."""


def find_close(opening: str) -> str:
    """Return what closes the thinking that these words open."""
    if opening.startswith("["):
        return "[/THINK]"
    if opening.lower().startswith("<|think"):
        return f"<|/{opening[2:]}"
    if opening.startswith("<|"):
        return opening.replace("START", "END").replace("begin", "end")
    if opening.startswith("<｜"):
        return opening.replace("begin", "end")
    name = _PATTERN["name"].search(opening)
    assert name is not None
    return f"</{name.group()}>"


def has_stray_close(text: str) -> bool:
    """Return whether a text closes thinking that it never opened."""
    close = BARE_CLOSE.search(text)
    return close is not None and OPEN.search(text, 0, close.start()) is None


_LINE_KEPT: Final = 200
_BEFORE_KEPT: Final = 300
_BELONGING: Final = "functools"
"""A word besides tools' names that belongs to brackets right behind it (Phi)."""
_NO_NAME: Final = re.compile(r"[!?,;…<({\[|]")
"""Characters that no name has; a name space may end with a dot."""
_CLINGING: Final = frozenset(".!?,;…")
"""Characters that stand right behind a word."""


def name_at_end(word: str) -> str:
    """Return the end of a word that may be a tool's name: what stands behind the last character that no name has."""
    return _NO_NAME.split(word)[-1]


class CertainSpeech:
    """Certain speech on its way out, but for a last word that may yet turn out to be a tool's name.

    What goes out, joined, has no blanks at the beginning, and one blank where something was left out.
    """

    def __init__(self, offered: OfferedTools) -> None:
        self._offered = offered
        self._pending = ""
        """The word, or blanks, that has not gone out yet."""
        self._has_begun = False
        self._left_out = False
        """Whether something was left out since the last word."""
        self._left_out_here = False
        """Whether what was left out stood right here."""
        self.line = ""
        """The speech on this line so far."""
        self.before = ""
        """The speech since the last call, as far as it matters."""
        self.word = ""
        """The end of the speech, as far back as the last blank."""

    def add(self, text: str) -> str:
        """Add certain speech; return what of it is certain to be no name."""
        line = text.rpartition("\n")[2]
        self.line = (line if "\n" in text else self.line + line)[-_LINE_KEPT:]
        self.before = (self.before + text)[-_BEFORE_KEPT:]
        only_blanks = not self.word and text.isspace()
        self.word = "" if text[-1].isspace() else (self.word + text)[-_LINE_KEPT:].split()[-1]
        kept = self._drop_blanks(text)  # which may shorten what is pending
        self._pending += kept
        if only_blanks:
            return ""
        held = min(len(name_at_end(self.word)), len(self._pending)) if self._may_belong() else 0
        return self._send(len(self._pending[: len(self._pending) - held].rstrip()))

    def leave_out(self, back: int) -> str:
        """Skip what is no speech, with so many of the last characters; return the word before it."""
        assert back <= len(self._pending), "what has gone out cannot be taken back"
        if back:
            self._pending = self._pending[:-back]
            self.line = self.line[:-back]
            self.before = self.before[:-back]
        self.word = ""
        self._left_out = self._left_out_here = True
        return self.let_go()

    def let_go(self) -> str:
        """Return the word that was held back; blanks wait for the next one."""
        return self._send(len(self._pending.rstrip()))

    def _may_belong(self) -> bool:
        """Return whether the last word may be the beginning of what follows it: a tool's name before its brackets."""
        word = name_at_end(self.word)
        return bool(word) and (self._offered.can_begin(word) or _BELONGING.startswith(word))

    def _drop_blanks(self, text: str) -> str:
        """Drop blanks behind something that was left out itself, when there were some before it.

        When a full stop or the like follows at once, those before it go too.
        """
        if not self._left_out:
            return text
        if self._left_out_here and text[0] in _CLINGING:
            self._pending = self._pending.rstrip(" \t")
        self._left_out_here = False
        rest = text.lstrip(" \t")
        self._left_out = not rest
        follows_blank = self._pending[-1:].isspace() or not (self._pending or self._has_begun)
        return rest if follows_blank else text

    def _send(self, upto: int) -> str:
        if not upto:
            return ""
        text, self._pending = self._pending[:upto], self._pending[upto:]
        text = text if self._has_begun else text.lstrip()
        self._has_begun = self._has_begun or bool(text)
        return text
