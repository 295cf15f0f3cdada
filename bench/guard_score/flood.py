"""The flood: what 1,000 of the costliest chat lines a minute take of the show's timing.

Shows are timed in turns: a calm one, one with ordinary lines, one with the costliest lines of a search, and one with
these that also keeps a journal, which is not the default.
"""

import itertools
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from bench.figures import Goal, Outcome, find_percentile
from bench.guard_score.flooded_show import ShowTiming, time_show
from bench.guard_score.judge import make_guard
from bench.guard_score.shapes import fill
from bench.guard_score.worst_line import find_costliest_lines
from performer.agent.turn.turn import DIRECT_CHARS, NAME_CHARS
from performer.core.cues import ChatLine
from performer.core.untrusted_text import make_plain

Beside = Literal["calm", "ordinary", "worst", "recorded"]
BESIDE: Final[tuple[Beside, ...]] = get_args(Beside)
LINES_A_MINUTE: Final = 1000
MOST_RATIO: Final = 1.1
"""Times the calm show's 95 of 100 within which that of the flooded one must stay."""
_PEOPLE: Final = 60
_ROUND_S: Final = 15.0
_SEARCH_S: Final = 10.0
"""Seconds of the search for the costliest lines."""
_MARK_CHARS: Final = 4
_ORDINARY: Final = "who jumps first on such a long evening, and does anybody know the way to the lake?"


@dataclass(frozen=True, kw_only=True)
class FloodOutcome(Outcome):
    """The timings of all shows."""

    timings: Mapping[Beside, ShowTiming]
    worst: tuple[str, ...]
    """The costliest lines, as viewers wrote them."""
    line_us: float
    """What a look at the costliest one takes the processor."""
    rounds: int


async def run_flood(
    seconds: float, *, words: Sequence[str] = (), seed: int = 1, search_s: float = _SEARCH_S
) -> FloodOutcome:
    """Time each of the shows for so many seconds, in rounds of a quarter of a minute.

    Args:
        seconds: The time of each of them.
        words: Entries that the guard of the search blocks besides.
        seed: The seed of the search and of the streamer's requests.
        search_s: The seconds of the search; all starts are tried, however few.
    """
    found = find_costliest_lines(make_guard(words), DIRECT_CHARS, seconds=search_s, seed=seed, fold=_fold)
    worst = tuple(text for text, _ in found)
    rounds = max(1, round(seconds / _ROUND_S))
    timings: dict[Beside, ShowTiming] = {beside: ShowTiming() for beside in BESIDE}
    for number in range(rounds):
        for beside in order_round(number):
            lines = make_lines({"calm": (), "ordinary": (_ORDINARY,)}.get(beside, worst))
            timing = await time_show(
                seconds / rounds,
                lines,
                every_s=60 / LINES_A_MINUTE,
                seed=seed + number,
                keeps_journal=beside == "recorded",
            )
            timings[beside].add(timing)
    ratio = compare(timings["worst"], timings["calm"])
    goals = (Goal("flood", ratio, "at most", MOST_RATIO),)
    return FloodOutcome(goals=goals, timings=timings, worst=worst, line_us=found[0][1], rounds=rounds)


def order_round(number: int) -> tuple[Beside, ...]:
    """Return the shows of a round in their order: each comes at each place as often as another."""
    first = number % len(BESIDE)
    return BESIDE[first:] + BESIDE[:first]


def make_lines(texts: Sequence[str]) -> Iterator[ChatLine]:
    """Yield chat lines of sixty people without end, none like another, each to the performer itself; none of no text.

    A person's name is the beginning of the line: it comes to the guard, too.
    """
    marks = map("".join, itertools.cycle(itertools.product(string.ascii_lowercase, repeat=_MARK_CHARS)))
    for number, (text, mark) in enumerate(zip(itertools.cycle(texts), marks, strict=False)):
        yield ChatLine(
            text=text[: DIRECT_CHARS - _MARK_CHARS] + mark,
            author=fill(text, NAME_CHARS - _MARK_CHARS) + mark,
            author_id=str(number % _PEOPLE),
            message=str(number),
            direct=True,
        )


def compare(timing: ShowTiming, calm: ShowTiming) -> float | None:
    """Return by how many times a show's 95 of 100 requests took longer; None when one of them had none."""
    high, calm_high = find_percentile(timing.sentences_s, 95), find_percentile(calm.sentences_s, 95)
    return high / calm_high if high and calm_high else None


def _fold(text: str) -> str:
    """Fold a viewer's line as a turn does before the guard sees it."""
    return make_plain(text, DIRECT_CHARS)
