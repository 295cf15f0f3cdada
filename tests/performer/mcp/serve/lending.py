"""A stage that lends tools to programs, past the hooks of a show; the bridge to it, and the real `performer mcp`."""

import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.client import ConnectMode

from performer.agent_calls import my_calls_tool
from performer.agent_operations import AgentDesk, say_tool
from performer.approvals import ApprovalDesk
from performer.clock import SystemClock
from performer.cues import SayCue
from performer.events import Event, EventStream
from performer.events.stream import Reader
from performer.guard import Guard
from performer.home import Home
from performer.mcp.serve.bridge import Bridge
from performer.mcp.serve.line import ShowLine
from performer.memory.database import Database, opened_database
from performer.memory.kept_approvals import KeptApprovals
from performer.paths import CHECKOUT
from performer.prototypes import recipe
from performer.stage.settings import StageSettings
from performer.stage.tools import stage_tools
from performer.tools import JsonPart, PicturePart, Progress, Tool, ToolCall, ToolResult
from performer.tools.chain import Chain
from performer.tools.settings import ToolsSettings
from performer.workshop import Workshop
from tests.e2e.performing import clean_environment
from tests.performer.stage.standing import PATIENCE_S, Standing, standing

PICTURE = b"\x89PNG, such as it is"


@dataclass
class Lending:
    """A stage with programs at its door."""

    house: Standing
    said: list[SayCue] = field(default_factory=list)
    looked: anyio.Event = field(default_factory=anyio.Event)
    """Set when a program asks for the picture; it gets no answer before `shown`."""
    shown: anyio.Event = field(default_factory=anyio.Event)
    given_up: anyio.Event = field(default_factory=anyio.Event)
    """Set when it waits no longer."""

    approvals: ApprovalDesk = field(init=False)
    reader: Reader = field(init=False)

    def open(self, database: Database, confirm: Sequence[str]) -> None:
        """Have a desk run what programs ask for; of `confirm`, after a yes."""
        clock, guard = self.house.clock, Guard(words=["plonk"])
        say = say_tool(clock, guard, give=self.said.append, is_paused=lambda: False)
        stream, settings = EventStream(clock), ToolsSettings(timeout_s=300, confirm=tuple(confirm))
        self.reader = stream.whole("test")
        chain = Chain(clock, stream, settings, guard=guard)
        shop = Workshop(
            chain,
            recipe({}),
            tools=lambda: [
                *stage_tools(self.house.stage, self.house.desk, self.house.library, StageSettings()),
                Tool.of(self.describe_frame, is_read_only=True),
                Tool.of(read_text, is_read_only=True),
                say,
            ],
        )
        self.approvals = ApprovalDesk(
            clock,
            stream,
            KeptApprovals(clock, database),
            60,
            toolbox=lambda _call: shop.agents_approved(),
            guard=guard,
            answer=_nowhere,
            drop=_nowhere,
        )
        chain.ask(self.approvals)
        mine = my_calls_tool(self.approvals)
        self.house.agents.agents = AgentDesk(clock, guard, lambda: shop.agents_box(mine), calls_per_min=60)

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
    async with (
        standing(home) as house,
        opened_database(house.clock, None) as database,
        anyio.create_task_group() as tasks,
    ):
        it = Lending(house)
        it.open(database, confirm)
        await tasks.start(it.approvals.run)
        yield it
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def bridged(home: Path, mode: ConnectMode = "auto", **more: object) -> AsyncIterator[Client]:
    """A program at a bridge in this process."""
    bridge = Bridge(ShowLine(SystemClock(), Home(config=home, data=home)))
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
