"""PhraseIndex: phrases by the words that they begin with, so that each is tried only where two such words stand."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from performer.guard.topics.heads import ANY, Head
from performer.guard.topics.known_heads import find_known_head
from performer.guard.topics.line import PlainLine
from performer.guard.topics.phrases import CUE_LETTERS, GAP, compile_phrase

_REMEMBERED: Final = 2048
_ALWAYS: Final = 64
"""The tries that a short line may need. In everyday texts there are 25 in 500 characters, and 50 in 2,000."""
_CHARS_A_TRY: Final = 10
"""The characters of a longer line to each further try."""
_NONE: Final = (0, 0)


class FoundPhrase(NamedTuple):
    """A phrase that stands in a line."""

    group: int
    """The number of its group."""
    start: int
    end: int


class TooManyTries(Exception):
    """Raised for a line that begins so many phrases that no one can have meant it to be read."""

    def __init__(self, group: int) -> None:
        super().__init__(group)
        self.group = group
        """The number of the group whose phrase was not tried any more."""


class PhraseIndex:
    """The index of groups of phrases; a bit of a number stands for each way in which a phrase can begin."""

    def __init__(self, groups: Sequence[Sequence[str]]) -> None:
        self._ways: list[tuple[int, str, int]] = []
        """For each bit the number of the group, the pattern, and what a try of it counts for."""
        self._alike: list[int] = []
        """For each bit those of the same pattern."""
        self._words: dict[str, tuple[int, int]] = {}
        """For each word the bits of ways of which it is the first, and those of which it is the second."""
        self._alone = 0
        """The bits of ways that need no second word."""
        self.bits = tuple(self._add_group(number, patterns) for number, patterns in enumerate(groups))
        """For each group the bits of its phrases."""
        self._find_masks = lru_cache(maxsize=_REMEMBERED)(self._work_out_masks)

    def find(self, line: PlainLine, among: int, *, once: bool = False) -> list[FoundPhrase]:
        """Find the phrases of some bits in a line; `once`: each only once in a sentence.

        Raises TooManyTries for a line that would take too long.
        """
        found: list[FoundPhrase] = []
        ends: dict[str, int] = {}
        left = _ALWAYS + len(line.text) // _CHARS_A_TRY
        for place, ways in self._list_candidates(line, among):
            while ways:
                bit = (ways & -ways).bit_length() - 1
                ways &= ~self._alike[bit]
                group, pattern, weight = self._ways[bit]
                if place < ends.get(pattern, 0):
                    continue
                left -= weight
                if left < 0:
                    raise TooManyTries(group)
                match = compile_phrase(pattern).match(line.text, place)
                if match:
                    found.append(FoundPhrase(group, place, match.end()))
                    ends[pattern] = line.sentence(*match.span())[1] if once else match.end()
        return found

    def _list_candidates(self, line: PlainLine, among: int) -> list[tuple[int, int]]:
        """Return the places where phrases can begin, each with their bits."""
        words = line.words
        masks = {word: self._find_masks(word) for word in set(words)}
        seconds = [masks[word][1] for word in words[1:]]
        seconds.append(self._alone)
        both = zip(line.places, words, seconds, strict=False)
        return [(place, ways) for place, word, second in both if (ways := masks[word][0] & second & among)]

    def _add_group(self, number: int, patterns: Sequence[str]) -> int:
        before = len(self._ways)
        for pattern in patterns:
            self._add(number, pattern)
        return (1 << len(self._ways)) - (1 << before)

    def _add(self, number: int, pattern: str) -> None:
        before = len(self._ways)
        for firsts, seconds, is_alone in _list_ways(find_known_head(pattern)):
            bit = 1 << len(self._ways)
            self._ways.append((number, pattern, 1 + pattern.count(GAP)))
            self._put(firsts, bit, 0)
            self._put(seconds, 0, bit)
            self._alone |= bit * is_alone
        after = len(self._ways)
        self._alike += [(1 << after) - (1 << before)] * (after - before)

    def _put(self, words: frozenset[str], as_first: int, as_second: int) -> None:
        for word in words:
            key = word[:CUE_LETTERS].rstrip(ANY) + ANY if word.endswith(ANY) else word
            first, second = self._words.get(key, _NONE)
            self._words[key] = first | as_first, second | as_second

    def _work_out_masks(self, word: str) -> tuple[int, int]:
        known = self._words
        first, second = known.get(ANY, _NONE)
        keys = [word, *(word[:length] + ANY for length in range(1, min(len(word), CUE_LETTERS) + 1))]
        for key in keys:
            if key in known:
                as_first, as_second = known[key]
                first |= as_first
                second |= as_second
        return first, second


def _list_ways(head: Head) -> Iterator[tuple[frozenset[str], frozenset[str], bool]]:
    """Yield first and second words that go with each other, and whether the first ones can do alone."""
    for firsts, seconds, begun in head.ways:
        yield firsts, seconds | begun, False
    if head.words:
        yield head.words, frozenset({ANY}), True
