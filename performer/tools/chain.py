"""The hooks around every call, in their order, chosen by the settings; a prototype's own stand inside the show's."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.settings import Judge
from performer.tools.hooks.arguments import drop_strays, make_clamp_hook
from performer.tools.hooks.cache import make_cache_hook
from performer.tools.hooks.exclusive import make_exclusive_hook
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.permission import ApprovalPort, NeedsYes, make_confirm_hook, make_name_rule, make_shut_hook
from performer.tools.hooks.rate_limit import (
    Limits,
    limit_all_together,
    limit_per_person,
    limit_per_tool,
    limit_per_turn,
    make_rate_limit_hook,
)
from performer.tools.hooks.retry import make_retry_hook, make_timeout_hook
from performer.tools.hooks.traced import MOST_KEPT, make_trace_hook
from performer.tools.leases import Leases
from performer.tools.rates import RateLimit
from performer.tools.result import ToolResult
from performer.tools.rules import ToolRules
from performer.tools.settings import ToolRule, ToolsSettings
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, Proceed


@dataclass(frozen=True, kw_only=True)
class RuleSetHooks:
    """The hooks of one set of rules, outermost first."""

    of_turn: tuple[Hook, ...] = ()
    """Those around the calls of a turn."""
    of_approved: tuple[Hook, ...] = ()
    """Those around a call that has its yes: the same ones, but for those that count and ask."""


class HookChain:
    """The hooks of the show; they are made once, for they remember what was called, while tools may be made every turn.

    The order, outermost first, and why it is so:

    - *guarded*: nobody further in repeats a word that may not be said; *traced*: what any of the others says is stated.
    - *shut*: what is not used counts for nothing. *rates*: a call is counted once, when it is made; what a person then
      says yes to runs through `of_approved`, which counts nothing, for a yes is not to come to nothing for its pace.
    - *strays* and *clamp* stand before *confirm*: a person is asked about what will be done.
    - *checks* of the parts (a channel that is shut) hold for kept answers too, so they stand before *cache*.
    - *parked* goes on without its turn: all that may wait stands behind it, and what it answers at once is not kept.
    - *shown* takes what a call really came to, however late.
    - *exclusive* holds a thing through all tries; *cache* keeps no note that is for one agent; *retry* tries within it,
      and each try has its *timeout*.

    Args:
        judge: Asked about what the guard lets pass, if there is one.
    """

    def __init__(
        self, clock: Clock, stream: EventStream, settings: ToolsSettings, *, guard: Guard, judge: Judge | None = None
    ) -> None:
        self.rules = ToolRules(settings.rules)
        self._clock, self._stream, self._settings = clock, stream, settings
        self._leases = Leases(clock)
        self._approvals: ApprovalPort | None = None
        self._outer = (
            make_guard_hook(guard, stream, judge),
            make_trace_hook(stream, clock, partial(guard.recorded, most=MOST_KEPT)),
            make_shut_hook(self.rules.denies),
        )
        together = limit_all_together(RateLimit(settings.calls_per_min, 60.0))
        self._rates = (make_rate_limit_hook(clock, together, *_make_limits(self.rules)),)
        self._put_right = (drop_strays, make_clamp_hook(self.rules.ranges))
        self._asking: tuple[Hook, ...] = ()
        self._checks: tuple[Hook, ...] = ()
        self._parking: tuple[Hook, ...] = ()
        self._shown: tuple[Hook, ...] = ()
        self._inner = (*self._make_inner_hooks(self.rules), make_timeout_hook(clock, self.timeout_s))

    @property
    def may_ask(self) -> bool:
        """Whether a person can be asked for a yes."""
        return bool(self._asking)

    def ask(self, approvals: ApprovalPort, *needs_yes: NeedsYes) -> None:
        """Set where calls that need a yes are parked: those of the settings, and those that a rule names."""
        self._approvals = approvals
        self._asking = (
            make_confirm_hook(approvals, self.rules.asks, make_name_rule(self._settings.confirm), *needs_yes),
        )

    def check(self, *hooks: Hook) -> None:
        """Add hooks of the parts that look at calls which may be made; they may refuse them, also those with a yes."""
        self._checks += hooks

    def park(self, hook: Hook) -> None:
        """Set the hook that lets turns go on without the calls that take long."""
        self._parking = (hook,)

    def show(self, *hooks: Hook) -> None:
        """Add hooks that see what calls come to, also those that no turn waited for."""
        self._shown += hooks

    def of_turn(self) -> tuple[Hook, ...]:
        """Return the hooks around a turn's calls, and around those of other agents."""
        before = (*self._outer, *self._rates, *self._put_right, *self._asking)
        return (*before, *self._checks, *self._parking, *self._shown, *self._inner)

    def of_approved(self) -> tuple[Hook, ...]:
        """Return the hooks around a call that has its yes: all but those that count, ask and park."""
        return (*self._outer, *self._put_right, *self._checks, *self._shown, *self._inner)

    def added(self, rules: Mapping[str, ToolRule]) -> RuleSetHooks:
        """Make more hooks, to stand inside the show's own, by the rules of a prototype; make them once for each.

        They say no where the show's own say yes, and never the other way round.
        """
        more = ToolRules(rules)
        denies, clamps = make_shut_hook(more.denies), make_clamp_hook(more.ranges)
        limits, asks = make_rate_limit_hook(self._clock, *_make_limits(more)), self._make_ask_hook(more)
        inner = (*self._make_inner_hooks(more), make_timeout_hook(self._clock, more.timeout_s))
        return RuleSetHooks(of_turn=(denies, limits, clamps, asks, *inner), of_approved=(denies, clamps, *inner))

    def leave(self, agent: str) -> None:
        """Release what a sub-agent that is over holds."""
        self._leases.leave(agent)

    def timeout_s(self, call: ToolCall) -> float:
        """Return how long a call may take, in seconds."""
        own = self.rules.timeout_s(call)
        return own or (self._settings.long_s if self.rules.is_long(call) else self._settings.timeout_s)

    def _make_ask_hook(self, rules: ToolRules) -> Hook:
        """Return the hook that asks by these rules too, whoever can be asked by then; if nobody can, it refuses."""
        refuse = make_shut_hook(rules.is_asking_forced)

        async def ask(call: ToolCall, proceed: Proceed) -> ToolResult:
            hook = make_confirm_hook(self._approvals, rules.is_asking_forced) if self._approvals else refuse
            return await hook(call, proceed)

        return ask

    def _make_inner_hooks(self, rules: ToolRules) -> tuple[Hook, ...]:
        """Return the hooks that hold things, keep answers and try again."""
        return (
            make_exclusive_hook(self._clock, self._stream, rules.claim, self._leases),
            make_cache_hook(self._clock, rules.cache_s, rules.is_for_all),
            make_retry_hook(self._clock, rules.again),
        )


def _make_limits(rules: ToolRules) -> tuple[Limits, Limits, Limits]:
    return (
        limit_per_tool(lambda call: rules.of(call).rate),
        limit_per_person(lambda call: rules.of(call).person_rate),
        limit_per_turn(lambda call: rules.of(call).turn_calls),
    )
