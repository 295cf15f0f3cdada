"""PhraseIndex: phrases by the words that they begin with, so that each is tried only where two such words stand."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from performer.guard.topics.heads import ANY, Head, find_head
from performer.guard.topics.line import PlainLine
from performer.guard.topics.phrases import CUE_LETTERS, compile_phrase

_REMEMBERED: Final = 2048
_ALWAYS: Final = 64
"""The tries that a short line may need. In everyday texts there are 25 in 500 characters, and 50 in 2,000."""
_CHARS_A_TRY: Final = 10
"""The characters of a longer line to each further try."""


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
        self._ways: list[tuple[int, str]] = []
        """For each bit the number of the group, and the pattern."""
        self._alike: list[int] = []
        """For each bit those of the same pattern."""
        self._firsts: dict[str, int] = {}
        self._seconds: dict[str, int] = {}
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
                group, pattern = self._ways[bit]
                if place < ends.get(pattern, 0):
                    continue
                if not left:
                    raise TooManyTries(group)
                left -= 1
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
        for firsts, seconds, is_alone in _list_ways(find_head(pattern)):
            bit = 1 << len(self._ways)
            self._ways.append((number, pattern))
            _put(self._firsts, firsts, bit)
            _put(self._seconds, seconds, bit)
            self._alone |= bit * is_alone
        after = len(self._ways)
        self._alike += [(1 << after) - (1 << before)] * (after - before)

    def _work_out_masks(self, word: str) -> tuple[int, int]:
        return _look_up(self._firsts, word), _look_up(self._seconds, word)


def _list_ways(head: Head) -> Iterator[tuple[frozenset[str], frozenset[str], bool]]:
    """Yield first and second words that go with each other, and whether the first ones can do alone."""
    for firsts, seconds, begun in head.ways:
        yield firsts, seconds | begun, False
    if head.words:
        yield head.words, frozenset({ANY}), True


def _put(index: dict[str, int], words: frozenset[str], bit: int) -> None:
    for word in words:
        key = word[:CUE_LETTERS].rstrip(ANY) + ANY if word.endswith(ANY) else word
        index[key] = index.get(key, 0) | bit


def _look_up(index: dict[str, int], word: str) -> int:
    bits = index.get(word, 0) | index.get(ANY, 0)
    for length in range(1, min(len(word), CUE_LETTERS) + 1):
        bits |= index.get(word[:length] + ANY, 0)
    return bits
