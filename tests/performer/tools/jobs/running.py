"""A road for tests: errands on a real database, tools that take their time, and who hears of it."""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import anyio

from performer.core.clock import Clock
from performer.core.cues import AnswerCue, ChatCue, ChatLine
from performer.core.errors import ToolFailedError
from performer.core.events.stream import Event, EventStream, EventSubscription
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.database import Database, open_database
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.permission import Patience, make_job_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.jobs.job import JobTable
from performer.tools.jobs.jobs import Jobs
from performer.tools.result import PicturePart, Progress
from performer.tools.rules import ToolRules
from performer.tools.settings import ToolRule
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.memory.inline import InlineStore

ASKED = ChatCue(lines=(ChatLine(text="draw a fox", author="ann", channel="discord:7", message="70"),))
E = TypeVar("E", bound=Event)


@dataclass
class Road:
    """The errands and all around them."""

    clock: Clock
    stream: EventStream
    guard: Guard = field(default_factory=Guard)
    rules: dict[str, ToolRule] = field(default_factory=dict)
    patience: Patience | None = None
    """With `wait`."""
    gates: defaultdict[str, anyio.Event] = field(default_factory=lambda: defaultdict(anyio.Event))
    """By what is drawn: it is done once its gate is open."""
    pictures: dict[str, str] = field(default_factory=dict)
    """What is given for what is drawn, if it is anything else than usual."""
    begun: list[str] = field(default_factory=list)
    broken_off: list[str] = field(default_factory=list)
    answers: list[AnswerCue] = field(default_factory=list)
    errands: Jobs = field(init=False)
    reader: EventSubscription = field(init=False)

    async def draw(self, what: str, call: ToolCall) -> str:
        """Draw something, which takes long."""
        self.begun.append(what)
        call.report(Progress(text=f"sketching a {what}", done=1, total=4))
        try:
            await self.gates[what].wait()
        except anyio.get_cancelled_exc_class():
            self.broken_off.append(what)
            raise
        if what == "nothing":
            raise ToolFailedError("there is nothing to see")
        return self.pictures.get(what, f"a {what} is drawn")

    async def wait(self) -> str:
        """Wait like any other call."""
        await self.gates["any"].wait()
        return "waited"

    async def look(self) -> PicturePart:
        """Look, which takes long."""
        await self.gates["any"].wait()
        return PicturePart(content=b"a picture", mime="image/png")

    async def keep(self, pictures: Iterable[bytes]) -> tuple[str, ...]:
        return tuple(f"digest of {each.decode()}" for each in pictures)

    async def answer(self, cue: AnswerCue) -> None:
        self.answers.append(cue)

    @property
    def box(self) -> Toolbox:
        """What a turn has."""
        hooks = [
            make_guard_hook(self.guard, self.stream),
            make_trace_hook(self.stream, self.clock),
            make_job_hook(self.errands.send, ToolRules(self.rules).is_long, lambda _call: self.patience),
        ]
        look = Tool.of(self.look, is_long=True, is_seen=True)
        return Toolbox([Tool.of(self.draw, is_long=True, server="easel"), Tool.of(self.wait), look], hooks)

    async def heard(self, kind: type[E]) -> E:
        """Wait for an event of a kind."""
        async for published in self.reader:
            if isinstance(published.event, kind):
                return published.event
        raise AssertionError(f"no {kind.__name__} came")


def drawing(what: str = "fox", turn: int = 3, agent: str = "") -> ToolCall:
    return ToolCall(
        id=f"c-{what}", name="draw", arguments={"what": what}, turn=turn, cue=ASKED, said="Let me see.", agent=agent
    )


@asynccontextmanager
async def open_store(clock: Clock, file: Path | None) -> AsyncIterator[Database | InlineStore]:
    """Open a database in a file, or one for which virtual time need not wait."""
    if file is not None:
        async with open_database(clock, file) as database:
            yield database
    else:
        store = InlineStore()
        yield store
        store.close()


@asynccontextmanager
async def road(
    clock: Clock,
    file: Path | None = None,
    *,
    within_s: float = 360,
    runs: bool = True,
    answers: list[AnswerCue] | None = None,
) -> AsyncIterator[Road]:
    """Open the road; without `runs`, nobody goes on it."""
    it = Road(clock, EventStream(clock), answers=[] if answers is None else answers)
    it.reader = it.stream.whole("test")
    async with open_store(clock, file) as database, anyio.create_task_group() as tasks:
        it.errands = Jobs(Runtime(clock, it.stream, it.guard), JobTable(clock, database), within_s, it.answer, it.keep)
        if runs:
            await tasks.start(it.errands.run)
        yield it
        tasks.cancel_scope.cancel()
