"""The streamer's words as they are searched for: one finder of all words, and one of those that came since it was made.

A finder of ten thousand words takes a second to make, one of a few words a millisecond. So what is new on a long list
holds at once, and the finder of all is made anew beside the show.
"""

from collections.abc import Sequence
from typing import Final

from performer.core.values import dataclass
from performer.guard.words.entry import WordList
from performer.guard.words.finder import WordFinder

_FEW: Final = 500
"""The most words of which a finder is made anew while a text waits for it: some 40 ms."""


@dataclass(frozen=True, slots=True)
class OwnWords:
    """Words, and the finders that find at least these; made by `index_words`."""

    words: tuple[str, ...]
    indexed: frozenset[str]
    """The words of the finder of all."""
    finders: tuple[WordFinder, ...]

    @property
    def is_whole(self) -> bool:
        """Whether the finder of all finds these words and no others."""
        return len(self.finders) == 1 and self.indexed == frozenset(self.words)

    def follow(self, words: Sequence[str]) -> "OwnWords":
        """Return other words, which hold at once; of a long list those that went hold until it is indexed anew."""
        if len(words) <= _FEW:
            return index_words(words)
        added = [each for each in words if each not in self.indexed]
        return OwnWords(tuple(words), self.indexed, (self.finders[0], _make_finder(added)))


def index_words(words: Sequence[str]) -> OwnWords:
    """Return words with a finder of all of them."""
    return OwnWords(tuple(words), frozenset(words), (_make_finder(words),))


def _make_finder(words: Sequence[str]) -> WordFinder:
    return WordFinder(WordList(words=words, category="own", rule="your list", bent=True))
