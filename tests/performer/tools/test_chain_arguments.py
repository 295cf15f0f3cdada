"""What a program is asked stands as it is in the call alone: whoever shows, keeps or tells of it has it masked."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import pytest

from performer.agent.turn.turn import admit_cue
from performer.chats.console.output import describe_event
from performer.chats.discord.approval_message import make_approval_card
from performer.core import events
from performer.core.clock import Clock, SystemClock
from performer.core.cues import AnswerCue, ChatCue, ChatLine
from performer.core.events.stream import Event, EventStream, PublishedEvent
from performer.core.redact.redact import add_secret
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.database import Database, open_database
from performer.memory.journal.file import format_journal_line
from performer.memory.messages import MessageStore, MessageWriter
from performer.tools.approvals.approval import Decider
from performer.tools.approvals.approval_table import ApprovalTable
from performer.tools.approvals.operations import ApprovalOperations
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.approvals.runner import ApprovalRunner
from performer.tools.chain import HookChain, PartHooks
from performer.tools.jobs.job import JobTable
from performer.tools.jobs.jobs import Jobs
from performer.tools.jobs.operations import JobOperations
from performer.tools.result import ToolResult
from performer.tools.settings import ToolsSettings
from performer.tools.tool import Tool, ToolCall, ToolSpec
from performer.tools.toolbox import Toolbox

pytestmark = pytest.mark.anyio

WORD, OWN, CARD = "plonk", "jonas", 4111111111111111
LATE = "known-as-a-secret-only-once-the-call-waits"
"""A key that nobody knew for one when the call was made."""
ASKED = {
    f"the {WORD}": [f"a {WORD}", {"deep": [f"/home/{OWN}/x", 1.5]}],
    "card": CARD,
    "late": LATE,
    "long": f"{WORD} " * 300,
}
STREAMER = Decider(name="Ann", where="control")
CUE = ChatCue(lines=(ChatLine(text="ask the wiki", author="ann", channel="discord:7", message="70"),))


@dataclass
class House:
    """A show with a program, somebody who is asked, jobs, and all who hear of calls."""

    clock: Clock
    database: Database
    guard: Guard = field(default_factory=lambda: Guard(words=[WORD]))
    got: list[Mapping[str, object]] = field(default_factory=list)
    answers: list[AnswerCue] = field(default_factory=list)
    told: list[PublishedEvent] = field(default_factory=list)
    gate: anyio.Event = field(default_factory=anyio.Event)
    """The program answers once it is open."""

    def __post_init__(self) -> None:
        self.stream = EventStream(self.clock)
        self.reader = self.stream.whole("test")
        runtime = Runtime(self.clock, self.stream, self.guard)
        self.queue = ApprovalQueue(runtime, ApprovalTable(self.clock, self.database), 600, drop=self._drop)
        self.jobs = Jobs(runtime, JobTable(self.clock, self.database), 360, self._answer)
        settings = ToolsSettings.model_validate(
            {"mcp.wiki.write": {"confirm": "owner"}, "mcp.wiki.read": {"long": True}}
        )
        parts = PartHooks(park=self.queue.park, jobs=self.jobs.send)
        self.chain = HookChain(runtime, settings, parts)
        self.runner = ApprovalRunner(
            runtime, self.queue, toolbox=lambda _call: self.box.approved, answer=self._answer, leave=print
        )
        self.messages = MessageWriter(self.stream, MessageStore(self.clock, self.database), "")

    @property
    def box(self) -> Toolbox:
        return Toolbox([self._tool("mcp.wiki.write"), self._tool("mcp.wiki.read")], self.chain.hooks, may_ask=True)

    async def call(self, name: str) -> str:
        return (await self.box.call(ToolCall(id=name, name=name, arguments=ASKED, turn=1, cue=CUE))).text

    def _tool(self, name: str) -> Tool:
        spec = ToolSpec(name=name, description="Ask.", parameters={})
        return Tool(spec=spec, run=self._run, server="wiki", texts_for="program")

    async def _run(self, call: ToolCall) -> ToolResult:
        self.got.append(call.arguments)
        await self.gate.wait()
        return ToolResult.of("written")

    async def is_told_of(self, *kinds: type[Event]) -> None:
        """Wait until an event of each kind was published."""
        with anyio.fail_after(20):
            while not all(any(isinstance(each.event, kind) for each in self.told) for kind in kinds):
                await self.reader.wait()
                self.told += self.reader.taken()

    async def _drop(self, _turn: int, _reason: str) -> None:
        raise AssertionError("nobody says no")

    async def _answer(self, cue: AnswerCue) -> None:
        self.answers.append(cue)


@asynccontextmanager
async def house(clock: Clock) -> AsyncIterator[House]:
    async with open_database(clock, None) as database, anyio.create_task_group() as tasks:
        it = House(clock, database)
        for run in (it.queue.run, it.runner.run, it.jobs.run, it.messages.run):
            await tasks.start(run)
        yield it
        tasks.cancel_scope.cancel()


def leaks(*told: object) -> list[str]:
    """List what of the canaries stands in something that people may see."""
    return [each for each in (WORD, OWN, str(CARD)) if each in repr(told).lower()]


async def test_a_call_is_made_as_it_was_written_and_nobody_who_tells_of_it_repeats_it(clock: SystemClock) -> None:
    async with house(clock) as it:
        waits = await it.call("mcp.wiki.write")
        shown = [
            await ApprovalOperations(it.queue, it.guard).waiting({}),
            make_approval_card(await it.queue.fate(1), it.guard).model_dump(),
        ]
        await it.queue.settle(1, approve=True, who=STREAMER)
        goes_on = await it.call("mcp.wiki.read")
        shown.append(await JobOperations(it.jobs, it.guard).under_way({}))
        it.gate.set()
        await it.is_told_of(events.ErrandEnded, events.ApprovalEnded)
        read = [admit_cue(each, it.guard) for each in it.answers]
        kept = await it.database.read(lambda each: each.execute("SELECT * FROM message").fetchall())

    assert waits == "It waits for the owner's yes; you will be told."
    assert goes_on.startswith("It is started as number 1")
    assert it.got == [ASKED, ASKED]
    assert (len(read), len(kept)) == (2, 3)
    for told in (shown, read, [dict(row) for row in kept], [each.event for each in it.told]):
        assert leaks(told) == []
    assert leaks(*(format_journal_line(each, it.guard) for each in it.told)) == []
    assert leaks(*(str(describe_event(each.event)) for each in it.told)) == []


async def test_a_call_that_waits_and_holds_what_has_become_a_secret_is_neither_shown_nor_made(
    clock: SystemClock,
) -> None:
    async with house(clock) as it:
        it.gate.set()
        await it.call("mcp.wiki.write")
        add_secret(LATE)
        shown = [
            await ApprovalOperations(it.queue, it.guard).waiting({}),
            make_approval_card(await it.queue.fate(1), it.guard).model_dump(),
        ]
        await it.queue.settle(1, approve=True, who=STREAMER)
        await it.is_told_of(events.ApprovalEnded)

    assert it.got == []
    assert "holds a secret" in it.answers[0].text
    assert LATE not in repr((shown, [each.text for each in it.guard.log.entries], it.answers[0].text))
    assert leaks(shown) == []
