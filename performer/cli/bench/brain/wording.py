"""Wording: whether what is said are lines, and new ones.

What no performer would say, of what was spoken: the product's own filter, asked once more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from performer.cli.bench.brain.turns import BenchTurn, BrainTake
from performer.cli.bench.show.content import measure_repetition_of_lines, split_words
from performer.cli.bench.show.timing import compute_share
from performer.core.files.home import PROMPTS
from performer.guard.speakable.speakable import Speakable


def find_unspeakable_kind(text: str, *, answers: bool = False) -> str:
    """Name the kind of talk that a line is (`meta`, `tool`, …) and that nobody should hear; empty: it is a line.

    Args:
        text: What was spoken.
        answers: Whether somebody had asked, who may be told of questions and pictures.
    """
    objection = _filter().objection(text, answers=answers)
    return objection.label if objection else ""


@cache
def _filter() -> Speakable:
    return Speakable.for_product()


_RUN: Final = 6
"""So many words one after the other that also stand in a prompt are no accident."""
_LINES_OF_OURS: Final = ("understudy", "bench")
"""Folders of prompts that hold lines to be said, and what this bench asks."""

Run = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class LineWording:
    """Of all that the model spoke, answers to people too; a line is a sentence here."""

    dropped: Mapping[str, int]
    """Sentences that nobody heard, by the rule that dropped them."""
    echoes: int
    """Lines with six words in a row of a prompt: its rules, or an example."""
    unspeakable: Mapping[str, int]
    """Lines that no performer would say, by kind."""
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
    """Count what was dropped, by rule."""
    return dict(Counter(rule for turn in turns for rule in turn.blocked).most_common())


def find_echoes(lines: Iterable[str], prompts: Iterable[str]) -> list[str]:
    """Find the lines that repeat six words in a row of these texts, or of the product's prompts."""
    known = _read_product_runs().union(*(set(_runs(text)) for text in prompts))
    return [line for line in lines if not known.isdisjoint(_runs(line))]


@cache
def _read_product_runs() -> frozenset[Run]:
    """Read the prompts that ship: what a driver adds to a request is among them."""
    files = (file for file in PROMPTS.rglob("*.md") if file.relative_to(PROMPTS).parts[0] not in _LINES_OF_OURS)
    return frozenset(run for file in files for run in _runs(file.read_text(encoding="utf-8")))


def _runs(text: str) -> Iterator[Run]:
    said = split_words(text)
    return zip(*(said[start:] for start in range(_RUN)), strict=False)
