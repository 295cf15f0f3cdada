"""The hands: whoever else can do something for the show, put together: servers of tools, long calls, sub-agents."""

from collections.abc import Callable
from functools import partial

from performer.agent.director.turns import TurnRegister
from performer.agent.profiles.registry import build_profiles
from performer.agent.queue.inbox import CueInbox
from performer.agent.subagents.chat_reader import ChatReader, CueSink
from performer.agent.subagents.service import SubAgents
from performer.agent.toolboxes import Toolboxes
from performer.config.config import Config
from performer.config.keys import collect_mentions
from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.operations import Operation
from performer.core.process.supervisor import Serve
from performer.core.status import Role
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.chain import HookChain
from performer.tools.hooks.permission import make_job_hook
from performer.tools.jobs.job_table import JobTable
from performer.tools.jobs.jobs import Jobs
from performer.tools.jobs.operations import JobOperations
from performer.tools.mcp.configured_servers import McpServers
from performer.tools.mcp.operations import McpOperations
from performer.tools.offer import ToolOffer
from performer.tools.pixel_art.last import LastSprites
from performer.tools.pixel_art.tools import sprite_tools
from performer.tools.programs import OFFERED, ToolsDesk, make_say_tool, my_calls_tool
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from performer.vision.frame import Frame
from performer.wiring.archive import KeptParts
from performer.wiring.model_roles import SelectedParts


class ToolParts:
    """All that acts beside the show's own turns.

    Args:
        clock: The show's clock.
        stream: Tells what they do.
        config: Which there are, and what they may.
        guard: Decides of their words.
        archive: Keeps what outlives the run.
        chain: The hooks around every call; those of long calls are put in here.
        toolboxes: Makes the boxes.
        cast: Who writes for sub-agents.
        inbox: Takes cues in.
        turns: Know whether the show keeps quiet.
        look: Gives what is on the screen, masks painted.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        config: Config,
        *,
        guard: Guard,
        archive: KeptParts,
        chain: HookChain,
        toolboxes: Toolboxes,
        cast: SelectedParts,
        inbox: CueInbox,
        turns: TurnRegister,
        look: Callable[[], Frame | None],
    ) -> None:
        self._guard = guard
        self._helpers = cast.helpers
        self._sprites = LastSprites(archive.memory.kept)
        self._jobs = Jobs(
            clock,
            stream,
            JobTable(clock, archive.database),
            config.tools.long_s,
            guard=guard,
            answer=archive.keeper.keep,
        )
        chain.park(make_job_hook(self._jobs, chain.rules.is_long))
        self.servers = McpServers(
            Runtime(clock, stream, guard), config.mcp, archive.memory.kept, collect_mentions(config)
        )
        self._agents = SubAgents(
            clock,
            stream,
            guard,
            config.agents,
            prototypes=build_profiles(config.prototypes),
            toolbox=toolboxes.box,
            approved=toolboxes.approved,
            models=cast.helpers,
            hooks=chain.added,
            leave=chain.leave,
            look=look,
            offer=partial(ToolOffer, most=config.tools.offered, first=config.tools.first),
        )
        reads = config.agents.chat_reader
        self._reader = ChatReader(clock, stream, guard, self._agents, inbox) if reads else None
        self.door: CueSink = self._reader or inbox
        """Where the chat's lines go in."""
        self._toolboxes = toolboxes
        say = make_say_tool(clock, guard, give=inbox.put, is_paused=turns.is_paused)
        self._of_programs = of_programs = (say, my_calls_tool(archive.desk))
        most = max(1, config.tools.calls_per_min // 2)  # some are left for the show
        self.desk = ToolsDesk(clock, guard, lambda: toolboxes.make_agents_box(*of_programs), calls_per_min=most)
        """Where programs from outside ask for tools."""

    def tools(self) -> list[Tool]:
        """Make our own: to draw, and to send helpers. Those of servers are `servers.tools()`."""
        return [*sprite_tools(self._sprites), *self._agents.tools()]

    def approved(self, call: ToolCall) -> Toolbox:
        """Make the box that a call with its yes runs through: what its maker has, the show, a sub-agent or a program.

        Raises:
            ToolRefused: when its maker is none any more.
        """
        if call.is_of_program:
            return self._toolboxes.make_agents_approved_box(*self._of_programs).only(*OFFERED)
        return self._agents.approved(call.lineage)

    def left(self, agent: str) -> None:
        """Note that a call of a sub-agent's is over that had waited for its yes."""
        self._agents.left(agent)

    def services(self) -> dict[str, Serve]:
        """Name what has to run beside the show; none of it is waited for."""
        models = {f"helper {spec}": endpoint.run for spec, endpoint in self._helpers.endpoints.items()}
        reader = {"chat reader": self._reader.run} if self._reader else {}
        return {"errands": self._jobs.run, **self.servers.services(), **models, **reader}

    def operations(self) -> dict[str, Operation]:
        """Name what may be asked of them."""
        return {**JobOperations(self._jobs, self._guard).by_name(), **McpOperations(self.servers).by_name()}

    def roles(self) -> tuple[Role, ...]:
        """Return how they are."""
        reader = (Role(part="reader", plays="a helper decides which lines are answered"),) if self._reader else ()
        return (*self.servers.roles(), *reader, *self._jobs.roles())
