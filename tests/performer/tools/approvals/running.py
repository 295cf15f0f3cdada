"""An office for tests: a desk on a real database, a door that opens outside the show, and who hears of it."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import anyio

from performer.core.clock import Clock
from performer.core.cues import AnswerCue, ChatCue, ChatLine
from performer.core.errors import ToolFailedError
from performer.core.events.stream import Event, EventStream, EventSubscription
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.database import open_database
from performer.tools.approvals.approval import Decider
from performer.tools.approvals.approval_table import ApprovalTable
from performer.tools.approvals.queue import ApprovalQueue
from performer.tools.approvals.runner import ApprovalRunner
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.permission import make_confirm_hook, make_name_rule
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox

ASKED = ChatCue(lines=(ChatLine(text="open the red door", author="ann", channel="discord:7", message="70"),))
OWNER = Decider(name="Ann", where="discord", id="5")
E = TypeVar("E", bound=Event)


@dataclass
class Office:
    """The desk and all around it."""

    stream: EventStream
    guard: Guard = field(default_factory=Guard)
    opened: list[str] = field(default_factory=list)
    answers: list[AnswerCue] = field(default_factory=list)
    dropped: list[tuple[int, str]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    gate: Callable[[], object] = lambda: None
    """Called while a door is opened."""
    desk: ApprovalQueue = field(init=False)
    runner: ApprovalRunner = field(init=False)
    reader: EventSubscription = field(init=False)

    async def door(self, room: str) -> str:
        """Open a door."""
        await anyio.lowlevel.checkpoint()
        self.gate()
        if room == "jammed":
            raise ToolFailedError("it is jammed")
        self.opened.append(room)
        return f"{room} is open"

    async def wave(self) -> str:
        """Wave."""
        return "waved"

    async def answer(self, cue: AnswerCue) -> None:
        self.answers.append(cue)

    async def drop(self, turn: int, reason: str) -> None:
        self.dropped.append((turn, reason))

    def tools(self) -> Sequence[Tool]:
        return [Tool.of(self.door, privilege="outside", server="doors"), Tool.of(self.wave)]

    def approved_box(self, clock: Clock) -> Toolbox:
        return Toolbox(self.tools(), [make_guard_hook(self.guard, self.stream), make_trace_hook(self.stream, clock)])

    @property
    def box(self) -> Toolbox:
        """What a turn has."""
        hooks = [make_guard_hook(self.guard, self.stream), make_confirm_hook(self.desk.park, make_name_rule(["wave"]))]
        return Toolbox(self.tools(), hooks, may_ask=True)

    async def heard(self, kind: type[E]) -> E:
        """Wait for an event of a kind."""
        async for published in self.reader:
            if isinstance(published.event, kind):
                return published.event
        raise AssertionError(f"no {kind.__name__} came")


def opening(room: str = "red", turn: int = 3) -> ToolCall:
    return ToolCall(id="c1", name="door", arguments={"room": room}, turn=turn, cue=ASKED, said="Let me see.")


def asked_by(person: str, room: str, turn: int) -> ToolCall:
    """A call that a turn makes which answers somebody."""
    line = ChatLine(text="open it", author="bob", author_id=person, channel="discord:7", message=str(turn))
    return replace(opening(room, turn), cue=ChatCue(lines=(line,)))


@asynccontextmanager
async def office(
    clock: Clock, file: Path | None = None, *, wait_s: float = 600, runs: bool = True
) -> AsyncIterator[Office]:
    """Open the office; without `runs`, nobody sits at the desk."""
    it = Office(EventStream(clock))
    it.reader = it.stream.whole("test")
    async with open_database(clock, file) as database, anyio.create_task_group() as tasks:
        runtime = Runtime(clock, it.stream, it.guard)
        it.desk = ApprovalQueue(runtime, ApprovalTable(clock, database), wait_s, drop=it.drop)
        it.runner = ApprovalRunner(
            runtime, it.desk, toolbox=lambda _call: it.approved_box(clock), answer=it.answer, leave=it.left.append
        )
        for run in (it.desk.run, it.runner.run) if runs else ():
            await tasks.start(run)
        yield it
        tasks.cancel_scope.cancel()
