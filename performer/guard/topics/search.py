"""PhraseSearch: the search for groups of phrases that something else in the same sentence may excuse."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from performer.guard.topics.index import FoundPhrase, PhraseIndex, TooManyTries
from performer.guard.topics.line import PlainLine
from performer.guard.topics.phrases import TopicPhrases


def index_by_cue(groups: Iterable[tuple[int, TopicPhrases]]) -> dict[str, tuple[int, ...]]:
    """Return the numbers of groups by the beginnings of their cues."""
    by_cue: dict[str, tuple[int, ...]] = {}
    for number, phrases in groups:
        for beginning in phrases.beginnings:
            by_cue[beginning] = (*by_cue.get(beginning, ()), number)
    return by_cue


def find_near(by_cue: Mapping[str, tuple[int, ...]], beginnings: Iterable[str]) -> set[int]:
    """Return the numbers of groups of which a cue is among the beginnings of words."""
    return {group for beginning in beginnings if beginning in by_cue for group in by_cue[beginning]}


class PhraseSearch:
    """The search for groups of phrases."""

    def __init__(self, groups: Sequence[TopicPhrases]) -> None:
        self._phrases = PhraseIndex([phrases.patterns for phrases in groups])
        self._unless = sorted({phrases.unless for phrases in groups} - {""})
        self._excused_by = [self._unless.index(phrases.unless) if phrases.unless else None for phrases in groups]

    @cached_property
    def _excuses(self) -> PhraseIndex:
        """The index of what excuses phrases, made when the first one is found."""
        return PhraseIndex([(excuse,) for excuse in self._unless])

    def index_excuses(self) -> None:
        """Index what excuses phrases, so that no line has to wait for it."""
        _ = self._excuses

    def find(
        self, line: PlainLine, groups: Collection[int], *, with_excused: bool = False, all_of_line: bool = False
    ) -> list[FoundPhrase]:
        """Find the phrases of some groups that nothing excuses.

        Args:
            line: The line.
            groups: The numbers of the groups.
            with_excused: Whether excused ones are found too.
            all_of_line: Whether an excuse holds for the whole line, not only for its own sentence.

        Raises:
            TooManyTries: for a line that would take too long.
        """
        found = self._phrases.find(line, _unite(self._phrases, groups))
        by = {excuse for group, *_ in found if (excuse := self._excused_by[group]) is not None}
        if not by or with_excused:
            return found
        excused: defaultdict[int | None, set[int]] = defaultdict(set)
        for excuse, *span in self._find_excuses(line, by):
            excused[excuse].add(0 if all_of_line else line.sentence(*span)[0])

        def is_excused(each: FoundPhrase) -> bool:
            sentence = 0 if all_of_line else line.sentence(each.start, each.end)[0]
            return sentence in excused[self._excused_by[each.group]]

        return [each for each in found if not is_excused(each)]

    def _find_excuses(self, line: PlainLine, excuses: Collection[int]) -> list[FoundPhrase]:
        try:
            return self._excuses.find(line, _unite(self._excuses, excuses), once=True)
        except TooManyTries:
            return []  # so much is no excuse


def _unite(index: PhraseIndex, groups: Collection[int]) -> int:
    bits = 0
    for group in groups:
        bits |= index.bits[group]
    return bits
