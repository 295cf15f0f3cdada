"""The hook that keeps calls from coming too often."""

from collections import defaultdict, deque
from collections.abc import Mapping

from performer.clock import Clock
from performer.errors import ToolRefused
from performer.tools.rate import Rate
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed


def rate_limit(clock: Clock, rates: Mapping[str, Rate]) -> Hook:
    """Allow each named tool so many calls in any window of time; tools without a rate are free."""
    taken: defaultdict[str, deque[float]] = defaultdict(deque)

    async def limit(call: ToolCall, proceed: Proceed) -> ToolResult:
        rate = rates.get(call.name)
        if rate is None:
            return await proceed(call)
        now = clock.now()
        recent = taken[call.name]
        while recent and recent[0] <= now - rate.window_s:
            recent.popleft()
        if len(recent) >= rate.calls:
            raise ToolRefused(_too_often(call.name, rate, recent, now))
        recent.append(now)
        return await proceed(call)

    return limit


def _too_often(name: str, rate: Rate, recent: "deque[float]", now: float) -> str:
    if rate.calls == 0:
        return f"{name} is switched off."
    wait_s = recent[0] + rate.window_s - now
    return f"{name} may be used {rate.calls} times a minute; it is free again in {wait_s:.0f} s."
