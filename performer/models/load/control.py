"""Load control: lines become rarer and pictures smaller while calls of the model are slow.

It goes a few steps down when calls become slow, and back when they are quick again. Nothing here touches the options of
the model at its server: another context or keep-alive would make it load anew.
"""

from collections import deque
from dataclasses import field
from math import log
from statistics import median
from typing import Final

from performer.core.events.parts import CadenceChanged
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.models.call_meter import CallKind, CallMeter, CallTimes, measure_call
from performer.models.model import Step, StepRequest, ToolMessage

_KEPT = 50
"""Calls of a kind that are remembered."""
_ENOUGH = 12
"""Calls of a kind that must be known before one is judged."""
_SLOW_COUNTS = 8
"""Only every so many-th slow call is learned: a new usual takes some 200 of them, and a round of a game is shorter."""
_MOST_KINDS = 32
_SLOWEST_QUICK_S = 0.5
"""A call that takes less is never slow, whatever is usual."""


@dataclass(eq=False)
class UsualTimes:
    """The times of calls of each kind while nothing else needs the graphics card.

    They are learnt from calls with whole pictures; smaller ones are quicker by themselves, and would mislead.
    """

    _reads: dict[CallKind, deque[float]] = field(default_factory=dict)
    _tokens: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT))
    _slow: int = 0
    _pictures: tuple[bytes, ...] = ()

    def is_read(self, request: StepRequest) -> bool:
        """Whether a server has read most of a question already: it keeps what begins as the question before."""
        before, self._pictures = self._pictures, request.pictures
        is_further = any(isinstance(message, ToolMessage) for message in request.messages)
        return is_further or bool(self._pictures and self._pictures == before)

    def measure_slowness(self, call: CallTimes) -> float | None:
        """Return how many times as long as usual a call took; None when there is nothing like it to compare with.

        A call with smaller pictures is held against the usual of whole ones: it was at least so slow.
        """
        took_s = usual_s = 0.0
        usual_read_s = _find_median(self._reads.get(call.kind, ()))
        if call.read_s is not None and usual_read_s is not None:
            took_s, usual_s = call.read_s, usual_read_s
        usual_token_s = _find_median(self._tokens)
        if call.token_s is not None and usual_token_s is not None:
            took_s += call.token_s * call.tokens
            usual_s += usual_token_s * call.tokens
        if usual_s <= 0:
            return None
        return took_s / usual_s if took_s > _SLOWEST_QUICK_S else min(1.0, took_s / usual_s)

    def learn(self, call: CallTimes, *, is_slow: bool) -> None:
        """Remember the times of a call."""
        if not call.is_exact:
            return
        self._slow += is_slow
        if is_slow and self._slow % _SLOW_COUNTS:
            return
        if call.read_s is not None:
            if call.kind not in self._reads and len(self._reads) >= _MOST_KINDS:
                del self._reads[next(iter(self._reads))]  # the kind that was learned first
            self._reads.setdefault(call.kind, deque(maxlen=_KEPT)).append(call.read_s)
        if call.token_s is not None:
            self._tokens.append(call.token_s)


def _find_median(times: "deque[float] | tuple[()]") -> float | None:
    return median(times) if len(times) >= _ENOUGH else None


@dataclass(frozen=True, kw_only=True)
class LoadStep:
    """One step of the load control."""

    interval: float
    """The factor of the time between lines."""
    shrink: int
    """The divisor of the width of pictures, as far as they stay wide enough to be read."""
    slower_at: float
    """The slowness that calls must have on the whole to go down to here, in times of the usual."""

    @property
    def faster_below_s(self) -> float:
        """The slowness below which it goes up again: lower, or it would go to and fro."""
        return 0.8 * self.slower_at


PACES: Final = (
    LoadStep(interval=1.0, shrink=1, slower_at=0.0),
    LoadStep(interval=1.5, shrink=1, slower_at=1.5),
    LoadStep(interval=2.25, shrink=2, slower_at=2.2),
    LoadStep(interval=3.375, shrink=4, slower_at=3.0),
    LoadStep(interval=4.0, shrink=4, slower_at=4.0),
)
IN_A_ROW: Final = 3
"""Quick calls that must follow each other before it goes a step up."""
_EXCESS: Final = 1.6
_MOST_OF_A_CALL: Final = 0.54
"""The excess over a step's bound that calls must have, as a sum of logarithms, and the most that one of them adds.

Calls spread by themselves: with log-normal times (sigma 0.4) a steady card is misjudged once in some 10,000 calls, and
one that becomes twice as slow is found after six or seven, in the median. Fewer than three calls find nothing.
"""
PROBE_EVERY: Final = 4
"""Every so many-th picture is whole while they are smaller: only like calls show whether the card is free again."""


class LoadControl:
    """Decides by the calls of the leading model how often it is asked, and with how large pictures.

    One thing at a time: a step down is taken when calls were on the whole too slow for where it is, a step up when
    three in a row were quick enough, and the next step begins to count anew.
    """

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._usuals: dict[str, UsualTimes] = {}
        """The usual times of each model at each place."""
        self._usual = UsualTimes()
        self._step = 0
        self._excess = 0.0
        self._slow: list[float] = []
        """The slow calls whose excess is summed up."""
        self._doubtful: list[CallTimes] = []
        """Calls that may be the first under load: learned once it is clear that they are not."""
        self._quick: list[float] = []
        self._unprobed = 0

    @property
    def interval(self) -> float:
        """The factor of the time between lines, 1 to 4."""
        return PACES[self._step].interval

    @property
    def shrink(self) -> int:
        """The divisor of the next picture's width, 1 to 4; now and then 1, to see whether that is quick again."""
        is_due = self._unprobed >= PROBE_EVERY - 1 or bool(self._quick)
        return 1 if is_due else PACES[self._step].shrink

    @property
    def why(self) -> str:
        """Why lines are rarer than usual, in a sentence; empty when they are not."""
        if self._step == 0:
            return ""
        asked = own("it answers more slowly than usual and is asked {share:.0%} as often", share=1 / self.interval)
        if PACES[self._step].shrink > 1:
            asked = own("{asked}, with smaller pictures", asked=asked)
        return own("{asked}, to leave the graphics card to the game", asked=asked)

    def take(self, model: str, request: StepRequest, step: Step | None, meter: CallMeter) -> None:
        """Add a call of a model, by its name and place; each has its usual times, and one that takes over begins anew.

        A call that fails or is cut has no step, and took as long as until then.
        """
        usual = self._usuals.setdefault(model, UsualTimes())
        call = measure_call(request, step, meter, is_known=usual.is_read(request))
        if call is None:
            return
        if usual is not self._usual:
            self._usual = usual
            self._go_to(0, 1.0)
        slowness = self._usual.measure_slowness(call)
        self._count_probes(call, is_judged=slowness is not None)
        if slowness is not None:
            self._judge(slowness, is_exact=call.is_exact)
        self._learn(call, slowness)

    def _learn(self, call: CallTimes, slowness: float | None) -> None:
        """Learn calls that led to no step: they are ordinary spread. Under load slow calls hardly count."""
        if self._step or slowness is None:
            self._usual.learn(call, is_slow=slowness is not None and slowness >= PACES[1].slower_at)
            return
        self._doubtful.append(call)
        if not self._excess:
            for each in self._doubtful:
                self._usual.learn(each, is_slow=False)
            self._doubtful.clear()

    def _count_probes(self, call: CallTimes, *, is_judged: bool) -> None:
        if call.kind.pictures and call.shrink > 1:
            self._unprobed += 1
        elif call.kind.pictures and is_judged:
            self._unprobed = 0

    def _judge(self, slowness: float, *, is_exact: bool) -> None:
        """Count a call as slow or quick; of one that cannot show quickness, only slowness counts."""
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

    def _take_slow(self, slowness: float, worse: LoadStep) -> None:
        """Add the excess of a call over the next step's bound; quicker calls are taken off, to nothing."""
        self._excess += min(log(max(slowness, 0.01) / worse.slower_at), _MOST_OF_A_CALL)
        self._slow.append(slowness)
        if self._excess <= 0:
            self._excess = 0.0
            self._slow.clear()

    def _take_quick(self, slowness: float) -> None:
        if self._step and slowness <= PACES[self._step].faster_below_s:
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
