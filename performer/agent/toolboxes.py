"""Toolboxes: made anew for turns, for other agents, and for calls that a person has approved."""

from collections.abc import Callable, Iterable

from performer.agent.profiles.profile import AgentProfile, ToolboxNarrowing
from performer.tools.chain import HookChain
from performer.tools.find import FIND_TOOLS
from performer.tools.mentions import ToolMentions
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox


class Toolboxes:
    """Makes the tools anew for every box, for their choices may have changed; the hooks remember what was called.

    Args:
        chain: The hooks.
        recipe: Narrows the boxes of the show's own turns.
        tools: Makes the tools that there are now.
    """

    def __init__(self, chain: HookChain, recipe: AgentProfile, *, tools: Callable[[], Iterable[Tool]]) -> None:
        self._chain = chain
        self._recipe = ToolboxNarrowing(recipe, chain.added)
        self._tools = tools

    def box(self) -> Toolbox:
        """Make the box of a turn of the show's own."""
        return self._recipe.of(self.make_agents_box())

    def make_agents_box(self, *more: Tool) -> Toolbox:
        """Make the box of a program outside, with tools that are for programs alone; it is narrowed by its desk."""
        tools = [*self._used(), *more, FIND_TOOLS]
        return Toolbox(tools, self._chain.of_turn(), may_ask=self._chain.may_ask)

    def approved(self) -> Toolbox:
        """Make the box that approved calls of the show run through: every hook but those that count, ask and park."""
        return self._recipe.of(self.make_agents_approved_box(), is_approved=True)

    def make_agents_approved_box(self, *more: Tool) -> Toolbox:
        """Make such a box for a program outside, as `agents_box` does."""
        return Toolbox([*self._used(), *more], self._chain.of_approved())

    def misfits(self, mentions: ToolMentions) -> list[str]:
        """Return which rules of the settings cannot hold as they are written; servers say it of their own tools."""
        return list(mentions.misfits(tool for tool in self._tools() if not tool.server))

    def _used(self) -> list[Tool]:
        return [tool for tool in self._tools() if self._chain.rules.can_use(tool)]
