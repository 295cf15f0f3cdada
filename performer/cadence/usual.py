"""What is usual: how long calls of each kind take while nothing else needs the graphics card."""

from collections import deque
from statistics import median

from performer.cadence.call import Call, Kind

_KEPT = 50
"""Calls of a kind that are remembered."""
_ENOUGH = 12
"""Calls of a kind that must be known before one is judged."""
_SLOW_COUNTS = 8
"""Only every so many-th slow call is learned: a new usual takes some 200 of them, and a round of a game is shorter."""
_MOST_KINDS = 32
_SLOWEST_QUICK_S = 0.5
"""A call that takes less is never slow, whatever is usual."""


class Usual:
    """Learns from calls with whole pictures; smaller pictures are quicker by themselves, and would mislead."""

    def __init__(self) -> None:
        self._reads: dict[Kind, deque[float]] = {}
        self._tokens: deque[float] = deque(maxlen=_KEPT)
        self._slow = 0

    def slowness(self, call: Call) -> float | None:
        """Tell how many times as long as usual a call took; None when there is nothing like it to compare with.

        A call with smaller pictures is held against the usual of whole ones: it was at least so slow.
        """
        took_s = usual_s = 0.0
        usual_read_s = _middle(self._reads.get(call.kind, ()))
        if call.read_s is not None and usual_read_s is not None:
            took_s, usual_s = call.read_s, usual_read_s
        usual_token_s = _middle(self._tokens)
        if call.token_s is not None and usual_token_s is not None:
            took_s += call.token_s * call.tokens
            usual_s += usual_token_s * call.tokens
        if usual_s <= 0:
            return None
        return took_s / usual_s if took_s > _SLOWEST_QUICK_S else min(1.0, took_s / usual_s)

    def learn(self, call: Call, *, is_slow: bool) -> None:
        """Remember how long it took."""
        if not call.is_exact or (is_slow and not self._counts()):
            return
        if call.read_s is not None:
            self._of(call.kind).append(call.read_s)
        if call.token_s is not None:
            self._tokens.append(call.token_s)

    def _counts(self) -> bool:
        self._slow += 1
        return self._slow % _SLOW_COUNTS == 0

    def _of(self, kind: Kind) -> deque[float]:
        """Find a kind's times; the kind that was learned first gives way to one too many."""
        if kind not in self._reads and len(self._reads) >= _MOST_KINDS:
            del self._reads[next(iter(self._reads))]
        return self._reads.setdefault(kind, deque(maxlen=_KEPT))


def _middle(times: "deque[float] | tuple[()]") -> float | None:
    if len(times) < _ENOUGH:
        return None
    return median(times)
