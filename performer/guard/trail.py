"""A trail: texts that come one after the other, judged with their neighbours, for a word may be split over two."""

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from performer.guard.category import SPEECH
from performer.guard.verdict import Drop, Verdict

if TYPE_CHECKING:
    from performer.guard.guard import Guard

_REMEMBERED: Final = 60
"""Characters of what came before that a split word may have begun in."""


class Trail:
    """What one turn says, or what is shown one text after the other; make it with `Guard.trail`.

    What was dropped nobody has seen: it leaves no trail.

    Args:
        guard: Decides.
        after: What stands before the first text, said by somebody else: the chat line that is answered.
    """

    def __init__(self, guard: "Guard", after: str = "") -> None:
        self._guard = guard
        self._tails: defaultdict[str, str] = defaultdict(str, {"": after[-_REMEMBERED:]})

    def sentence(self, text: str) -> Verdict:
        """Decide of the next sentence that is to be spoken."""
        return self._next(text, limit=self._guard.settings.sentence_chars, where=SPEECH)

    def overlay(self, text: str, *, of: str = "") -> Verdict:
        """Decide of the next text that is to be shown.

        Args:
            text: What is to be shown.
            of: The argument that it is given in: texts of the same argument also belong together, whatever came
                between them.
        """
        return self._next(text, limit=self._guard.settings.overlay_chars, where="overlay", of=of)

    def _next(self, text: str, *, limit: int, where: str, of: str = "") -> Verdict:
        after = dict.fromkeys(self._tails[each] for each in ("", of))
        verdict = self._guard.check(text, limit=limit, where=where, after=after)
        if not isinstance(verdict, Drop):
            for each in {"", of}:
                self._tails[each] = f"{self._tails[each]} {verdict.text}"[-_REMEMBERED:]
        return verdict
