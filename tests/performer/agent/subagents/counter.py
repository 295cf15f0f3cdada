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
from performer.agent.subagents.spending import SubAgentSettings
from performer.agent.toolboxes import Toolboxes
from performer.core import events
from performer.core.clock import Clock
from performer.core.events.stream import EventStream, EventSubscription
from performer.core.storage import Store
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.approvals.approval import Decider
from performer.tools.approvals.approval_table import ApprovalTable
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.approvals.runner import ApprovalRunner
from performer.tools.chain import HookChain, PartHooks
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
    toolboxes: Toolboxes
    agents: SubAgents
    approvals: ApprovalQueue
    reader: EventSubscription
    baked: list[ToolCall] = field(default_factory=list)
    """The calls that were really made."""

    async def send(self, prototype: str = "baker", *, turn: int = 7) -> str:
        """Send a helper as a turn of the show's does."""
        call = ToolCall(id="d", name="delegate", arguments={"prototype": prototype, "task": "Bake."}, turn=turn)
        return (await self.toolboxes.make_box().call(call)).text

    async def approve(self, number: int = 1) -> str:
        """Say yes to a call, and give what it came to."""
        await self.approvals.settle(number, approve=True, who=OWNER)
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
    runtime, baked = Runtime(clock, EventStream(clock), Guard()), list[ToolCall]()

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
        return [Tool.of(bake), Tool.of(look_up, is_read_only=True)]

    def approved(call: ToolCall) -> Toolbox:
        return agents.boxes.narrow(toolboxes.make_box(), call.lineage).approved

    async def take(*_: object) -> None:
        """Take what is told to the show, which does not play here."""

    known = {"baker": baker(), "scout": SCOUT} if tables is None else tables
    approvals = ApprovalQueue(runtime, ApprovalTable(clock, store), 600, drop=take)
    chain = HookChain(runtime, ToolsSettings.model_validate(rules), PartHooks(park=approvals.park))
    model = Lines(*plays)
    agents = SubAgents(
        runtime,
        settings or SubAgentSettings(),
        profiles=build_profiles(known),
        models=lambda _spec: model,
        chain=chain,
        new_marker=lambda: "k7f3",
    )
    toolboxes = Toolboxes(chain, build_show_profile(known), (own, agents.tools))
    runner = ApprovalRunner(runtime, approvals, toolbox=approved, answer=take, leave=agents.parents.left)
    async with anyio.create_task_group() as tasks:
        for run in (approvals.run, runner.run):
            await tasks.start(run)
        with runtime.stream.whole("test") as reader:
            yield Counter(
                clock=clock,
                stream=runtime.stream,
                chain=chain,
                toolboxes=toolboxes,
                agents=agents,
                approvals=approvals,
                reader=reader,
                baked=baked,
            )
        tasks.cancel_scope.cancel()
