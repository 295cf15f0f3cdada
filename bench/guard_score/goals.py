"""The goals of a score, and what was reached of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from bench.figures import Goal
from bench.guard_score.costs import LineCosts
from bench.guard_score.footprint import Footprint
from bench.guard_score.tally import PartTally, StopCount

HARMLESS: Final = "harmless-number"
"""The kind of clean lines that hold numbers which are no private data."""
TITLES: Final = {
    "disguises": "disguises caught",
    "worst_kind": "the kind of disguise caught least",
    "worst_language": "the language caught least",
    "private": "private data caught",
    "harmless_numbers": "lines with harmless numbers touched",
    "clean": "clean lines touched",
    "median_us": "median of harmless lines of 50 to 70 characters, µs",
    "p99_us": "99 of 100 lines, µs",
    "start_ms": "start, ms",
    "grown_mb": "memory, MB",
}


def set_goals(tallies: Sequence[PartTally], costs: LineCosts, footprint: Footprint) -> tuple[Goal, ...]:
    """Return all goals; times are the processor's."""
    disguises, private = _find(tallies, "disguise", must_stop=True), _find(tallies, "private", must_stop=True)
    clean = _find(tallies, "clean", must_stop=False)
    sixty = costs.median_harmless or costs.median_sixty
    return (
        Goal("disguises", _share(disguises), "at least", 0.97),
        Goal("worst_kind", _find_worst(disguises, lambda tally: tally.by_kind), "at least", 0.85),
        Goal("worst_language", _find_worst(disguises, lambda tally: tally.by_language), "at least", 0.85),
        Goal("private", _share(private), "at least", 0.97),
        Goal("harmless_numbers", _share_harmless(tallies), "at most", 0.02),
        Goal("clean", _share(clean), "at most", 0.002),
        Goal("median_us", sixty.worked_us if sixty else None, "at most", 200),
        Goal("p99_us", costs.p99.worked_us, "at most", 1000),
        Goal("start_ms", footprint.start_worked_ms, "at most", 150),
        Goal("grown_mb", footprint.grown_mb, "at most", 40),
    )


def _find(tallies: Iterable[PartTally], part: str, *, must_stop: bool) -> PartTally | None:
    return next((each for each in tallies if (each.part, each.must_stop) == (part, must_stop)), None)


def _share(tally: PartTally | None) -> float | None:
    return tally.total.share if tally else None


def _share_harmless(tallies: Sequence[PartTally]) -> float | None:
    """Return the share of touched lines whose numbers are no private data, also of clean lines of that kind."""
    private, clean = _find(tallies, "private", must_stop=False), _find(tallies, "clean", must_stop=False)
    counts = [private.total] if private else []
    if clean and HARMLESS in clean.by_kind:
        counts.append(clean.by_kind[HARMLESS])
    tried, stopped = sum(count.tried for count in counts), sum(count.stopped for count in counts)
    return StopCount(tried=tried, stopped=stopped).share


def _find_worst(tally: PartTally | None, groups_of: Callable[[PartTally], Mapping[str, StopCount]]) -> float | None:
    shares = (count.share for count in groups_of(tally).values()) if tally else ()
    return min((share for share in shares if share is not None), default=None)
