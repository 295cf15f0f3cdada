"""The hook that keeps calls from coming too often."""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Final, TypeAlias

from performer.core.clock import Clock
from performer.core.cues import find_author_id
from performer.core.errors import ToolRefusedError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.tools.rates import RateLimit, SlidingCounter
from performer.tools.result import ToolResult
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed

_A_TURN_S: Final = 3600.0
"""No turn lasts so long."""
TOGETHER: Final = "all"
"""What all calls of all tools count for."""


def name_count(tool: str) -> Hashable:
    """Return what the calls of one tool count for."""
    return "tool", tool


@dataclass(frozen=True, kw_only=True)
class CallLimit:
    """A rate, and what a call counts for in it."""

    of: Hashable
    """What counts together."""
    rate: RateLimit
    words: str
    """What is told where it is reached, without the full stop."""
    is_freed: bool = True
    """Whether it is worth waiting for: when it is free again is told then."""


Limits: TypeAlias = Callable[[ToolCall], Iterable[CallLimit]]
"""Gives the limits that hold for a call; maybe none."""


def make_rate_limit_hook(clock: Clock, *limits: Limits, tally: SlidingCounter | None = None) -> Hook:
    """Return a hook that allows so many calls in any window of time.

    A call that one of the limits, or anybody further in, refuses counts for none: it was never made. One that fails was
    made. `tally` counts; None: one of the hook's own.
    """
    counted = tally if tally is not None else SlidingCounter()

    async def limit(call: ToolCall, proceed: Proceed) -> ToolResult:
        holding = [each for limit in limits for each in limit(call)]
        now_s = clock.now()
        for each in holding:
            wait_s = counted.wait_s(each.of, each.rate, now_s)
            if wait_s > 0:
                raise ToolRefusedError(_explain_refusal(each, wait_s))
        for each in holding:
            counted.take(each.of, each.rate, now_s)
        try:
            return await proceed(call)
        except ToolRefusedError:
            for each in holding:
                counted.give_back(each.of, now_s)
            raise

    return limit


def limit_per_tool(rates: Mapping[str, RateLimit] | Callable[[ToolCall], RateLimit | None]) -> Limits:
    """Return limits that hold each tool to its rate, whoever calls it; tools without a rate are free."""

    def held(call: ToolCall) -> Iterable[CallLimit]:
        rate = rates.get(call.name) if isinstance(rates, Mapping) else rates(call)
        if rate is not None:
            used = own("{name} may be used {often}", name=call.name, often=rate.words)
            words = used if rate.calls else own("{name} is switched off", name=call.name)
            yield CallLimit(of=name_count(call.name), rate=rate, words=words, is_freed=bool(rate.calls))

    return held


def limit_per_person(rates: Callable[[ToolCall], RateLimit | None]) -> Limits:
    """Return limits for the calls of a tool that one person of a chat led to; what nobody led to is free."""

    def held(call: ToolCall) -> Iterable[CallLimit]:
        rate, person = rates(call), find_author_id(call.cue)
        if rate is not None and person:
            words = own("{name} may be used {often} for one person", name=call.name, often=rate.words)
            yield CallLimit(of=("person", call.name, person), rate=rate, words=words)

    return held


def limit_per_turn(calls: Callable[[ToolCall], int | None]) -> Limits:
    """Return limits that allow a turn, with all its sub-agents, so many calls of a tool; calls of no turn are free.

    A sub-agent whose turn nobody knows, for a yes has sent it, has so many for itself.
    """

    def held(call: ToolCall) -> Iterable[CallLimit]:
        most, turn = calls(call), call.agent if call.turn is None and call.lineage else call.turn
        if most is not None and turn is not None:
            often = own("once") if most == 1 else own("{most} times", most=most)
            words = own("{name} may be used {often} in one turn", name=call.name, often=often)
            yield CallLimit(of=("turn", call.name, turn), rate=RateLimit(most, _A_TURN_S), words=words, is_freed=False)

    return held


def limit_all_together(find_rate: Callable[[], RateLimit]) -> Limits:
    """Return limits that hold all calls of all tools by the show and its agents together to a rate.

    Programs have allowances of their own, and take none from the show.
    """

    def held(call: ToolCall) -> Iterable[CallLimit]:
        if call.tool and not call.is_of_program:
            rate = find_rate()
            words = own("All tools together may be used {often}", often=rate.words)
            yield CallLimit(of=TOGETHER, rate=rate, words=words)

    return held


def _explain_refusal(limit: CallLimit, wait_s: float) -> str:
    if not limit.is_freed:
        return own("{words}. Let it go.", words=limit.words)
    in_min = own("{min:.0f} min", min=math.ceil(wait_s / 60))
    wait = own("{s:.0f} s", s=math.ceil(wait_s)) if wait_s < 180 else in_min
    return own("{words}; it is free again in {wait}.", words=limit.words, wait=wait)
