"""A bakery whose helpers have to ask: real hooks, prototypes, helpers and desk, and a baker who knows who called."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any

import anyio
from pydantic import Field

from performer import events
from performer.agents.agents import Agents
from performer.agents.settings import AgentsSettings
from performer.approvals import ApprovalDesk, Who
from performer.clock import Clock
from performer.events import EventStream, Reader
from performer.guard import Guard
from performer.memory.kept_approvals import KeptApprovals
from performer.prototypes import PrototypeSettings, prototypes, recipe
from performer.store import Store
from performer.tools import Tool, Toolbox, ToolCall
from performer.tools.chain import Chain
from performer.tools.settings import ToolsSettings
from performer.workshop import Workshop
from tests.performer.turn.performing import Lines, Play

OWNER = Who(name="Ann", where="control")
ASKED: Mapping[str, Any] = {"bake": {"confirm": "owner"}}
SCOUT = PrototypeSettings(tools=("bake", "look_up", "delegate"))


def baker(tool: str = "bake", **rule: Any) -> PrototypeSettings:
    """Make a prototype that bakes and sends others, with a rule of its own for one tool."""
    return PrototypeSettings.model_validate({"tools": ("bake", "delegate"), "rules": {tool: rule} if rule else {}})


@dataclass(kw_only=True)
class Counter:
    """Where calls are made, and decided of."""

    clock: Clock
    stream: EventStream
    chain: Chain
    workshop: Workshop
    agents: Agents
    desk: ApprovalDesk
    reader: Reader
    baked: list[ToolCall] = field(default_factory=list)
    """The calls that were really made."""

    async def send(self, prototype: str = "baker", *, turn: int = 7) -> str:
        """Send a helper as a turn of the show's does."""
        call = ToolCall(id="d", name="delegate", arguments={"prototype": prototype, "task": "Bake."}, turn=turn)
        return (await self.workshop.box().call(call)).text

    async def approve(self, number: int = 1) -> str:
        """Say yes to a call, and give what it came to."""
        await self.desk.settle(number, approve=True, who=OWNER)
        async for published in self.reader:
            if isinstance(published.event, events.ApprovalEnded):
                return published.event.text
        raise AssertionError("It came to no end.")


@asynccontextmanager
async def counter(
    clock: Clock,
    store: Store,
    *plays: Play,
    tables: Mapping[str, PrototypeSettings] | None = None,
    rules: Mapping[str, Any] = ASKED,
    takes_s: float = 0.0,
    settings: AgentsSettings | None = None,
) -> AsyncIterator[Counter]:
    """Open the counter; its helpers' model plays what is given."""
    stream, guard, baked = EventStream(clock), Guard(), list[ToolCall]()

    async def bake(_call: ToolCall, loaves: Annotated[int, Field(ge=1, le=20)] = 1) -> str:
        """Bake."""
        baked.append(_call)
        if takes_s:
            await clock.sleep(takes_s)
        return f"{loaves} baked"

    async def look_up(what: str = "it") -> str:
        """Look something up."""
        return f"{what} is blue"

    def own() -> list[Tool]:
        return [Tool.of(bake), Tool.of(look_up, is_read_only=True), *agents.tools()]

    def approved(call: ToolCall) -> Toolbox:
        return agents.approved(call.lineage)

    async def take(*_: object) -> None:
        """Take what is told to the show, which does not play here."""

    known = {"baker": baker(), "scout": SCOUT} if tables is None else tables
    chain = Chain(clock, stream, ToolsSettings.model_validate(rules), guard=guard)
    workshop = Workshop(chain, recipe(known), tools=own)
    model = Lines(*plays)
    agents = Agents(
        clock,
        stream,
        guard,
        settings or AgentsSettings(),
        prototypes=prototypes(known),
        toolbox=workshop.box,
        approved=workshop.approved,
        models=lambda _spec: model,
        hooks=chain.added,
        leave=chain.leave,
        new_marker=lambda: "k7f3",
    )
    desk = ApprovalDesk(
        clock,
        stream,
        KeptApprovals(clock, store),
        600,
        toolbox=approved,
        guard=guard,
        answer=take,
        drop=take,
        left=agents.left,
    )
    chain.ask(desk)
    async with anyio.create_task_group() as tasks:
        await tasks.start(desk.run)
        with stream.whole("test") as reader:
            yield Counter(
                clock=clock,
                stream=stream,
                chain=chain,
                workshop=workshop,
                agents=agents,
                desk=desk,
                reader=reader,
                baked=baked,
            )
        tasks.cancel_scope.cancel()
