"""A bakery whose helpers have to ask: real hooks, prototypes, helpers and desk, and a baker who knows who called."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any

import anyio
from pydantic import Field

from performer.agent.profiles.profile import ProfileSettings
from performer.agent.profiles.registry import build_profiles, build_show_profile
from performer.agent.subagents.service import SubAgents
from performer.agent.subagents.settings import SubAgentSettings
from performer.agent.toolboxes import Toolboxes
from performer.core import events
from performer.core.clock import Clock
from performer.core.events.stream import EventStream, EventSubscription
from performer.core.storage import Store
from performer.guard.guard import Guard
from performer.tools.approvals.approval import Decider
from performer.tools.approvals.queue import ApprovalService
from performer.tools.approvals.store import SqlApprovalStore
from performer.tools.chain import HookChain
from performer.tools.settings import ToolsSettings
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.agent.turn.performing import Lines, Play

OWNER = Decider(name="Ann", where="control")
ASKED: Mapping[str, Any] = {"bake": {"confirm": "owner"}}
SCOUT = ProfileSettings(tools=("bake", "look_up", "delegate"))


def baker(tool: str = "bake", **rule: Any) -> ProfileSettings:
    """Make a prototype that bakes and sends others, with a rule of its own for one tool."""
    return ProfileSettings.model_validate({"tools": ("bake", "delegate"), "rules": {tool: rule} if rule else {}})


@dataclass(kw_only=True)
class Counter:
    """Where calls are made, and decided of."""

    clock: Clock
    stream: EventStream
    chain: HookChain
    workshop: Toolboxes
    agents: SubAgents
    desk: ApprovalService
    reader: EventSubscription
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
    tables: Mapping[str, ProfileSettings] | None = None,
    rules: Mapping[str, Any] = ASKED,
    takes_s: float = 0.0,
    settings: SubAgentSettings | None = None,
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
    chain = HookChain(clock, stream, ToolsSettings.model_validate(rules), guard=guard)
    workshop = Toolboxes(chain, build_show_profile(known), tools=own)
    model = Lines(*plays)
    agents = SubAgents(
        clock,
        stream,
        guard,
        settings or SubAgentSettings(),
        prototypes=build_profiles(known),
        toolbox=workshop.box,
        approved=workshop.approved,
        models=lambda _spec: model,
        hooks=chain.added,
        leave=chain.leave,
        new_marker=lambda: "k7f3",
    )
    desk = ApprovalService(
        clock,
        stream,
        SqlApprovalStore(clock, store),
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
