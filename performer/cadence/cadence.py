"""The cadence itself: a few steps down when calls become slow, and back when they are quick again.

Nothing here touches what the server was told of the model: another context or keep-alive would make it load anew.
"""

from dataclasses import dataclass
from functools import partial
from math import log
from statistics import median
from typing import Final

from performer.cadence.call import Call
from performer.cadence.timed import Timed
from performer.cadence.usual import Usual
from performer.clock import Clock
from performer.events import CadenceChanged, EventStream
from performer.models.candidate import Candidate


@dataclass(frozen=True, kw_only=True)
class Pace:
    """One step of the cadence."""

    interval: float
    """What the time between lines is multiplied by."""
    shrink: int
    """What the width of pictures is divided by, as far as they stay wide enough to be read."""
    slower_at: float
    """How many times as long as usual calls must take on the whole to go down to here."""

    @property
    def quicker_at(self) -> float:
        """How many times as long as usual they may take to leave upwards: lower, or it would go to and fro."""
        return 0.8 * self.slower_at


PACES: Final = (
    Pace(interval=1.0, shrink=1, slower_at=0.0),
    Pace(interval=1.5, shrink=1, slower_at=1.5),
    Pace(interval=2.25, shrink=2, slower_at=2.2),
    Pace(interval=3.375, shrink=4, slower_at=3.0),
    Pace(interval=4.0, shrink=4, slower_at=4.0),
)
IN_A_ROW: Final = 3
"""Quick calls that must follow each other before it goes a step up."""
_EXCESS: Final = 1.6
_MOST_OF_A_CALL: Final = 0.54
"""How much slower than a step's bound calls must be, as the sum of the logarithms, and what one of them may add to it.

Calls spread by themselves: with log-normal times (sigma 0.4) a steady card is misjudged once in some 10,000 calls, and
one that becomes twice as slow is found after six or seven, in the median. Fewer than three calls find nothing.
"""
PROBE_EVERY: Final = 4
"""While pictures are smaller every so many-th is whole: only like calls show whether the card is free again."""


class Cadence:
    """Follows the calls of the model that leads.

    One thing at a time: a step down is taken when calls were on the whole too slow for where it is, a step up when
    three in a row were quick enough, and the next step begins to count anew.
    """

    def __init__(self, clock: Clock, stream: EventStream) -> None:
        self._clock = clock
        self._stream = stream
        self._usuals: dict[str, Usual] = {}
        """What is usual of each model at each place."""
        self._usual = Usual()
        self._step = 0
        self._excess = 0.0
        self._slow: list[float] = []
        """What the excess has been summed up of."""
        self._doubtful: list[Call] = []
        """Calls that may be the first under load: learned once it is clear that they are not."""
        self._quick: list[float] = []
        self._unprobed = 0

    @property
    def interval(self) -> float:
        """What the time between lines is to be multiplied by, 1 to 4."""
        return PACES[self._step].interval

    @property
    def shrink(self) -> int:
        """What the width of the next picture is to be divided by, 1 to 4; now and then 1, to see whether it could."""
        is_due = self._unprobed >= PROBE_EVERY - 1 or bool(self._quick)
        return 1 if is_due else PACES[self._step].shrink

    @property
    def why(self) -> str:
        """Say in a sentence why lines are rarer than usual; empty when they are not."""
        if self._step == 0:
            return ""
        smaller = ", with smaller pictures" if PACES[self._step].shrink > 1 else ""
        return f"it answers slowly, so the game comes first: asked {1 / self.interval:.0%} as often as usual{smaller}"

    def timed(self, model: Candidate, *, place: str = "") -> Candidate:
        """Put a model under this measure; each has its own usual, and one that takes over begins at the usual pace.

        Args:
            model: The model.
            place: Where it is, if there are several.
        """
        usual = self._usuals.setdefault(f"{model.name} {place}", Usual())
        return Timed(self._clock, model, partial(self._heard_from, usual))

    def _heard_from(self, usual: Usual, call: Call) -> None:
        if usual is not self._usual:
            self._usual = usual
            self._go_to(0, 1.0)
        self.heard(call)

    def heard(self, call: Call) -> None:
        """Take in how long a call took."""
        slowness = self._usual.slowness(call)
        self._count_probes(call, is_judged=slowness is not None)
        if slowness is not None:
            self._judge(slowness, is_exact=call.is_exact)
        self._learn(call, slowness)

    def _learn(self, call: Call, slowness: float | None) -> None:
        """Have what led to no step be usual: it is ordinary spread. Under load slow calls hardly count."""
        if self._step or slowness is None:
            self._usual.learn(call, is_slow=slowness is not None and slowness >= PACES[1].slower_at)
            return
        self._doubtful.append(call)
        if not self._excess:
            for each in self._doubtful:
                self._usual.learn(each, is_slow=False)
            self._doubtful.clear()

    def _count_probes(self, call: Call, *, is_judged: bool) -> None:
        if call.kind.pictures and call.shrink > 1:
            self._unprobed += 1
        elif call.kind.pictures and is_judged:
            self._unprobed = 0

    def _judge(self, slowness: float, *, is_exact: bool) -> None:
        """Count what agrees; of a call that cannot show quickness, only slowness counts."""
        worse = PACES[self._step + 1] if self._step + 1 < len(PACES) else None
        is_slow = worse is not None and slowness >= worse.slower_at
        if worse and (is_slow or is_exact):
            self._take_slow(slowness, worse)
        if is_slow:
            self._quick.clear()
        elif is_exact:
            self._take_quick(slowness)
        if self._excess >= _EXCESS:
            self._go_to(self._step + 1, median(self._slow))
        elif len(self._quick) >= IN_A_ROW:
            self._go_to(self._step - 1, median(self._quick))

    def _take_slow(self, slowness: float, worse: Pace) -> None:
        """Sum up how much slower than the next step's bound calls are; quicker ones are taken off, to nothing."""
        self._excess += min(log(max(slowness, 0.01) / worse.slower_at), _MOST_OF_A_CALL)
        self._slow.append(slowness)
        if self._excess <= 0:
            self._excess = 0.0
            self._slow.clear()

    def _take_quick(self, slowness: float) -> None:
        if self._step and slowness <= PACES[self._step].quicker_at:
            self._quick.append(slowness)
        else:
            self._quick.clear()

    def _go_to(self, step: int, slowness: float) -> None:
        self._excess = 0.0
        self._slow.clear()
        self._quick.clear()
        self._doubtful.clear()
        if step == self._step:
            return
        # Coming back, it goes on asking with whole pictures at once: every call counts then.
        self._unprobed = 0 if step > self._step else PROBE_EVERY
        self._step = step
        pace = PACES[step]
        self._stream.publish(
            CadenceChanged(step=step, slowness=round(slowness, 2), interval=pace.interval, shrink=pace.shrink)
        )
