"""Air: how long nobody says a word while things happen."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from performer.cli.bench.brain.turns import BrainTake
from performer.cli.bench.show.ground_truth import TOLERANCE_S
from performer.cli.bench.show.microphone import Span
from performer.cli.bench.show.take import Take
from performer.cli.bench.show.timing import compute_share, sum_idle_minutes

DEAD_S: Final = 20.0
"""From so long on the silence of a companion is noticed, while things happen."""


@dataclass(frozen=True, kw_only=True)
class SpeechGaps:
    """Lines and the gaps between them, to the beginning and the end of the take too; the understudy's count here."""

    lines_per_min: float | None
    moving_lines_per_min: float | None
    """Of the time in which there is something to see: no menu, no loading screen; None beside no arcade."""
    longest_gap_s: float | None
    longest_dead_s: float | None
    """The longest stretch of marked events, from the first to the last, without a line; None beside no arcade."""
    dead_s: float | None
    """What all such stretches have above 20 s, together."""
    dead: float | None
    """Its share of the take."""


def measure_gaps(take: BrainTake) -> SpeechGaps:
    """Measure a take's gaps."""
    shown = take.take
    gaps = list(_gaps(shown))
    moving = shown.minutes - sum_idle_minutes(shown)
    has_marks = shown.arcade is not None
    stretches = [_stretch_s(shown, gap) for gap in gaps]
    dead_s = round(sum(max(0.0, stretch - DEAD_S) for stretch in stretches), 3)
    return SpeechGaps(
        lines_per_min=compute_share(len(shown.lines), shown.minutes),
        moving_lines_per_min=compute_share(len(shown.lines), moving) if has_marks else None,
        longest_gap_s=round(max((gap.length_s for gap in gaps), default=0.0), 3),
        longest_dead_s=round(max(stretches, default=0.0), 3) if has_marks else None,
        dead_s=dead_s if has_marks else None,
        dead=compute_share(dead_s, shown.seconds) if has_marks else None,
    )


def _gaps(take: Take) -> Iterator[Span]:
    """Give the spans in which nothing of ours sounds."""
    end_s = take.begin_s + take.seconds
    spans = [Span(take.begin_s, take.begin_s), *(line.span for line in take.lines), Span(end_s, end_s)]
    for before, after in pairwise(spans):
        if after.begin_s > before.end_s:
            yield Span(before.end_s, after.begin_s)


def _stretch_s(take: Take, gap: Span) -> float:
    """Tell how long it is in a gap from the first marked event to the end of the last one's moment."""
    instants = [event.at_s for moment in take.moments for event in moment.events if gap.holds(event.at_s)]
    if not instants:
        return 0.0
    return min(gap.end_s, instants[-1] + TOLERANCE_S) - instants[0]
