"""The pace of calls: how often each tool may be called, and how often it was called lately."""

from dataclasses import field
from typing import Final

from performer.core.clock import Clock
from performer.core.values import dataclass
from performer.tools.hooks.rate_limit import TOGETHER, name_count
from performer.tools.rates import RateLimit, SlidingCounter
from performer.tools.rules import ToolRules

_MINUTE_S: Final = 60.0


@dataclass(frozen=True, kw_only=True)
class UsedRate:
    """A rate, and how much of it is used now."""

    used: int
    most: int
    window_s: float


@dataclass
class CallPace:
    """The pace of a show's calls; its hooks count in `tally`."""

    _clock: Clock
    _rules: ToolRules
    calls_per_min: int
    """How many calls of all tools together there may be in any minute."""
    tally: SlidingCounter = field(default_factory=SlidingCounter, init=False)

    def find_rate_together(self) -> RateLimit:
        """Return how often all tools together may be called now."""
        return RateLimit(self.calls_per_min, _MINUTE_S)

    def count_together(self) -> UsedRate:
        """Return how often all tools together were called in the last minute, and how often they may be."""
        return self._count(TOGETHER, self.find_rate_together())

    def count(self, tool: str) -> UsedRate | None:
        """Return how often a tool was called lately, and how often it may be; None where it has no rate."""
        rate = self._rules.of_tool(tool).rate
        return self._count(name_count(tool), rate) if rate else None

    def _count(self, of: object, rate: RateLimit) -> UsedRate:
        used = self.tally.count(of, rate.window_s, self._clock.now())
        return UsedRate(used=used, most=rate.calls, window_s=rate.window_s)
