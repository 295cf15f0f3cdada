"""Wording: whether spoken sentences are lines, and new ones; the product's own filter judges them once more."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from performer.cli.bench.brain.turns import BenchTurn, BrainTake
from performer.cli.bench.figures import compute_share
from performer.cli.bench.show.content import measure_repetition_of_lines, split_words
from performer.core.files.home import PROMPTS
from performer.guard.speakable.speakable import Speakable


def find_unspeakable_kind(text: str, *, answers: bool = False) -> str:
    """Find the kind of a text that nobody should hear (`meta`, `tool`, …); empty for a line.

    An answer (`answers`) may speak of questions and pictures.
    """
    objection = _make_filter().objection(text, answers=answers)
    return objection.label if objection else ""


@cache
def _make_filter() -> Speakable:
    return Speakable.for_product()


_RUN: Final = 6
"""The number of words in a row that stand in a prompt by no accident."""
_LINES_OF_OURS: Final = ("understudy", "bench")
"""The folders of prompts that hold lines to be said, and the questions of this bench."""

Run = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class LineWording:
    """The measures of all that the model spoke, answers to people included; a line is a sentence here."""

    dropped: Mapping[str, int]
    """Sentences that nobody heard, by the rule that dropped them."""
    echoes: int
    """Lines with six words in a row of a prompt: its rules, or an example."""
    unspeakable: Mapping[str, int]
    """Lines that nobody should hear, by kind."""
    duplicates: float | None
    """Share of lines with nearly the words of one of the last 20."""
    distinct_2: float | None
    """Different pairs of words by all pairs."""
    openings: float | None
    """Different first two words by lines."""


def measure_wording(take: BrainTake) -> LineWording:
    """Measure the words of a take."""
    lines = [(text, turn.kind) for turn in take.turns if not turn.is_by_understudy for text in turn.said]
    said = [text for text, _ in lines]
    repeated = measure_repetition_of_lines(said)
    openings = {tuple(split_words(text)[:2]) for text in said}
    kinds = filter(None, (find_unspeakable_kind(text, answers=kind == "chat") for text, kind in lines))
    return LineWording(
        dropped=count_dropped(take.turns),
        echoes=len(find_echoes(said, take.prompts)),
        unspeakable=dict(Counter(why.partition(":")[0] for why in kinds).most_common()),
        duplicates=repeated.duplicates,
        distinct_2=repeated.distinct_2,
        openings=compute_share(len(openings), len(said)),
    )


def count_dropped(turns: Iterable[BenchTurn]) -> Mapping[str, int]:
    """Count the dropped sentences, by rule."""
    return dict(Counter(rule for turn in turns for rule in turn.blocked).most_common())


def find_echoes(lines: Iterable[str], prompts: Iterable[str]) -> list[str]:
    """Find the lines that repeat six words in a row of these texts, or of the product's prompts."""
    known = _read_product_runs().union(*(set(_split_runs(text)) for text in prompts))
    return [line for line in lines if not known.isdisjoint(_split_runs(line))]


@cache
def _read_product_runs() -> frozenset[Run]:
    """Read the runs of words in the prompts that ship, with what a driver adds to a request."""
    files = (file for file in PROMPTS.rglob("*.md") if file.relative_to(PROMPTS).parts[0] not in _LINES_OF_OURS)
    return frozenset(run for file in files for run in _split_runs(file.read_text(encoding="utf-8")))


def _split_runs(text: str) -> Iterator[Run]:
    said = split_words(text)
    return zip(*(said[start:] for start in range(_RUN)), strict=False)
