"""How well emotes fit the lines: `python -m tests.performer.agent.expression.figures [FILE]`.

Without a file the marked moments beside this page are judged, part by part; a file of lines (JSON, one a row, with
`text`, `cue` and `label`) is only read, and what is picked for each good line is printed for a reader to judge.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from performer.agent.expression.expression import Expression, Expressions
from performer.core.files.home import ASSETS
from performer.stage.library.folder import TWICE

MOMENTS = Path(__file__).with_name("moments.jsonl")
EMOTES = frozenset(file.stem for file in (ASSETS / "emotes").glob("*.png") if TWICE not in file.stem)
"""Those that the product ships with."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A line, what is on the screen, and which emotes a viewer would find fitting."""

    part: str
    """tuned: the words were mended by looking at it; held: they were not; fresh: written after the words, and only the
    misses of the first reading were mended."""
    language: str
    line: str
    seen: str
    fits: tuple[str, ...]
    """An empty one: nothing fits as well."""

    def verdict(self, emote: str) -> str:
        """Judge an emote: fits, nothing (where some would be right), or misfit."""
        if emote in self.fits:
            return "fits"
        return "misfit" if emote else "nothing"


def moments() -> list[Moment]:
    """Read the marked moments."""
    rows = [json.loads(row) for row in MOMENTS.read_text(encoding="utf-8").splitlines()]
    return [Moment(**{**row, "fits": tuple(row["fits"])}) for row in rows]


def shown(expression: Expression) -> str:
    """Return which of the shipped emotes is shown."""
    return next((each for each in (expression.emote, *expression.others) if each in EMOTES), "")


def judged(which: Iterable[Moment]) -> Counter[str]:
    """Count the verdicts."""
    return Counter(moment.verdict(picked(moment)) for moment in which)


def picked(moment: Moment) -> str:
    """Return what is picked for a moment."""
    return shown(Expressions(moment.language).of(moment.line, moment.seen))


def cost_us(lines: Sequence[tuple[str, str]]) -> float:
    """Measure the median of one reading, in microseconds."""
    expressions = Expressions("de")
    costs = []
    for line, seen in lines:
        began = time.perf_counter()
        expressions.of(line, seen)
        costs.append((time.perf_counter() - began) * 1e6)
    return median(costs)


def main(file: str = "") -> None:
    """Print the table, or what is picked for the good lines of a file."""
    if file:
        _print_picks([json.loads(row) for row in Path(file).read_text(encoding="utf-8").splitlines()])
        return
    every = moments()
    print(f"{'':<12}{'lines':>6}{'fits':>8}{'nothing':>9}{'misfit':>8}")
    for name in ("tuned", "held", "fresh"):
        _print_row(name, [each for each in every if each.part == name])
    for name in sorted({each.language for each in every}):
        _print_row(name, [each for each in every if each.language == name])
    _print_row("all", every)
    print(f"one reading: {cost_us([(each.line, each.seen) for each in every]):.0f} µs")
    for each in every:
        if each.part == "tuned" and each.verdict(picked(each)) != "fits":
            print(each.language, repr(each.line), repr(each.seen), Expressions(each.language).of(each.line, each.seen))


def _print_row(name: str, which: Sequence[Moment]) -> None:
    counts = judged(which)
    shares = [f"{100 * counts[verdict] / len(which):.0f} %" for verdict in ("fits", "nothing", "misfit")]
    print(f"{name:<12}{len(which):>6}{shares[0]:>8}{shares[1]:>9}{shares[2]:>8}")


def _print_picks(rows: Sequence[dict[str, Any]]) -> None:
    expressions = Expressions("en")
    for row in rows:
        if row["label"] == "good":
            expression = expressions.of(row["text"], row["cue"])
            print(f"{shown(expression) or '-':<10} {expression.why:<28} {row['text']}   [{row['cue']}]")


if __name__ == "__main__":
    main(*sys.argv[1:])
