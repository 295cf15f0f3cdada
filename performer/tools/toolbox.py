"""The toolbox: a frozen set of tools with the hooks around every call; it can be narrowed, never widened.

Each call says the most that it may do. Every box refuses a tool that does more; no hook is needed for that.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import InitVar, field, replace
from typing import Protocol

from performer.core.errors import PerformerError, ToolFailedError, ToolRefusedError
from performer.core.own_text import own
from performer.core.text import find_nearest, format_guess
from performer.core.values import dataclass
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


@dataclass(frozen=True)
class HookSet:
    """The hooks around calls, outermost first."""

    of_turn: tuple[Hook, ...] = ()
    """Those around the calls of a turn, or of another agent."""
    of_approved: tuple[Hook, ...] = ()
    """Those around a call that has a person's yes: the same ones, but for those that count, ask and park."""

    def __add__(self, inner: "HookSet") -> "HookSet":
        """Return both, the other inside this one."""
        return HookSet(self.of_turn + inner.of_turn, self.of_approved + inner.of_approved)


@dataclass(frozen=True, eq=False)
class Toolbox:
    """Tools by name, and the hooks around their calls; mere hooks are those of a turn."""

    tools: InitVar[Iterable[Tool]] = ()
    around: InitVar[HookSet | Iterable[Hook]] = ()
    may_ask: bool = field(default=False, kw_only=True)
    """Whether a hook asks a person for a yes to what a turn may not do: then that is offered too."""
    is_approved: bool = field(default=False, kw_only=True)
    """Whether its calls have a person's yes, and pass the hooks for those alone."""
    hooks: HookSet = field(init=False)
    _tools: Mapping[str, Tool] = field(init=False, repr=False)

    def __post_init__(self, tools: Iterable[Tool], around: HookSet | Iterable[Hook]) -> None:
        object.__setattr__(self, "_tools", {tool.spec.name: tool for tool in tools})
        object.__setattr__(self, "hooks", around if isinstance(around, HookSet) else HookSet(tuple(around)))

    @property
    def hooks_in_use(self) -> tuple[Hook, ...]:
        """The hooks that a call of this box passes, outermost first."""
        return self.hooks.of_approved if self.is_approved else self.hooks.of_turn

    @property
    def approved(self) -> "Toolbox":
        """The same tools for calls that have a person's yes."""
        return self._copy(is_approved=True)

    @property
    def unapproved(self) -> "Toolbox":
        """The same tools for calls that nobody was asked about."""
        return self._copy(is_approved=False)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All tools, in their order."""
        return tuple(tool.spec for tool in self._tools.values())

    def offered(self, may: Privilege) -> tuple[ToolSpec, ...]:
        """Return what a model is offered in a turn that may do so much."""
        reach: Privilege = "outside" if self.may_ask and not self.is_approved else may
        there = (tool for tool in self._tools.values() if tool.is_offered)
        return tuple(tool.spec for tool in there if is_within(tool.privilege, reach))

    def only(self, *patterns: str) -> "Toolbox":
        """Return a smaller box with just these tools, by name or by the beginning of one and `*`."""
        return self.where(lambda tool: is_any_match(tool.spec.name, patterns))

    def where(self, keeps: Callable[[Tool], bool]) -> "Toolbox":
        """Return a smaller box with just the tools for which a function is true, and the same hooks."""
        return self._copy(tools=filter(keeps, self._tools.values()))

    def with_hooks(self, inner: HookSet) -> "Toolbox":
        """Return a box whose calls pass these hooks too, inside the hooks that are there."""
        return self._copy(hooks=self.hooks + inner)

    def tells(self, name: str) -> bool:
        """Whether what the tool of a name answers is news to a model; so is that a tool is not there."""
        return name not in self._tools or self._tools[name].tells

    def is_seen(self, name: str) -> bool:
        """Whether the pictures of the tool of a name are for its model to see."""
        return name in self._tools and self._tools[name].is_seen

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
            near = find_nearest(call.name, [spec.name for spec in self.offered(call.may)])
            # A small model that is told of all others calls one after the other.
            remedy = format_guess(near) if near else own("Do without it.")
            raise ToolRefusedError(own("There is no tool '{name}'. {remedy}", name=call.name, remedy=remedy))
        return tool

    async def call(self, call: ToolCall) -> ToolResult:
        """Run a call through the hooks and return what it came to; cancelling it ends it.

        Raises:
            ToolRefusedError: when a hook says no, the tool is unknown or does more than the call may, or an argument is
                wrong.
            ToolFailedError: when the tool tried and could not.
        """
        proceed: Proceed = self._run
        for hook in reversed(self.hooks_in_use):
            proceed = _wrap(hook, proceed)
        wanted = self._tools.get(call.name)
        if wanted:
            call = replace(call, needs=wanted.find_needed_privilege(call), tool=wanted, toolbox=self)
        return await proceed(call)

    def _copy(
        self, *, tools: Iterable[Tool] | None = None, hooks: HookSet | None = None, is_approved: bool | None = None
    ) -> "Toolbox":
        return Toolbox(
            self._tools.values() if tools is None else tools,
            hooks or self.hooks,
            may_ask=self.may_ask,
            is_approved=self.is_approved if is_approved is None else is_approved,
        )

    async def _run(self, call: ToolCall) -> ToolResult:
        tool = self.tool(call)
        if not is_within(tool.find_needed_privilege(call), call.may):
            raise ToolRefusedError(
                own("{name} reaches beyond the show, so it needs the owner's yes. Let it go.", name=call.name)
            )
        try:
            result = await tool.run(call)
            return result if tool.answers_as_ours else result.as_untrusted()
        except (ToolRefusedError, ToolFailedError):
            raise
        except PerformerError as error:
            raise ToolFailedError(str(error)) from error
        except Exception as error:
            _log.exception("The tool '%s' broke.", call.name)
            raise ToolFailedError(own("{name} broke; it is in the log.", name=call.name)) from error


def _wrap(hook: Hook, proceed: Proceed) -> Proceed:
    async def handle(call: ToolCall) -> ToolResult:
        return await hook(call, proceed)

    return handle
