"""A stage that lends tools to programs, past the hooks of a show; the bridge to it, and the real `performer mcp`."""

import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.client import ConnectMode

from performer.agent.profiles.registry import build_show_profile
from performer.agent.toolboxes import Toolboxes
from performer.core.clock import SystemClock
from performer.core.cues import SayCue
from performer.core.events.stream import Event, EventStream, EventSubscription
from performer.core.files.home import CHECKOUT, Home
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.guard.verdict import Level
from performer.memory.database import Database, open_database
from performer.stage.settings import StageSettings
from performer.stage.tools import make_stage_tools
from performer.tools.approvals.approval_table import ApprovalTable
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.approvals.runner import ApprovalRunner
from performer.tools.chain import HookChain, PartHooks
from performer.tools.mcp.our_server.bridge import McpBridge
from performer.tools.mcp.our_server.show_link import ShowLink
from performer.tools.programs import ProgramTools, make_say_tool, my_calls_tool
from performer.tools.result import JsonPart, PicturePart, Progress, ToolResult
from performer.tools.settings import ToolsSettings
from performer.tools.tool import Tool, ToolCall
from tests.e2e.performing import clean_environment
from tests.performer.stage.standing import PATIENCE_S, Standing, standing

PICTURE = b"\x89PNG, such as it is"


@dataclass
class LateDesk:
    """Where the stage sends what programs ask for, before there is a desk behind it."""

    desk: ProgramTools = field(init=False)

    def tools(self) -> Sequence[Mapping[str, Any]]:
        return self.desk.tools()

    async def call(
        self, agent: str, tool: str, arguments: Mapping[str, Any], tell: Callable[[Progress], None]
    ) -> Mapping[str, Any]:
        return await self.desk.call(agent, tool, arguments, tell)


@dataclass
class Lending:
    """A stage with programs at its door."""

    house: Standing
    programs: "LateDesk"
    said: list[SayCue] = field(default_factory=list)
    looked: anyio.Event = field(default_factory=anyio.Event)
    """Set when a program asks for the picture; it gets no answer before `shown`."""
    shown: anyio.Event = field(default_factory=anyio.Event)
    given_up: anyio.Event = field(default_factory=anyio.Event)
    """Set when it waits no longer."""

    level: Level = field(init=False)
    """The guard's, for the show itself."""
    approvals: ApprovalQueue = field(init=False)
    runner: ApprovalRunner = field(init=False)
    reader: EventSubscription = field(init=False)

    def open(self, database: Database, confirm: Sequence[str]) -> None:
        """Have a desk run what programs ask for; of `confirm`, after a yes."""
        clock, guard = self.house.clock, Guard(words=["plonk"])
        self.level = guard.settings.level
        say = make_say_tool(clock, guard, give=self.said.append, is_paused=lambda: False)
        stream, settings = EventStream(clock), ToolsSettings(timeout_s=300, confirm=tuple(confirm))
        self.reader = stream.whole("test")
        runtime = Runtime(clock, stream, guard)
        self.approvals = ApprovalQueue(runtime, ApprovalTable(clock, database), 60, drop=_nowhere)
        chain = HookChain(runtime, settings, PartHooks(park=self.approvals.park))

        def tools() -> list[Tool]:
            return [
                *make_stage_tools(self.house.stage, self.house.desk, self.house.library, StageSettings()),
                Tool.of(self.describe_frame, is_read_only=True),
                Tool.of(read_text, is_read_only=True),
                say,
            ]

        shop = Toolboxes(chain, build_show_profile({}), (tools,))
        self.runner = ApprovalRunner(
            runtime,
            self.approvals,
            toolbox=lambda _call: shop.make_program_box().approved,
            answer=_nowhere,
            leave=lambda _agent: None,
        )
        mine = my_calls_tool(self.approvals)
        self.programs.desk = ProgramTools(clock, guard, lambda: shop.make_program_box(mine), calls_per_min=60)

    async def heard(self, kind: type[Event]) -> None:
        """Wait for an event of a kind."""
        with anyio.fail_after(PATIENCE_S):
            async for published in self.reader:
                if isinstance(published.event, kind):
                    return

    async def describe_frame(self, call: ToolCall) -> str:
        """Look at the picture."""
        call.report(Progress(text="looking", done=1, total=2))
        self.looked.set()
        try:
            await self.shown.wait()
        except anyio.get_cancelled_exc_class():
            self.given_up.set()
            raise
        return "a castle"


async def _nowhere(*_: object) -> None:
    pass


async def read_text() -> ToolResult:
    """Read the words on the screen."""
    picture = PicturePart(content=PICTURE, mime="image/png", alt="the screen")
    return ToolResult(parts=(JsonPart(value={"words": ["LIVES", 3]}), picture))


@asynccontextmanager
async def lending(home: Path, *, confirm: Sequence[str] = ()) -> AsyncIterator[Lending]:
    """Serve a stage whose tools are lent, for as long as the block runs; calls of `confirm` wait for a yes."""
    programs = LateDesk()
    async with (
        standing(home, tools=programs) as house,
        open_database(house.clock, None) as database,
        anyio.create_task_group() as tasks,
    ):
        it = Lending(house, programs)
        it.open(database, confirm)
        for run in (it.approvals.run, it.runner.run):
            await tasks.start(run)
        yield it
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def bridged(home: Path, mode: ConnectMode = "auto", **more: object) -> AsyncIterator[Client]:
    """A program at a bridge in this process."""
    bridge = McpBridge(ShowLink(SystemClock(), Home(config=home, data=home)))
    async with anyio.create_task_group() as tasks:
        await tasks.start(bridge.run)
        async with Client(bridge.server, mode=mode, **more) as client:  # type: ignore[arg-type]  # its own options
            yield client
        tasks.cancel_scope.cancel()


def started(home: Path, *words: str) -> StdioServerParameters:
    """How a program starts the real thing."""
    command = ["-m", "performer", "mcp", *words]
    return StdioServerParameters(
        command=sys.executable, args=command, env=dict(clean_environment(home)), cwd=str(CHECKOUT)
    )
