"""The hands: whoever else can do something for the show, put together: servers of tools, long calls, sub-agents."""

from collections.abc import Callable
from functools import partial

from performer.agent_calls import my_calls_tool
from performer.agent_operations import OFFERED, AgentDesk, say_tool
from performer.agents.agents import Agents
from performer.agents.chat_reader import ChatReader, Door
from performer.archive import Archive
from performer.casting import Cast
from performer.clock import Clock
from performer.config import Config, mentions
from performer.errand_operations import ErrandOperations
from performer.errands import Errands
from performer.events import EventStream
from performer.frames import Frame
from performer.guard import Guard
from performer.mcp.servers import Servers
from performer.mcp_operations import McpOperations
from performer.memory.kept_errands import KeptErrands
from performer.prototypes import prototypes
from performer.roles import Role
from performer.stage.control import Operation
from performer.supervisor import Serve
from performer.tools import Tool, Toolbox, ToolCall
from performer.tools.chain import Chain
from performer.tools.hooks.parked import parked
from performer.tools.offer import Offer
from performer.tools.pixel_art.last import LastSprites
from performer.tools.pixel_art.tools import sprite_tools
from performer.workshop import Workshop


class Hands:
    """All that acts beside the show's own turns.

    Args:
        clock: The show's clock.
        stream: Tells what they do.
        config: Which there are, and what they may.
        guard: Decides of their words.
        archive: Keeps what outlives the run.
        chain: The hooks around every call; those of long calls are put in here.
        workshop: Makes the boxes.
        cast: Who writes for sub-agents.
        director: Takes cues in.
        is_paused: Whether the show keeps quiet.
        look: Gives what is on the screen, masks painted.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        config: Config,
        *,
        guard: Guard,
        archive: Archive,
        chain: Chain,
        workshop: Workshop,
        cast: Cast,
        director: Door,
        is_paused: Callable[[], bool],
        look: Callable[[], Frame | None],
    ) -> None:
        self._guard = guard
        self._helpers = cast.helpers
        self._sprites = LastSprites(archive.memory.kept)
        self._errands = Errands(
            clock,
            stream,
            KeptErrands(clock, archive.database),
            config.tools.long_s,
            guard=guard,
            answer=archive.keeper.keep,
        )
        chain.park(parked(self._errands, chain.rules.is_long))
        self.servers = Servers(
            clock, stream, config.mcp, keeps=archive.memory.kept, told=guard.recorded, mentions=mentions(config)
        )
        self._agents = Agents(
            clock,
            stream,
            guard,
            config.agents,
            prototypes=prototypes(config.prototypes),
            toolbox=workshop.box,
            approved=workshop.approved,
            models=cast.helpers,
            hooks=chain.added,
            leave=chain.leave,
            look=look,
            offer=partial(Offer, most=config.tools.offered, first=config.tools.first),
        )
        reads = config.agents.chat_reader
        self._reader = ChatReader(clock, stream, guard, self._agents, director) if reads else None
        self.door: Door = self._reader or director
        """Where the chat's lines go in."""
        self._workshop = workshop
        say = say_tool(clock, guard, give=director.cue, is_paused=is_paused)
        self._of_programs = of_programs = (say, my_calls_tool(archive.desk))
        most = max(1, config.tools.calls_per_min // 2)  # some are left for the show
        self.desk = AgentDesk(clock, guard, lambda: workshop.agents_box(*of_programs), calls_per_min=most)
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
            return self._workshop.agents_approved(*self._of_programs).only(*OFFERED)
        return self._agents.approved(call.lineage)

    def left(self, agent: str) -> None:
        """Take in that a call of a sub-agent's is over that had waited for its yes."""
        self._agents.left(agent)

    def services(self) -> dict[str, Serve]:
        """Name what has to run beside the show; none of it is waited for."""
        models = {f"helper {spec}": endpoint.run for spec, endpoint in self._helpers.endpoints.items()}
        reader = {"chat reader": self._reader.run} if self._reader else {}
        return {"errands": self._errands.run, **self.servers.services(), **models, **reader}

    def operations(self) -> dict[str, Operation]:
        """Name what may be asked of them."""
        return {**ErrandOperations(self._errands, self._guard).by_name(), **McpOperations(self.servers).by_name()}

    def roles(self) -> tuple[Role, ...]:
        """Tell how they are."""
        reader = (Role(part="reader", plays="a helper decides which lines are answered"),) if self._reader else ()
        return (*self.servers.roles(), *reader, *self._errands.roles())
