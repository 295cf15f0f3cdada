"""A trail: texts that come one after the other, judged with their neighbours, for a word may be split over two."""

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from performer.guard.category import SPEECH
from performer.guard.verdict import Drop, Verdict

if TYPE_CHECKING:
    from performer.guard.guard import Guard

_ALL: Final = "all"
_SAID: Final = "said"
_MOST_INITIALS: Final = 16
"""First letters of sentences, of this turn and those before it, that may spell a word."""
_MOST_TAILS: Final = 16
"""The names of arguments are the model's to invent."""
_MOST_BETWEEN: Final = 24
"""Characters of a text that may stand between the two halves of a word."""
_REMEMBERED: Final = 60
"""Characters of what came before that a split word may have begun in."""


class Trail:
    """What one turn says, or what is shown one text after the other; make it with `Guard.trail`.

    What was dropped nobody has seen: it leaves no trail.

    Args:
        guard: Decides.
        after: What stands before the first text, said by somebody else: the chat line that is answered.
        before: The trail of the turn before: this one may go on with a word that it began.
    """

    def __init__(self, guard: "Guard", after: str = "", *, before: "Trail | None" = None) -> None:
        self._guard = guard
        self._asked = after
        self._tails = defaultdict(str, {_ALL: after[-_REMEMBERED:], _SAID: before.said if before else ""})
        self._before_last = ""
        """The end of what there was before the last text, where that was a short one."""
        self.initials: str = before.initials if before else ""
        """First letters of the last sentences, of this turn and those before it."""

    @property
    def said(self) -> str:
        """The end of what was spoken, in this turn and those before it."""
        return self._tails[_SAID]

    def sentence(self, text: str, *, limit: int | None = None, where: str = SPEECH) -> Verdict:
        """Decide of the next sentence that is to be spoken.

        Args:
            text: What is to be heard.
            limit: In characters; None for what the settings say.
            where: Where it is to go; only in speech a line can stand for it, or wait for a yes.
        """
        initial = next(filter(str.isalnum, text), "").casefold()
        limit = limit or self._guard.settings.sentence_chars
        verdict = self._next(text, limit=limit, where=where, of=_SAID, initials=self.initials + initial)
        if not isinstance(verdict, Drop):
            self.initials = (self.initials + initial)[-_MOST_INITIALS:]
        return verdict

    def overlay(self, text: str, *, of: str = "", limit: int | None = None) -> Verdict:
        """Decide of the next text that is to be shown.

        Args:
            text: What is to be shown.
            limit: In characters; None for what the settings say.
            of: The argument that it is given in: texts of the same argument also belong together, whatever came
                between them.
        """
        limit = limit or self._guard.settings.overlay_chars
        return self._next(text, limit=limit, where="overlay", of=f"argument {of}")

    def _next(self, text: str, *, limit: int, where: str, of: str, initials: str = "") -> Verdict:
        after = dict.fromkeys((self._tails[_ALL], self._tails[of], self._before_last))
        verdict = self._guard.check(text, limit=limit, where=where, after=after, initials=initials, asked=self._asked)
        if not isinstance(verdict, Drop):
            self._before_last = self._tails[_ALL] if len(verdict.text) <= _MOST_BETWEEN else ""
            for each in (_ALL, of):
                self._tails[each] = f"{self._tails.pop(each, '')} {verdict.text}"[-_REMEMBERED:]
            for oldest in list(self._tails)[:-_MOST_TAILS]:
                del self._tails[oldest]
        return verdict
