"""The product's own sentence on its way out: only the words in it that others chose pass the guard, each by itself.

A piece that is stopped leaves a placeholder, so the sentence is never missing. Of two pieces with no word of the
product's between them the second is judged behind the first, for a word may be split over the two.
"""

from collections.abc import Callable, Sequence
from typing import Final

from performer.core.own_text import OwnText, TextPiece
from performer.core.redact.redact import redact
from performer.core.values import dataclass
from performer.guard.verdict import Dropped, Verdict

LEFT_OUT: Final = "(left out)"

CheckPiece = Callable[[str, int, Sequence[str]], Verdict]
"""Judges a text of at most so many characters that comes after other texts."""


@dataclass(frozen=True)
class OwnSentence:
    """A sentence of the product's own, or another's words that stand for themselves, and the room for it."""

    text: OwnText
    limit: int
    """The most characters; others' words are shortened first."""

    def tell(self, check: CheckPiece, *, after: Sequence[str] = ()) -> OwnText:
        """Return the sentence as it may go out after others' words; its pieces keep their origin."""
        told: list[TextPiece] = []
        before = list(after)
        rooms = iter(self._share_room())
        for piece in self.text.pieces:
            if not piece.is_foreign:
                told.append(piece)
                before = [] if any(map(str.isalnum, piece.text)) else before
                continue
            verdict = check(redact(piece.text), next(rooms), before)
            passed = LEFT_OUT if isinstance(verdict, Dropped) else verdict.text
            told.append(TextPiece(passed, is_foreign=True))
            before = [passed]
        return _cut(OwnText(told), self.limit)

    def _share_room(self) -> list[int]:
        """Return how long each piece of others may be: what short ones leave is the long ones'."""
        lengths = [len(each.text) for each in self.text.pieces if each.is_foreign]
        left = max(self.limit - len(self.text) + sum(lengths), 0)
        rooms = dict.fromkeys(range(len(lengths)), 1)
        for done, place in enumerate(sorted(rooms, key=lengths.__getitem__)):
            rooms[place] = max(min(lengths[place], left // (len(lengths) - done)), 1)
            left -= rooms[place]
        return list(rooms.values())


def _cut(text: OwnText, limit: int) -> OwnText:
    """Return a sentence that is no longer than the limit; a placeholder or a mask may have made it so."""
    if len(text) <= limit:
        return text
    kept: list[TextPiece] = []
    left = limit - 1
    for piece in text.pieces:
        kept.append(TextPiece(piece.text[: max(left, 0)], piece.is_foreign))
        left -= len(piece.text)
    return OwnText([*kept, TextPiece("…", is_foreign=False)])
