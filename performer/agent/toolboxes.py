"""Toolboxes: made anew for every turn and every program, for the tools and their choices may have changed."""

from collections.abc import Callable, Iterable, Sequence

import anyio
from anyio.abc import TaskStatus

from performer.agent.profiles.profile import AgentProfile, ToolboxNarrowing
from performer.core.events.parts import FileRefused
from performer.core.values import dataclass
from performer.tools.chain import HookChain
from performer.tools.find import FIND_TOOLS
from performer.tools.mentions import NO_MENTIONS, ToolMentions
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox

ToolSource = Callable[[], Iterable[Tool]]
"""Makes the tools that a part of the show has now."""


@dataclass(eq=False)
class Toolboxes:
    """Makes the boxes of the show's own turns, and those of programs."""

    chain: HookChain
    profile: AgentProfile
    """Narrows the boxes of the show's own turns."""
    sources: Sequence[ToolSource]
    """Make the tools of each part; those first that a model is to be told of, whatever else there is."""
    mentions: ToolMentions = NO_MENTIONS
    """The tools that the settings name."""

    def __post_init__(self) -> None:
        self._narrowing = ToolboxNarrowing(self.profile, self.chain.added)

    def make_box(self) -> Toolbox:
        """Make the box of a turn of the show's own."""
        return self._narrowing.of(self.make_program_box())

    def make_program_box(self, *more: Tool) -> Toolbox:
        """Make the box of a program outside, with tools that are for programs alone; whoever lends it narrows it."""
        used = filter(self.chain.rules.can_use, self._make_tools())
        return Toolbox([*used, *more, FIND_TOOLS], self.chain.hooks, may_ask=self.chain.may_ask)

    def list_tools(self) -> list[Tool]:
        """List the tools of the show's own turns, those too that the settings have switched off."""
        return list(filter(self.profile.can_use, [*self._make_tools(), FIND_TOOLS]))

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Publish, once, which rules of the settings cannot hold as they are written; servers tell it of their own."""
        for misfit in self.mentions.misfits(tool for tool in self._make_tools() if not tool.server):
            self.chain.runtime.stream.publish(FileRefused(file="a line of config.toml", reason=misfit))
        task_status.started()

    def _make_tools(self) -> list[Tool]:
        return [tool for source in self.sources for tool in source()]
