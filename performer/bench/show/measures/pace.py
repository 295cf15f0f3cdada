"""Pace: how much it speaks, how evenly, how long its lines are, and how old what they are about."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from performer.bench.show.measures.share import percentile, share
from performer.bench.show.span import total_s
from performer.bench.show.take import Line, Take

FRESH_S: Final = 6.0
"""From picture to the line's start; later it is stale. The default of turn.freshness_s."""
_LATE_S: Final = 8.0
"""From picture to the line's end; the papers' viewers lose the thread after that."""
_OF_PICTURES: Final = frozenset({"scene", "silence", "interval"})
"""Lines about the picture; those to people keep."""


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How lines are spread, and how fresh they are."""

    lines_per_min: float | None
    silence: float | None
    """Share of the time in which nothing of ours sounds."""
    gap_p50_s: float | None
    """From one line's end to the next one's start."""
    gap_cv: float | None
    """Standard deviation of the gaps by their mean; a metronome has 0."""
    words_p50: float | None
    words_p95: float | None
    line_p50_s: float | None
    line_p95_s: float | None
    fresh_p50_s: float | None
    """From picture to start."""
    fresh_p95_s: float | None
    end_p95_s: float | None
    """From picture to end."""
    late: float | None
    """Share of lines whose end comes 8 s or longer after their picture."""
    stale_spoken: int
    """Lines about a picture that was older than FRESH_S when they began."""
    stale_dropped: int
    """Sentences that the speaker let go for it."""


def pace(take: Take) -> Pace:
    """Measure a take's lines."""
    gaps = [max(0.0, after.span.begin_s - before.span.end_s) for before, after in pairwise(take.lines)]
    words = [float(len(line.text.split())) for line in take.lines if line.text]
    lengths = [line.spoken_s for line in take.lines]
    starts, ends = _ages(take.lines)
    return Pace(
        lines_per_min=share(len(take.lines), take.minutes),
        silence=share(take.seconds - total_s(take.sounds), take.seconds),
        gap_p50_s=percentile(gaps, 50),
        gap_cv=_variation(gaps),
        words_p50=percentile(words, 50),
        words_p95=percentile(words, 95),
        line_p50_s=percentile(lengths, 50),
        line_p95_s=percentile(lengths, 95),
        fresh_p50_s=percentile(starts, 50),
        fresh_p95_s=percentile(starts, 95),
        end_p95_s=percentile(ends, 95),
        late=share(sum(end >= _LATE_S for end in ends), len(ends)),
        stale_spoken=sum(start > FRESH_S for start in starts),
        stale_dropped=take.blocked.get("stale", 0),
    )


def _ages(lines: Sequence[Line]) -> tuple[list[float], list[float]]:
    """Tell how old the pictures were at the starts and at the ends of the lines about them."""
    shown = [(line.span, line.picture_s) for line in lines if line.kind in _OF_PICTURES and line.picture_s is not None]
    return [span.begin_s - picture_s for span, picture_s in shown], [
        span.end_s - picture_s for span, picture_s in shown
    ]


def _variation(gaps: Sequence[float]) -> float | None:
    if len(gaps) < 2:
        return None
    return share(statistics.stdev(gaps), statistics.fmean(gaps))
