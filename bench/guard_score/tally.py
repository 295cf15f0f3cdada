"""The counts of a score: cases that were stopped, by kind and by language."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bench.guard_score.cases import PARTS, Part
from bench.guard_score.judge import JudgedCase


@dataclass(frozen=True, kw_only=True)
class StopCount:
    """How many of some cases were stopped."""

    tried: int
    stopped: int

    @property
    def share(self) -> float | None:
        """The share of the stopped ones; None of nothing."""
        return self.stopped / self.tried if self.tried else None


@dataclass(frozen=True, kw_only=True)
class PartTally:
    """The cases of one part that must be stopped, or those that must pass."""

    part: Part
    must_stop: bool
    judged: tuple[JudgedCase, ...]

    @property
    def title(self) -> str:
        """The words for what is counted."""
        if self.must_stop:
            return {"disguise": "disguises caught", "private": "private data caught"}[self.part]
        return {"disguise": "no disguise, touched", "private": "no private data, touched"}.get(
            self.part, "clean lines touched"
        )

    @cached_property
    def total(self) -> StopCount:
        """The count of all of them."""
        return count_stopped(self.judged)

    @cached_property
    def by_kind(self) -> dict[str, StopCount]:
        """The count of each kind, by its name."""
        return self._group(lambda each: each.case.kind)

    @cached_property
    def by_language(self) -> dict[str, StopCount]:
        """The count of each language, by its name."""
        return self._group(lambda each: each.case.language)

    @property
    def unread(self) -> int:
        """The number of cases that were dropped though nothing was found."""
        return sum(each.is_unread for each in self.judged)

    def count(self, kind: str, language: str) -> StopCount:
        """Return the count of one kind in one language."""
        return count_stopped([each for each in self.judged if (each.case.kind, each.case.language) == (kind, language)])

    @property
    def wrong(self) -> dict[str, list[JudgedCase]]:
        """The cases that were missed, or touched, by kind."""
        wrong = [each for each in self.judged if not each.is_right]
        kinds = dict.fromkeys(each.case.kind for each in wrong)
        return {kind: [each for each in wrong if each.case.kind == kind] for kind in sorted(kinds)}

    def _group(self, name_of: Callable[[JudgedCase], str]) -> dict[str, StopCount]:
        names = sorted({name_of(each) for each in self.judged})
        return {name: count_stopped([each for each in self.judged if name_of(each) == name]) for name in names}


def count_stopped(judged: Sequence[JudgedCase]) -> StopCount:
    """Count the stopped ones of some cases."""
    return StopCount(tried=len(judged), stopped=sum(each.is_stopped for each in judged))


def tally_parts(judged: Sequence[JudgedCase]) -> tuple[PartTally, ...]:
    """Group judged cases by their part and by what should become of them; a group without a case is left out."""
    tallies = (
        PartTally(
            part=part,
            must_stop=must_stop,
            judged=tuple(each for each in judged if (each.case.part, each.case.must_stop) == (part, must_stop)),
        )
        for part in PARTS
        for must_stop in (True, False)
    )
    return tuple(tally for tally in tallies if tally.judged)
