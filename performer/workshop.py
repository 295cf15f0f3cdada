"""The workshop: makes the toolboxes, for turns and for calls that a person has approved."""

from collections.abc import Callable, Iterable

from performer.clock import Clock
from performer.events import EventStream
from performer.guard import Guard, Judge
from performer.tools import Tool, Toolbox
from performer.tools.hooks import clamp, guarded, per_tool, rate_limit, timeout, traced
from performer.tools.hooks.confirm import Desk, NeedsYes, confirm, named
from performer.tools.settings import ToolsSettings
from performer.tools.toolbox import Hook


class Workshop:
    """Keeps the hooks, which remember what was called, and makes the tools anew: their choices may have changed.

    Args:
        clock: The show's clock.
        stream: Told of every call.
        settings: How often and how long tools may run, and which always ask first.
        guard: Decides of what calls say.
        judge: Asked about what the guard lets pass, if there is one.
        tools: Makes the tools that there are now.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        settings: ToolsSettings,
        *,
        guard: Guard,
        judge: Judge | None,
        tools: Callable[[], Iterable[Tool]],
    ) -> None:
        self._tools = tools
        self._always_ask = named(settings.confirm)
        self._outer: list[Hook] = [
            guarded(guard, stream, judge),
            traced(stream, clock, guard.recorded),
        ]
        self._asking: list[Hook] = []
        self._inner: list[Hook] = [
            rate_limit(clock, per_tool(settings.rates)),
            clamp(),
            timeout(clock, settings.timeout_s),
        ]

    def ask(self, desk: Desk, *needs_yes: NeedsYes) -> None:
        """Have calls that need a yes parked there: those of the settings, and those that one of `needs_yes` names."""
        self._asking = [confirm(desk, self._always_ask, *needs_yes)]

    def hook(self, *hooks: Hook) -> None:
        """Put more hooks around every call, inside the others."""
        self._inner += hooks

    def box(self) -> Toolbox:
        """Make the box of a turn."""
        return Toolbox(self._tools(), [*self._outer, *self._asking, *self._inner], may_ask=bool(self._asking))

    def approved(self) -> Toolbox:
        """Make the box that approved calls run through: with every hook but the one that asks."""
        return Toolbox(self._tools(), [*self._outer, *self._inner])
