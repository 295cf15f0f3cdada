"""The operations of the control socket on all tools: which the running show has, and what each may do."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, Protocol

from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_choice, read_flag, read_text
from performer.core.own_text import own
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.tools.chain import HookChain
from performer.tools.names import is_any_match
from performer.tools.tool import Tool, ToolCall

_LONGEST: Final = 400
_ASKS: Final = ("never", "outside", "always")


class ShowTools(Protocol):
    """The tools of a show, and the hooks around them."""

    @property
    def chain(self) -> HookChain:
        """The hooks, with the rules that hold."""

    def list_tools(self) -> Sequence[Tool]:
        """List the tools that there are now, those too that are switched off."""


@dataclass(frozen=True)
class ToolOperations:
    """`tools.list tools.set`, each answering with what JSON can hold."""

    _tools: ShowTools
    _guard: Guard
    _change: Operation
    """`config.set`, which keeps a rule in the file too."""
    _describe: Callable[[str, str], str]
    """Returns what a tool does in words for people, by its name and its description for models."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"tools.list": self.all, "tools.set": self.set}

    async def all(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return every tool that the show has now, those too that are switched off.

        Each with `name`, `server` (whose it is), `description` (for a model) and `says` (for people), `privilege`,
        `is_read_only`, `is_on`, `asks` (`never`, `outside`: when it leads beyond the show, `always`), `may_ask` (what
        `asks` may be), `rate` (such as `3/min`, or null) and `use` (how much of that is used up, or null).
        """
        return [self._format(each) for each in self._tools.list_tools()]

    async def set(self, arguments: Arguments) -> str:
        """Change what a `tool` may do, at once and in the file, and return what was written.

        Args:
            arguments: `on` (true or false), `rate` (such as `3/min`; null for the tool's own), or `asks` (`never`,
                `outside` or `always`), or several of them.
        """
        tool = self._find(read_text(arguments, "tool", most=200))
        table = f"tools.{json.dumps(tool.spec.name)}"
        values: dict[str, Any] = {}
        if "on" in arguments:
            values["deny"] = not read_flag(arguments, "on")
        if "asks" in arguments:
            values["confirm"] = self._choose_confirm(tool, read_choice(arguments, "asks", _ASKS, ""))
        if "rate" in arguments:
            values["rate"] = None if arguments["rate"] is None else read_text(arguments, "rate", most=20)
        if not values:
            raise ConfigError(own("There is nothing to change. Expected 'on', 'rate' or 'asks'."))
        said = [str(await self._change({"key": f"{table}.{key}", "value": each})) for key, each in values.items()]
        return " ".join(said)

    def _find(self, name: str) -> Tool:
        tools = {each.spec.name: each for each in self._tools.list_tools()}
        if name not in tools:
            raise ConfigError(
                own("There is no tool '{name}'. {near}", name=name, near=format_near_miss(name, tools)),
            )
        return tools[name]

    def _choose_confirm(self, tool: Tool, asks: str) -> str:
        """Return what the rule has to say, so that a tool asks so."""
        name = tool.spec.name
        if asks != "always" and is_any_match(name, self._tools.chain.settings.confirm):
            raise ConfigError(own("{name} always asks: tools.confirm names it. Take it out there.", name=name))
        if asks == "never" and "never" not in _list_asks(tool):
            raise ConfigError(
                own(
                    "{name} leads beyond the show, and asks where others' words may have led to it. Expected 'outside'"
                    " or 'always'.",
                    name=name,
                )
            )
        return "owner" if asks == "always" else "never"

    def _format(self, tool: Tool) -> dict[str, Any]:
        rules, pace, name = self._tools.chain.rules, self._tools.chain.pace, tool.spec.name
        rate, use = rules.of_tool(name).rate, pace.count(name)
        return {
            "name": name,
            "server": tool.server,
            "description": tool.spec.description,
            "says": self._guard.passed(
                self._describe(name, tool.spec.description), limit=_LONGEST, where="panel", instead=name
            ),
            "privilege": tool.privilege,
            "is_read_only": tool.is_read_only,
            "is_on": rules.can_use(tool),
            "asks": self._find_asks(tool),
            "may_ask": _list_asks(tool),
            "rate": str(rate) if rate else None,
            "use": asdict(use) if use else None,
        }

    def _find_asks(self, tool: Tool) -> str:
        call = ToolCall(id="", name=tool.spec.name, tool=tool)
        chain = self._tools.chain
        if chain.rules.asks(call) or is_any_match(tool.spec.name, chain.settings.confirm):
            return "always"
        return _list_asks(tool)[0]


def _list_asks(tool: Tool) -> tuple[str, str]:
    """Return when a tool may ask: one that leads beyond the show always does where others' words lead to it."""
    return ("outside", "always") if tool.may_reach_out else ("never", "always")


def count_budgets(chain: HookChain, tools: Sequence[Tool]) -> Mapping[str, Any]:
    """Return how much of each rate is used up now: of all tools `together`, and of each of the `tools` that has one."""
    uses = {each.spec.name: chain.pace.count(each.spec.name) for each in tools if chain.rules.can_use(each)}
    return {
        "together": asdict(chain.pace.count_together()),
        "tools": {name: asdict(use) for name, use in uses.items() if use},
    }
