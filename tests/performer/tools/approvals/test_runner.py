"""A call that has its yes: it runs as its maker made it, and its end is kept, published and answered once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import AnswerCue
from performer.core.events.speech import ApprovalEnded
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.tools.approvals.approval import ApprovalRequest
from performer.tools.approvals.runner import ApprovedCallRunner
from performer.tools.approvals.store import SqlApprovalStore
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.memory.inline import InlineStore

pytestmark = pytest.mark.anyio


@dataclass
class Running:
    """A runner, what it runs, and what it tells."""

    clock: VirtualClock
    stream: EventStream
    store: SqlApprovalStore
    disk: InlineStore
    calls: list[ToolCall] = field(default_factory=list)
    answers: list[AnswerCue] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    runner: ApprovedCallRunner = field(init=False)

    async def approved(self, **fields: object) -> ApprovalRequest:
        now = self.clock.utc()
        request = ApprovalRequest(tool="wave", call="c", why="", asked_at=now, until=now, said="Let me see.")
        request = replace(request, **fields)  # type: ignore[arg-type]
        number = await self.store.add(request)
        await self.disk.write(
            lambda it: it.execute("UPDATE approval SET state = 'approved' WHERE state = 'pending'").rowcount
        )
        return replace(request, number=number)


@asynccontextmanager
async def running(clock: VirtualClock) -> AsyncIterator[Running]:
    disk = InlineStore()
    it = Running(clock, EventStream(clock), SqlApprovalStore(clock, disk), disk)

    async def wave(_call: ToolCall) -> str:
        """Wave."""
        it.calls.append(_call)
        return "waved"

    async def answer(cue: AnswerCue) -> None:
        it.answers.append(cue)

    it.runner = ApprovedCallRunner(
        clock,
        it.stream,
        it.store,
        toolbox=lambda _call: Toolbox([Tool.of(wave)]),
        guard=Guard(clock=clock),
        answer=answer,
        left=it.left.append,
    )
    yield it
    disk.close()


async def test_a_call_runs_with_its_makers_words_and_a_yes(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as it:
        with it.stream.whole("test", ApprovalEnded) as reader:
            await it.runner.run(await it.approved(agent="scout-1", lineage=("scout",), turn=4))
            it.stream.close()
            (ended,) = [published.event async for published in reader]

        (call,) = it.calls
        status = await it.store.fate(1)
        assert (call.may, call.agent, call.lineage, call.said) == ("outside", "scout-1", ("scout",), "Let me see.")
        assert call.yes is not None
        assert call.yes.turn == 4
        assert status is not None
        assert (status.state, it.left, it.answers[0].text) == ("done", ["scout-1"], "waved")
        assert isinstance(ended, ApprovalEnded)
        assert (ended.came, ended.text) == ("done", "waved")


async def test_a_program_is_not_answered_but_can_ask(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as it:
        await it.runner.run(await it.approved(agent="mcp Editor"))

        assert (it.runner.text(1), it.answers, it.left) == ("waved", [], [])


async def test_a_tool_that_is_gone_and_a_call_that_is_lost_come_to_nothing(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as it:
        await it.runner.run(await it.approved(tool="gone"))
        await it.runner.lose(await it.approved())
        states = [status.state for number in (1, 2) if (status := await it.store.fate(number))]

        assert states == ["failed", "lost"]
        assert it.answers[0].text.startswith("It came to nothing: There is no tool 'gone'.")
        assert it.answers[1].text.startswith("Nobody knows whether it was done")
        assert it.calls == []
