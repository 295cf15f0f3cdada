"""The speech around printed calls, as it becomes certain."""

from typing import Final

from performer.models.soft.schema.offered import Offered

_LINE_KEPT: Final = 200
_BEFORE_KEPT: Final = 300
_BELONGING: Final = "functools"
"""A word besides tools' names that belongs to brackets right behind it (Phi)."""
_ENDS: Final = frozenset("!?,;…")
"""What no name ends with; a name space may end with a dot."""
_CLINGING: Final = frozenset(".!?,;…")
"""What stands right behind a word."""


class Speech:
    """Takes certain speech and gives it on, but for a last word that may yet turn out to be a tool's name.

    What it gives, joined, has no blanks at the beginning, and one blank where something was left out.
    """

    def __init__(self, offered: Offered) -> None:
        self._offered = offered
        self._initials = offered.initials
        self._pending = ""
        """What was taken and not given yet: a word, or blanks."""
        self._gave = False
        self._left_out = False
        """Whether something was left out since the last word."""
        self._left_out_here = False
        """Whether what was left out stood right here."""
        self.line = ""
        """What was said on this line so far."""
        self.before = ""
        """What was said since the last call, as far as it matters."""
        self.word = ""
        """What stands at the end without a blank between."""

    def take(self, text: str) -> str:
        """Take certain speech; give what of it is certain to be no name."""
        line = text.rpartition("\n")[2]
        self.line = (line if "\n" in text else self.line + line)[-_LINE_KEPT:]
        self.before = (self.before + text)[-_BEFORE_KEPT:]
        only_blanks = not self.word and text.isspace()
        self.word = _last_word(self.word + text)
        unblanked = self._unblanked(text)
        self._pending += unblanked
        if only_blanks:
            return ""
        held = len(self.word) if self._may_belong() else 0
        return self._given(len(self._pending[: len(self._pending) - held].rstrip()))

    def leave_out(self, back: int) -> str:
        """Pass over what is no speech, with so many of the last characters; give the word before it."""
        assert back <= len(self.word), "what was given on cannot be taken back"
        if back:
            self._pending = self._pending[:-back]
            self.line = self.line[:-back]
            self.before = self.before[:-back]
        self.word = ""
        self._left_out = self._left_out_here = True
        return self.let_go()

    def let_go(self) -> str:
        """Give the word that was held back; blanks wait for the next one."""
        return self._given(len(self._pending.rstrip()))

    def _may_belong(self) -> bool:
        """Tell whether the last word may be the beginning of what follows it: a tool's name before its brackets."""
        word = self.word
        if not word or word[-1] in _ENDS or (word[0].isalnum() and word[0].lower() not in self._initials):
            return False
        return self._offered.could_begin(word) or _BELONGING.startswith(word)

    def _unblanked(self, text: str) -> str:
        """Leave out blanks behind something that was left out itself, when there were some before it.

        When a full stop or the like follows at once, those before it go too.
        """
        if not self._left_out:
            return text
        if self._left_out_here and text[0] in _CLINGING:
            self._pending = self._pending.rstrip(" \t")
        self._left_out_here = False
        rest = text.lstrip(" \t")
        self._left_out = not rest
        follows_blank = self._pending[-1:].isspace() or not (self._pending or self._gave)
        return rest if follows_blank else text

    def _given(self, upto: int) -> str:
        if not upto:
            return ""
        text, self._pending = self._pending[:upto], self._pending[upto:]
        text = text if self._gave else text.lstrip()
        self._gave = self._gave or bool(text)
        return text


def _last_word(text: str) -> str:
    return "" if not text or text[-1].isspace() else text[-_LINE_KEPT:].split()[-1]
