"""The toolbox: an immutable set of tools with the hooks around every call; it can be narrowed, never widened.

Each call says the most that it may do. Every box refuses a tool that does more; no hook is needed for that.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Protocol

from performer.core.errors import PerformerError, ToolFailedError, ToolRefusedError
from performer.core.text import format_near_miss
from performer.tools.names import is_any_match
from performer.tools.result import ToolResult
from performer.tools.tool import Privilege, Tool, ToolCall, ToolSpec, is_within

_log = logging.getLogger(__name__)

Proceed = Callable[[ToolCall], Awaitable[ToolResult]]


class Hook(Protocol):
    """A function around a call: it may change the call, refuse it (raise ToolRefusedError), or change the answer."""

    async def __call__(self, call: ToolCall, proceed: Proceed, /) -> ToolResult:
        """Handle one call; `await proceed(call)` goes on to the next hook and at last to the tool."""
        ...


class Toolbox:
    """Tools by name, and hooks, outermost first.

    Args:
        may_ask: Whether a hook among them asks a person for a yes to what a turn may not do: then it is offered too.
    """

    def __init__(self, tools: Iterable[Tool] = (), hooks: Iterable[Hook] = (), *, may_ask: bool = False) -> None:
        self._tools = {tool.spec.name: tool for tool in tools}
        self._hooks = tuple(hooks)
        self._may_ask = may_ask

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All tools, in their order."""
        return tuple(tool.spec for tool in self._tools.values())

    def offered(self, may: Privilege) -> tuple[ToolSpec, ...]:
        """Return what a model is offered in a turn that may do so much."""
        reach: Privilege = "outside" if self._may_ask else may
        return tuple(tool.spec for tool in self._tools.values() if is_within(tool.privilege, reach))

    def only(self, *patterns: str) -> "Toolbox":
        """Return a smaller box with just these tools, by name or by the beginning of one and `*`."""
        return self.where(lambda tool: is_any_match(tool.spec.name, patterns))

    def where(self, keeps: Callable[[Tool], bool]) -> "Toolbox":
        """Return a smaller box with just the tools for which a function is true, and the same hooks."""
        return Toolbox(filter(keeps, self._tools.values()), self._hooks, may_ask=self._may_ask)

    def with_hook(self, hook: Hook) -> "Toolbox":
        """Return a box whose calls pass this hook too, inside the hooks that are there."""
        return Toolbox(self._tools.values(), (*self._hooks, hook), may_ask=self._may_ask)

    def tells(self, name: str) -> bool:
        """Whether what the tool of a name answers is news to a model; so is that a tool is not there."""
        return name not in self._tools or self._tools[name].tells

    def gestures(self) -> "Toolbox":
        """Return a smaller box with just those tools of the show that only show or sound."""
        return self.where(lambda tool: not tool.tells and tool.privilege == "fun")

    def tool(self, call: ToolCall) -> Tool:
        """Return the tool that a call is for.

        Raises:
            ToolRefusedError: when there is none of that name.
        """
        tool = self._tools.get(call.name)
        if tool is None:
            known = [spec.name for spec in self.offered(call.may)]
            raise ToolRefusedError(f"There is no tool '{call.name}'. {format_near_miss(call.name, known)}")
        return tool

    async def call(self, call: ToolCall) -> ToolResult:
        """Run a call through the hooks and return what it came to; cancelling it ends it.

        Raises:
            ToolRefusedError: when a hook says no, the tool is unknown or does more than the call may, or an argument is
                wrong.
            ToolFailedError: when the tool tried and could not.
        """
        proceed: Proceed = self._run
        for hook in reversed(self._hooks):
            proceed = _wrap(hook, proceed)
        wanted = self._tools.get(call.name)
        if wanted:
            needs, beside = wanted.find_needed_privilege(call), self.offered(call.may)
            call = replace(call, needs=needs, tool=wanted, beside=beside, hooks=self._hooks)
        return await proceed(call)

    async def _run(self, call: ToolCall) -> ToolResult:
        tool = self.tool(call)
        if not is_within(tool.find_needed_privilege(call), call.may):
            raise ToolRefusedError(f"{call.name} reaches beyond the show, so it needs the owner's yes. Let it go.")
        try:
            result = await tool.run(call)
            return result if tool.answers_as_ours else result.as_untrusted()
        except (ToolRefusedError, ToolFailedError):
            raise
        except PerformerError as error:
            raise ToolFailedError(str(error)) from error
        except Exception as error:
            _log.exception("The tool '%s' broke.", call.name)
            raise ToolFailedError(f"{call.name} broke; it is in the log.") from error


def _wrap(hook: Hook, proceed: Proceed) -> Proceed:
    async def handle(call: ToolCall) -> ToolResult:
        return await hook(call, proceed)

    return handle
