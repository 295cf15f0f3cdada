"""Rules: what the settings say of a call, asked by the hooks; they can be changed while the show goes on."""

from collections.abc import Mapping

from performer.tools.hooks.cache import KEPT_S
from performer.tools.leases import Claim
from performer.tools.settings import ToolRule, Values, find_rule
from performer.tools.tool import Shows, Tool, ToolCall


class ToolRules:
    """The rules that hold for a call: its tool's table, and every pattern that its name fits."""

    def __init__(self, rules: Mapping[str, ToolRule]) -> None:
        self._rules = dict(rules)
        self._known: dict[str, ToolRule] = {}
        """By name, of tools that there are: what a model makes up is not kept."""

    def change(self, name: str, key: str, value: object) -> None:
        """Replace one thing that is said of a tool, or of a pattern; None: nothing is said of it."""
        rule = self._rules.get(name, ToolRule())
        self._rules[name] = rule.model_copy(update={key: value})
        self._known.clear()

    def of(self, call: ToolCall) -> ToolRule:
        """Return all that is said of a call's tool."""
        return self.of_tool(call.name) if call.tool is not None else find_rule(call.name, self._rules)

    def can_use(self, tool: Tool) -> bool:
        """Whether a tool is used at all."""
        return not self.of_tool(tool.spec.name).deny

    def of_tool(self, name: str) -> ToolRule:
        """Return all that is said of a tool that there is."""
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = find_rule(name, self._rules)
        return known

    def denies(self, call: ToolCall) -> bool:
        """Whether a call's tool is not used."""
        return bool(self.of(call).deny)

    def asks(self, call: ToolCall) -> bool:
        """Whether the owner is asked: as the rule has it, or else the tool itself."""
        rule = self.of(call).confirm
        return rule == "owner" or (rule is None and call.tool is not None and call.tool.asks)

    def is_asking_forced(self, call: ToolCall) -> bool:
        """Whether the rule wants the owner asked, whatever the tool itself has."""
        return self.of(call).confirm == "owner"

    def ranges(self, call: ToolCall) -> Mapping[str, Values]:
        """Return the ranges of its numbers, where they are to be smaller than the tool's own."""
        return self.of(call).clamp or {}

    def shows(self, call: ToolCall) -> Shows | None:
        """Return how the rule has a call's pictures shown; None: the rule does not say."""
        return self.of(call).show

    def may_show(self, call: ToolCall) -> bool:
        """Whether a call's pictures may go on stage: as the rule has it, or else the tool itself."""
        return (self.shows(call) or (call.tool.shows if call.tool else "no")) != "no"

    def is_long(self, call: ToolCall) -> bool:
        """Whether no turn waits for a call."""
        rule = self.of(call).long
        return rule if rule is not None else bool(call.tool and call.tool.is_long)

    def timeout_s(self, call: ToolCall) -> float | None:
        """Return how long a call may take, if the rule says so."""
        return self.of(call).timeout_s

    def again(self, call: ToolCall) -> int:
        """Return how often a call that failed is made again: never, where it is not known to do no harm."""
        is_harmless = call.tool is not None and (call.tool.is_repeatable or call.tool.is_read_only)
        return (self.of(call).retry or 0) if is_harmless else 0

    def cache_s(self, call: ToolCall) -> float | None:
        """Return how long a call's answer is kept, if at all."""
        said = self.of(call).cache
        return KEPT_S if said is True else (said or None)

    def is_for_all(self, call: ToolCall) -> bool:
        """Whether a kept answer is for whoever asks the same."""
        return self.of(call).cache_for == "all"

    def claim(self, call: ToolCall) -> Claim | None:
        """Return what a call needs for itself, if anything."""
        rule = self.of(call)
        if not rule.exclusive or call.tool is None:
            return None
        return Claim(resource=rule.exclusive, hold_s=rule.hold_s or 0.0, wait_s=rule.wait_s or 0.0)
