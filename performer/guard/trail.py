"""A trail: texts that come one after the other, judged with their neighbours, for a word may be split over two."""

from typing import TYPE_CHECKING

from performer.guard.verdict import Verdict

if TYPE_CHECKING:
    from performer.guard.guard import Guard


class Trail:
    """What one turn says or shows; make it with `Guard.trail`.

    Args:
        guard: Decides.
        after: What stands before the first text, said by somebody else: the chat line that is answered.
    """

    def __init__(self, guard: "Guard", after: str = "") -> None:
        self._guard = guard

    def sentence(self, text: str) -> Verdict:
        """Decide of the next sentence that is to be spoken."""
        return self._guard.sentence(text)

    def overlay(self, text: str) -> Verdict:
        """Decide of the next text that is to be shown."""
        return self._guard.overlay(text)
