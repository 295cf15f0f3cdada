"""The hooks around every call, in their order, chosen by the settings; a profile's own stand inside the show's."""

from collections.abc import Mapping
from dataclasses import field
from functools import partial

from performer.core.named_settings import NamedSettings, join_live
from performer.core.operations import LiveSettings
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.guard.settings import Judge
from performer.tools.hooks.arguments import drop_strays, make_clamp_hook
from performer.tools.hooks.cache import make_cache_hook
from performer.tools.hooks.exclusive import make_exclusive_hook
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.permission import (
    NeedsYes,
    Park,
    Patience,
    SendJob,
    make_confirm_hook,
    make_job_hook,
    make_name_rule,
    make_shut_hook,
)
from performer.tools.hooks.rate_limit import (
    Limits,
    limit_all_together,
    limit_per_person,
    limit_per_tool,
    limit_per_turn,
    make_rate_limit_hook,
)
from performer.tools.hooks.retry import make_retry_hook, make_timeout_hook
from performer.tools.hooks.shown import Display, make_picture_hook
from performer.tools.hooks.traced import MOST_KEPT, make_trace_hook
from performer.tools.leases import Leases
from performer.tools.pace import CallPace
from performer.tools.rules import ToolRules
from performer.tools.settings import ToolRule, ToolsSettings
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Hook, HookSet


@dataclass(frozen=True, kw_only=True)
class PartHooks:
    """What the parts of a show bring into its chain; a part that a show has not brings nothing."""

    park: Park | None = None
    """Parks a call that waits for a person's yes."""
    needs_yes: tuple[NeedsYes, ...] = ()
    """Rules of the parts by which a call needs a yes, beside those of the settings."""
    checks: tuple[Hook, ...] = ()
    """Hooks that look at calls which may be made; they may refuse them, also those with a yes."""
    jobs: SendJob | None = None
    """Runs what takes long beside its turn."""
    pictures: Display | None = None
    """Shows the pictures that calls come to, also those that no turn waited for."""


@dataclass(frozen=True)
class HookChain:
    """The hooks of a show; they are made once, for they remember what was called, while boxes are made every turn.

    The order, outermost first, and why it is so:

    - *guarded*: nobody further in repeats a word that may not be said, but for what a program is asked, which is as its
      model wrote it: whoever shows or keeps that masks it. *traced*: what any of the others says is stated.
    - *shut*: what is not used counts for nothing. *rates*: a call is counted once, when it is made; what a person then
      says yes to passes `of_approved`, which counts nothing, for a yes is not to come to nothing for its pace.
    - *strays* and *clamp* stand before *confirm*: a person is asked about what will be done.
    - *checks* of the parts (a channel that is shut) hold for kept answers too, so they stand before *cache*.
    - *jobs* goes on without its turn: all that may wait stands behind it, and what it answers at once is not kept.
    - *pictures* takes what a call really came to, however late.
    - *exclusive* holds a thing through all tries; *cache* keeps no note that is for one agent; *retry* tries within it,
      and each try has its *timeout*.
    """

    runtime: Runtime
    settings: ToolsSettings
    parts: PartHooks = PartHooks()
    judge: Judge | None = field(default=None, kw_only=True)
    """Asked about what the guard lets pass, if there is one."""
    rules: ToolRules = field(init=False)
    hooks: HookSet = field(init=False)
    pace: CallPace = field(init=False)
    _leases: Leases = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", ToolRules(self.settings.rules))
        object.__setattr__(self, "pace", CallPace(self.runtime.clock, self.rules, self.settings.calls_per_min))
        object.__setattr__(self, "_leases", Leases(self.runtime.clock))
        object.__setattr__(self, "hooks", self._make_hooks())

    @property
    def may_ask(self) -> bool:
        """Whether a person can be asked for a yes."""
        return self.parts.park is not None

    @property
    def live(self) -> LiveSettings:
        """The settings that hold at once: every rule of a tool, and how often all may be called together."""
        named = NamedSettings("tools", ToolRule.model_fields, self._change_rule)
        return join_live({"tools.calls_per_min": self._change_pace}, named)

    def added(self, rules: Mapping[str, ToolRule]) -> HookSet:
        """Make more hooks, to stand inside the show's own, by the rules of a profile; make them once for each.

        They say no where the show's own say yes, and never the other way round.
        """
        more = ToolRules(rules)
        denies, clamps = make_shut_hook(more.denies), make_clamp_hook(more.ranges)
        limits = make_rate_limit_hook(self.runtime.clock, *_make_limits(more))
        park, is_forced = self.parts.park, more.is_asking_forced
        asks = make_confirm_hook(park, is_forced) if park else make_shut_hook(is_forced)
        inner = (*self._make_inner_hooks(more), make_timeout_hook(self.runtime.clock, more.timeout_s))
        return HookSet((denies, limits, clamps, asks, *inner), (denies, clamps, *inner))

    def leave(self, agent: str) -> None:
        """Release what a sub-agent that is over holds."""
        self._leases.leave(agent)

    def timeout_s(self, call: ToolCall) -> float:
        """Return how long a call may take, in seconds."""
        own = self.rules.timeout_s(call) or (call.tool.timeout_s if call.tool else None)
        return own or (self.settings.long_s if self.rules.is_long(call) else self.settings.timeout_s)

    def find_patience(self, call: ToolCall) -> Patience | None:
        """Return how long a turn waits for a call whose tool has a longer limit of its own; None: as long as it runs.

        A rule that says `long = false` has its turn wait.
        """
        own_s, waits_s = self.timeout_s(call), self.settings.timeout_s
        is_slow = call.tool is not None and call.tool.timeout_s is not None and own_s > waits_s
        if not is_slow or self.rules.of(call).long is False:
            return None
        return Patience(waits_s=waits_s, within_s=max(own_s, self.settings.long_s))

    async def _change_rule(self, tool: str, key: str, value: object) -> None:
        self.rules.change(tool, key, value)

    async def _change_pace(self, calls_per_min: int) -> None:
        self.pace.calls_per_min = calls_per_min

    def _make_hooks(self) -> HookSet:
        clock, stream, guard = self.runtime.clock, self.runtime.stream, self.runtime.guard
        rules, parts = self.rules, self.parts
        outer: tuple[Hook, ...] = (
            make_guard_hook(guard, stream, self.judge, is_shown=rules.may_show),
            make_trace_hook(stream, clock, partial(guard.recorded, most=MOST_KEPT)),
            make_shut_hook(rules.denies),
        )
        together = limit_all_together(self.pace.find_rate_together)
        rates = make_rate_limit_hook(clock, together, *_make_limits(rules), tally=self.pace.tally)
        put_right: tuple[Hook, ...] = (drop_strays, make_clamp_hook(rules.ranges))
        needs_yes = (rules.asks, make_name_rule(lambda: self.settings.confirm), *parts.needs_yes)
        confirm = [make_confirm_hook(parts.park, *needs_yes)] if parts.park else []
        jobs = [make_job_hook(parts.jobs, rules.is_long, self.find_patience)] if parts.jobs else []
        pictures = [make_picture_hook(parts.pictures, rules.shows)] if parts.pictures else []
        inner = (*pictures, *self._make_inner_hooks(rules), make_timeout_hook(clock, self.timeout_s))
        return HookSet(
            of_turn=(*outer, rates, *put_right, *confirm, *parts.checks, *jobs, *inner),
            of_approved=(*outer, *put_right, *parts.checks, *inner),
        )

    def _make_inner_hooks(self, rules: ToolRules) -> tuple[Hook, ...]:
        """Return the hooks that hold things, keep answers and try again."""
        return (
            make_exclusive_hook(self.runtime.clock, self.runtime.stream, rules.claim, self._leases),
            make_cache_hook(self.runtime.clock, rules.cache_s, rules.is_for_all),
            make_retry_hook(self.runtime.clock, rules.again),
        )


def _make_limits(rules: ToolRules) -> tuple[Limits, Limits, Limits]:
    return (
        limit_per_tool(lambda call: rules.of(call).rate),
        limit_per_person(lambda call: rules.of(call).person_rate),
        limit_per_turn(lambda call: rules.of(call).turn_calls),
    )
