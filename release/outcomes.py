"""What became of the tests of a run: as `release.pytest_outcomes` writes it, and summed up for a reader."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from release.wine_known import KnownTests

OutcomeKind = Literal["passed", "failed", "error", "skipped"]
BY_NATURE = {"POSIX only": "POSIX only", "Linux only": "Linux only", "Chromium is missing": "Linux's browser"}
"""How the reasons begin of tests that are not of Windows, each with the kind that it is counted as."""


@dataclass(frozen=True, kw_only=True)
class ToldTest:
    """What became of one test."""

    outcome: OutcomeKind
    why: str


@dataclass(kw_only=True)
class Outcomes:
    """What became of each test of a run, and of the run."""

    tests: dict[str, ToldTest] = field(default_factory=dict)
    is_whole: bool = False
    """Whether the run came to its end."""
    last_begun: str = ""
    """The test that was begun and not ended, of a run that came to no end."""


def read_outcomes(file: Path) -> Outcomes:
    """Read what a run, or several in a row, have written; nothing where there is no file."""
    told = Outcomes()
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for line in map(json.loads, lines):
        if "begun" in line:
            told.last_begun, told.is_whole = line["begun"], False
        elif "ended" in line:
            told.last_begun, told.is_whole = "", True
        elif line["outcome"] != "passed" or line["test"] not in told.tests:
            told.tests[line["test"]] = ToldTest(outcome=line["outcome"], why=line["why"])
    if told.last_begun in told.tests:
        told.last_begun = ""
    return told


def write_outcome(file: Path, test: str, outcome: OutcomeKind, why: str) -> None:
    """Add to what a run has written what is known of a test that could not tell itself."""
    with file.open("a", encoding="utf-8") as opened:
        opened.write(json.dumps({"test": test, "outcome": outcome, "why": why}) + "\n")


@dataclass(frozen=True, kw_only=True)
class OutcomeSum:
    """What the tests of a run come to, beside the list of those that Wine cannot pass."""

    passed: int
    failing: dict[str, str]
    """Each test that failed and is not on the list, with one line of why."""
    cannot: Counter[str]
    """How many tests Wine could not pass, by what it lacks."""
    skipped: Counter[str]
    """How many tests were skipped, by how their reasons begin."""
    needless: list[str]
    """What stands on the list and passed."""

    @property
    def share(self) -> float:
        """Return which share passed of what is not another system's, as a number up to 1."""
        others = self.skipped.total() - sum(self.skipped[kind] for kind in BY_NATURE.values())
        everything = self.passed + len(self.failing) + self.cannot.total() + others
        return self.passed / everything if everything else 1.0


def sum_up(tests: Mapping[str, ToldTest], known: KnownTests) -> OutcomeSum:
    """Sum up what became of tests."""
    passed = [test for test, told in tests.items() if told.outcome == "passed"]
    broken = {test: told.why for test, told in tests.items() if told.outcome in ("failed", "error")}
    reasons = [told.why for told in tests.values() if told.outcome == "skipped"]
    return OutcomeSum(
        passed=len(passed),
        failing={test: why for test, why in broken.items() if not known.find_why(test)},
        cannot=Counter(filter(None, map(known.find_why, broken))),
        skipped=Counter(map(name_kind, reasons)),
        needless=known.find_needless(passed, broken),
    )


def name_kind(why: str) -> str:
    """Return the kind of a reason for which a test was skipped."""
    return next((kind for begin, kind in BY_NATURE.items() if why.startswith(begin)), "else")


def tell_counts(told: OutcomeSum) -> str:
    """Return the counts in words: how many passed, failed, cannot be passed, and were skipped with which reasons."""
    return ", ".join(_list_counts(told))


def _list_counts(told: OutcomeSum) -> Iterator[str]:
    yield f"{told.passed:,} passed"
    yield f"{len(told.failing)} failed"
    if told.cannot:
        yield f"{told.cannot.total()} that Wine cannot pass"
    if told.skipped:
        kinds = ", ".join(f"{kind} {count}" for kind, count in told.skipped.most_common())
        yield f"{told.skipped.total()} skipped ({kinds})"
