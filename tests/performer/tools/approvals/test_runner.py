"""A call that has its yes: it runs as its maker made it, and its end is kept, published and answered once."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import AnswerCue
from performer.core.events.speech import ApprovalEnded
from performer.core.events.stream import EventStream, EventSubscription
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.approvals.approval import Decider
from performer.tools.approvals.approval_table import ApprovalTable
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.approvals.runner import ApprovalRunner
from performer.tools.result import PicturePart
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.memory.inline import InlineStore

pytestmark = pytest.mark.anyio

OWNER = Decider(name="Ann", where="control")


@dataclass
class Running:
    """A queue and its runner, what it runs, and what it tells."""

    queue: ApprovalQueue
    reader: EventSubscription
    calls: list[ToolCall] = field(default_factory=list)
    answers: list[AnswerCue] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    async def approve(self, number: int, call: ToolCall) -> ApprovalEnded:
        """Park a call, say yes to it, and return its end."""
        await self.queue.park(call)
        await self.queue.settle(number, approve=True, who=OWNER)
        return await self.ended()

    async def ended(self) -> ApprovalEnded:
        """Wait for the end of a call."""
        async for published in self.reader:
            if isinstance(published.event, ApprovalEnded):
                return published.event
        raise AssertionError("It came to no end.")


@asynccontextmanager
async def running(clock: VirtualClock, disk: InlineStore, *, runs: bool = True) -> AsyncIterator[Running]:
    stream = EventStream(clock)
    runtime = Runtime(clock, stream, Guard(clock=clock))

    async def wave(_call: ToolCall) -> str:
        """Wave."""
        it.calls.append(_call)
        return "waved"

    async def answer(cue: AnswerCue) -> None:
        it.answers.append(cue)

    async def drop(_turn: int, _reason: str) -> None:
        raise AssertionError("No turn is to be dropped.")

    it = Running(ApprovalQueue(runtime, ApprovalTable(clock, disk), 600, drop=drop), stream.whole("test"))

    async def look() -> PicturePart:
        """Look."""
        return PicturePart(content=b"a picture", mime="image/png")

    async def keep(pictures: Iterable[bytes]) -> tuple[str, ...]:
        return tuple(f"digest of {each.decode()}" for each in pictures)

    box = Toolbox([Tool.of(wave), Tool.of(look, is_seen=True)])
    runner = ApprovalRunner(
        runtime, it.queue, toolbox=lambda _call: box, answer=answer, leave=it.left.append, keep_pictures=keep
    )
    async with anyio.create_task_group() as tasks:
        await tasks.start(it.queue.run)
        if runs:
            await tasks.start(runner.run)
        yield it
        tasks.cancel_scope.cancel()


async def test_a_call_runs_with_its_makers_words_and_a_yes(virtual_clock: VirtualClock) -> None:
    call = ToolCall(id="c", name="wave", agent="scout-1", lineage=("scout",), turn=4, said="Let me see.")
    async with running(virtual_clock, InlineStore()) as it:
        ended = await it.approve(1, call)

        (made,) = it.calls
        status = await it.queue.fate(1)
        assert (made.may, made.agent, made.lineage, made.said) == ("outside", "scout-1", ("scout",), "Let me see.")
        assert made.yes is not None
        assert made.yes.turn == 4
        assert (status.state, it.left, it.answers[0].text) == ("done", ["scout-1"], "waved")
        assert (ended.came, ended.text) == ("done", "waved")


async def test_the_pictures_that_a_call_came_to_are_kept_for_the_turn_that_goes_on(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock, InlineStore()) as it:
        await it.approve(1, ToolCall(id="c", name="look"))

        assert [(cue.tool, cue.pictures) for cue in it.answers] == [("look", ("digest of a picture",))]


async def test_a_program_is_not_answered_but_can_ask(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock, InlineStore()) as it:
        await it.approve(1, ToolCall(id="c", name="wave", agent="mcp Editor"))

        assert ((await it.queue.fate(1)).text, it.answers, it.left) == ("waved", [], [])


async def test_a_tool_that_is_gone_comes_to_nothing(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock, InlineStore()) as it:
        ended = await it.approve(1, ToolCall(id="c", name="gone"))

        assert ended.came == "failed"
        assert it.answers[0].text.startswith("It came to nothing: There is no tool 'gone'.")


async def test_what_an_earlier_run_approved_and_did_not_finish_is_lost_and_never_run(
    virtual_clock: VirtualClock,
) -> None:
    disk = InlineStore()
    async with running(virtual_clock, disk, runs=False) as it:
        await it.queue.park(ToolCall(id="c", name="wave", turn=4))
        await it.queue.settle(1, approve=True, who=OWNER)
    async with running(virtual_clock, disk) as it:
        assert (await it.queue.fate(1)).state == "lost"
        assert it.answers[0].text.startswith("Nobody knows whether it was done")
        assert it.calls == []
