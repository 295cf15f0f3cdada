"""PhraseIndex: phrases by the words that they begin with, so that each is tried only where two such words stand."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from performer.guard.topics.heads import ANY, Head, find_head
from performer.guard.topics.line import PlainLine
from performer.guard.topics.phrases import CUE_LETTERS, TopicPhrases, compile_phrase

_REMEMBERED: Final = 2048


class PhraseIndex:
    """The index of all phrases; a bit of a number stands for each way in which one of them can begin."""

    def __init__(self, groups: Sequence[TopicPhrases]) -> None:
        self._near: dict[str, int] = {}
        self._patterns: list[tuple[int, str]] = []
        """For each bit the number of the group, and the pattern."""
        self._groups = tuple(groups)
        self._alike: list[int] = []
        """For each bit those of the same pattern."""
        self._firsts: dict[str, int] = {}
        self._seconds: dict[str, int] = {}
        self._alone = 0
        """The bits of ways that need no second word."""
        for number, group in enumerate(groups):
            before = len(self._patterns)
            for pattern in group.patterns:
                self._add(number, pattern)
            bits = (1 << len(self._patterns)) - (1 << before)
            for beginning in group.beginnings:
                self._near[beginning] = self._near.get(beginning, 0) | bits
        self._find_masks = lru_cache(maxsize=_REMEMBERED)(self._work_out_masks)

    def _add(self, number: int, pattern: str) -> None:
        head = find_head(pattern)
        before = len(self._patterns)
        for firsts, seconds, is_alone in _list_ways(head):
            bit = 1 << len(self._patterns)
            self._patterns.append((number, pattern))
            _put(self._firsts, firsts, bit)
            _put(self._seconds, seconds, bit)
            if is_alone:
                self._alone |= bit
        after = len(self._patterns)
        self._alike += [(1 << after) - (1 << before)] * (after - before)

    def find_near(self, beginnings: set[str]) -> int:
        """Return the bits of phrases of which a cue is among the beginnings of words."""
        near = 0
        for beginning in beginnings.intersection(self._near):
            near |= self._near[beginning]
        return near

    def find(self, line: PlainLine, near: int) -> Iterator[tuple[int, int, int]]:
        """Find phrases: the number of the group, and the span in the line."""
        self.tries = 0
        masks = {word: self._find_masks(word) for word in set(line.words)}
        seconds = [masks[word][1] for word in line.words[1:]]
        seconds.append(self._alone)
        text = line.text
        ends: dict[str, int] = {}
        for place, word, second in zip(line.places, line.words, seconds):
            ways = near & second & masks[word][0]
            while ways:
                self.tries += 1
                lowest = (ways & -ways).bit_length() - 1
                number, pattern = self._patterns[lowest]
                ways &= ~self._alike[lowest]
                if place < ends.get(pattern, 0):
                    continue
                match = compile_phrase(pattern).match(text, place)
                if match:
                    ends[pattern] = match.end()
                    yield number, place, match.end()

    def _work_out_masks(self, word: str) -> tuple[int, int]:
        return _look_up(self._firsts, word), _look_up(self._seconds, word)


def _list_ways(head: Head) -> Iterator[tuple[frozenset[str], frozenset[str], bool]]:
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
