"""Rules: what the settings say of a call, asked by the hooks."""

from collections.abc import Mapping

from performer.tools.hooks.cache import KEPT_S
from performer.tools.leases import Claim
from performer.tools.rates import RateLimit
from performer.tools.settings import ToolRule, Values, find_rule
from performer.tools.tool import Shows, Tool, ToolCall


class ToolRules:
    """Answers for each call what its tool's table says, and every pattern that its name fits."""

    def __init__(self, rules: Mapping[str, ToolRule]) -> None:
        self._rules = dict(rules)
        self._known: dict[str, ToolRule] = {}
        """By name, of tools that there are: what a model makes up is not kept."""

    def of(self, call: ToolCall) -> ToolRule:
        """Give all that is said of a call's tool."""
        known = self._known.get(call.name)
        if known is None:
            known = find_rule(call.name, self._rules)
            if call.tool is not None:
                self._known[call.name] = known
        return known

    def can_use(self, tool: Tool) -> bool:
        """Tell whether a tool is used at all."""
        return not find_rule(tool.spec.name, self._rules).deny

    def denies(self, call: ToolCall) -> bool:
        """Tell whether a call's tool is not used."""
        return bool(self.of(call).deny)

    def asks(self, call: ToolCall) -> bool:
        """Tell whether the owner is asked: as the rule has it, or else the tool itself."""
        rule = self.of(call).confirm
        return rule == "owner" or (rule is None and call.tool is not None and call.tool.asks)

    def is_asking_forced(self, call: ToolCall) -> bool:
        """Tell whether the rule, whatever the tool itself has, wants the owner asked."""
        return self.of(call).confirm == "owner"

    def rate(self, call: ToolCall) -> RateLimit | None:
        """Tell how often a call's tool may be used."""
        return self.of(call).rate

    def person_rate(self, call: ToolCall) -> RateLimit | None:
        """Tell how often one person may have it used."""
        return self.of(call).person_rate

    def turn_calls(self, call: ToolCall) -> int | None:
        """Tell how often one turn may use it."""
        return self.of(call).turn_calls

    def ranges(self, call: ToolCall) -> Mapping[str, Values]:
        """Give the ranges of its numbers, where they are to be smaller than its own."""
        return self.of(call).clamp or {}

    def shows(self, call: ToolCall) -> Shows | None:
        """Tell how the rule has a call's pictures shown; None: it says nothing of that."""
        return self.of(call).show

    def is_long(self, call: ToolCall) -> bool:
        """Tell whether no turn waits for it."""
        rule = self.of(call).long
        return rule if rule is not None else bool(call.tool and call.tool.is_long)

    def timeout_s(self, call: ToolCall) -> float | None:
        """Tell how long it may take, if that is said of it."""
        return self.of(call).timeout_s

    def again(self, call: ToolCall) -> int:
        """Tell how often it is made again when it failed: never, where it is not known to do no harm."""
        is_harmless = call.tool is not None and (call.tool.is_repeatable or call.tool.is_read_only)
        return (self.of(call).retry or 0) if is_harmless else 0

    def cache_s(self, call: ToolCall) -> float | None:
        """Tell how long its answer is kept, if at all."""
        said = self.of(call).cache
        return KEPT_S if said is True else (said or None)

    def is_for_all(self, call: ToolCall) -> bool:
        """Tell whether a kept answer is for whoever asks the same."""
        return self.of(call).cache_for == "all"

    def claim(self, call: ToolCall) -> Claim | None:
        """Tell what it needs for itself, if anything."""
        rule = self.of(call)
        if not rule.exclusive or call.tool is None:
            return None
        return Claim(resource=rule.exclusive, hold_s=rule.hold_s or 0.0, wait_s=rule.wait_s or 0.0)
