"""`performer bench guard`: what the guard takes for a line, by its length, and what it takes to start.

Beside it stands the plainest filter there is: a line in small letters, of which each word is looked up in a list. How
much the guard catches is counted by `performer guard score`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random
from typing import Final

from bench.guard_score.footprint import measure_footprint
from bench.guard_score.judge import make_guard
from bench.guard_score.stopwatch import measure
from bench.speed.report import Series, SpeedReport, make_series
from bench.speed.rig.sentences import Sentences

_LENGTHS: Final = (20, 60, 200, 500)
_MARK: Final = 26
_PLAIN: Final = "the plainest filter"
_ABOUT: Final = (
    "The plainest filter looks each word up in a list and stops at nothing that is disguised: it says how fast the"
    " machine is, not how fast a guard can be."
)
_TIMES: Final = 5
"""Lines that are timed together."""


@dataclass(frozen=True, kw_only=True)
class GuardPlan:
    """What is measured."""

    runs: int = 200
    """Values of each length, each the mean of some lines that the guard has not seen before."""
    starts: int = 5
    """Fresh processes in which the start and the memory are measured."""
    seed: int = 1


async def run(plan: GuardPlan) -> SpeedReport:
    """Measure lines of all lengths, turn about, and then fresh processes."""
    guard, chance = make_guard(()), Random(plan.seed)
    guard.warm_up()
    lines = {chars: make_lines(chars, plan.seed) for chars in _LENGTHS}
    look = partial(guard.check, limit=_LENGTHS[-1])
    filtered = PlainFilter(word for words in Sentences(plan.seed).draw(400) for word in words)
    took: dict[str, list[float]] = {}
    for _ in range(plan.runs):
        for chars in chance.sample(_LENGTHS, len(_LENGTHS)):
            fresh = [next(lines[chars]) for _ in range(_TIMES)]
            for name, check in (("plain", filtered.check), ("line", look), ("again", look)):
                took.setdefault(f"{name}_{chars}", []).append(_measure(check, fresh))
    footprint = measure_footprint([next(lines[60]) for _ in range(200)], plan.starts)
    grown = [footprint.grown_mb] if footprint.grown_mb is not None else []
    rest = (
        make_series(
            "start", "ready for its first line", [footprint.start_worked_ms], group="a fresh process: processor"
        ),
        make_series("grown", "what the guard adds to a program", grown, "MiB", group="a fresh process: memory"),
    )
    series = (*_make_series(took), *rest)
    return SpeedReport(bench="guard", series=series, options={"runs": str(plan.runs)}, notes=(_ABOUT,))


class PlainFilter:
    """The plainest filter: it looks each word up."""

    def __init__(self, words: Iterator[str] | Sequence[str]) -> None:
        self._words = frozenset(words)

    def check(self, line: str) -> bool:
        """Whether a word of the line is in the list."""
        return any(word in self._words for word in line.casefold().split())


def make_lines(chars: int, seed: int) -> Iterator[str]:
    """Yield lines of so many characters without end, none like another."""
    sentences = Sentences(seed)
    for number in count():
        mark = "".join(chr(ord("a") + number // _MARK**place % _MARK) for place in range(4))
        words = [word for each in sentences.draw(1 + chars // 50) for word in each]
        yield f"{mark} {' '.join(words)}"[:chars].ljust(chars, "o")


def _measure(check: Callable[[str], object], lines: Sequence[str]) -> float:
    """Return the microseconds of the processor a line."""

    def check_all() -> None:
        for line in lines:
            check(line)

    return measure(check_all).worked_us / len(lines)


def _make_series(took: dict[str, list[float]]) -> Iterator[Series]:
    titles = {"plain": _PLAIN, "line": "the guard", "again": "the guard, a line that it checked before"}
    for chars in _LENGTHS:
        for name, title in titles.items():
            floor = "" if name == "plain" else f"plain_{chars}"
            against, key, group = (
                _PLAIN if floor else "",
                f"{name}_{chars}",
                f"processor of a line of {chars} characters",
            )
            yield make_series(key, title, took[key], "us", floor=floor, against=against, group=group)
