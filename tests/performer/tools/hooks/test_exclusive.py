from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import pytest
from anyio.abc import TaskGroup

from performer.core.clock import VirtualClock
from performer.core.errors import ToolFailedError
from performer.core.events.parts import CoordinationAsked
from performer.core.events.stream import EventStream
from performer.tools.hooks.exclusive import make_exclusive_hook
from performer.tools.leases import Claim, Leases
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.tools.hooks.calls import Sayings

pytestmark = pytest.mark.anyio

LATER = "Do something else, or ask again later."


@dataclass
class Band:
    """One drum, and who plays it."""

    clock: VirtualClock
    stream: EventStream
    leases: Leases
    hold_s: float = 0.0
    wait_s: float = 0.0
    played: list[str] = field(default_factory=list)
    said: Sayings = field(default_factory=Sayings)
    tasks: TaskGroup = field(init=False)

    def claim(self, call: ToolCall) -> Claim | None:
        return Claim(resource="the drum", hold_s=self.hold_s, wait_s=self.wait_s) if call.name == "drum" else None

    async def drum(self, call: ToolCall, beats_s: float) -> str:
        """Drum."""
        self.played.append(f"{call.agent} at {self.clock.now():g}")
        await self.clock.sleep(beats_s)
        if beats_s > 50:
            raise ToolFailedError("the drum broke")
        return f"{call.agent} drummed"

    async def clap(self) -> str:
        """Clap."""
        return "clap"

    @property
    def box(self) -> Toolbox:
        hook = make_exclusive_hook(self.clock, self.stream, self.claim, self.leases)
        return Toolbox([Tool.of(self.drum), Tool.of(self.clap)], [hook])

    def start(self, agent: str, beats_s: float = 10.0, *, tasks: TaskGroup | None = None) -> None:
        call = ToolCall(id="1", name="drum", arguments={"beats_s": beats_s}, agent=agent, turn=3)
        (tasks or self.tasks).start_soon(self.said.call, self.box, call)

    async def claps(self, agent: str) -> str:
        return (await self.box.call(ToolCall(id="1", name="clap", agent=agent))).text


@asynccontextmanager
async def band(clock: VirtualClock, *, hold_s: float = 0.0, wait_s: float = 0.0) -> AsyncIterator[Band]:
    it = Band(clock, EventStream(clock), Leases(clock), hold_s=hold_s, wait_s=wait_s)
    async with anyio.create_task_group() as it.tasks:
        yield it
        await clock.advance(300)


async def test_who_wants_what_another_has_reads_who_has_it_and_both_are_told(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock) as it:
        with it.stream.whole("test") as reader:
            it.start("ann-1")
            await virtual_clock.advance(4)
            it.start("")
            await virtual_clock.advance(7)
            asked = [each.event for each in reader.taken()]

    assert it.played == ["ann-1 at 0"]
    assert it.said.heard == [
        f"the drum is held by ann-1, who took it 4 s ago for drum and is told that you want it. {LATER}",
        "ann-1 drummed\nthe show wants the drum too, for drum, and was told to come back later.",
    ]
    assert asked == [CoordinationAsked(turn=3, resource="the drum", agent="", holder="ann-1", tool="drum")]


async def test_who_waits_gets_it_when_it_is_free_and_who_came_first_goes_first(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock, wait_s=60) as it:
        for agent in ("ann", "bob", "cy"):
            it.start(agent)
            await virtual_clock.advance(1)

    assert it.played == ["ann at 0", "bob at 10", "cy at 20"]
    assert it.said.heard[0].split("\n")[1:] == [
        "bob wants the drum too, for drum, and waits for it at most 60 s.",
        "cy wants the drum too, for drum, and waits for it at most 60 s.",
    ]


async def test_nobody_waits_longer_than_it_said(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock, wait_s=5) as it:
        it.start("ann")
        it.start("bob")
        await virtual_clock.advance(6)

        assert len(it.said.heard) == 1
        assert it.said.heard[0].endswith(f"and is told that you want it. You waited 5 s for it. {LATER}")
        assert it.leases.waiting("the drum") == 0


async def test_an_agent_takes_again_what_it_has(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock) as it:
        it.start("ann")
        it.start("ann")
        await virtual_clock.advance(11)

        assert it.played == ["ann at 0", "ann at 0"]


async def test_it_is_kept_for_a_while_and_its_holder_told_behind_whatever_it_does_next(
    virtual_clock: VirtualClock,
) -> None:
    async with band(virtual_clock, hold_s=20) as it:
        it.start("ann")
        await virtual_clock.advance(15)
        it.start("bob")
        await virtual_clock.advance(1)
        assert it.said.heard[1].startswith("the drum is held by ann, who took it 15 s ago for drum")

        assert await it.claps("bob") == "clap"
        assert await it.claps("ann") == "clap\nbob wants the drum too, for drum, and was told to come back later."
        assert await it.claps("ann") == "clap"
        await virtual_clock.advance(14)
        it.start("bob")

    assert it.played == ["ann at 0", "bob at 30"]


async def test_it_is_not_kept_for_ever_from_who_waits(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock, hold_s=20, wait_s=100) as it:
        it.start("ann")
        await virtual_clock.advance(5)
        it.start("bob")
        await virtual_clock.advance(10)
        it.start("ann", 2.0)
        await virtual_clock.advance(5)
        it.start("ann", 2.0)

    assert it.played == ["ann at 0", "ann at 15", "ann at 20", "bob at 25"]


async def test_what_failed_gives_it_back(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock, wait_s=100) as it:
        it.start("ann", 60.0)
        it.start("bob")

    assert (it.said.heard[0], it.played) == ("no: the drum broke", ["ann at 0", "bob at 60"])


async def test_who_is_cancelled_while_waiting_has_left_the_queue(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock, wait_s=100) as it:
        it.start("ann")
        async with anyio.create_task_group() as gone:
            it.start("bob", tasks=gone)
            await virtual_clock.advance(1)
            it.start("cy")
            await virtual_clock.advance(1)
            gone.cancel_scope.cancel()

    assert it.played == ["ann at 0", "cy at 10"]


async def test_the_next_in_line_knows_when_it_comes_free_though_the_first_has_left(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock, hold_s=20, wait_s=100) as it:
        it.start("ann")
        async with anyio.create_task_group() as gone:
            await virtual_clock.advance(2)
            it.start("bob", tasks=gone)
            await virtual_clock.advance(1)
            it.start("cy")
            await virtual_clock.advance(9)
            gone.cancel_scope.cancel()

    assert it.played == ["ann at 0", "cy at 22"]


async def test_nobody_slips_in_before_who_waits(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock, wait_s=100) as it:

        async def one_after_the_other() -> None:
            for agent in ("ann", "cy"):
                await it.box.call(ToolCall(id="1", name="drum", arguments={"beats_s": 10.0}, agent=agent))

        it.tasks.start_soon(one_after_the_other)
        await virtual_clock.advance(1)
        it.start("bob")

    assert it.played == ["ann at 0", "bob at 10", "cy at 20"]


async def test_who_has_waited_long_enough_takes_it_from_nobody_before(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock, hold_s=13, wait_s=100) as it:
        it.start("ann")
        await virtual_clock.advance(2)
        it.start("bob")
        await virtual_clock.advance(1)
        it.wait_s = 12
        it.start("cy")

    assert it.played == ["ann at 0", "bob at 15"]


async def test_who_is_cancelled_while_playing_gives_it_back(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock, hold_s=3, wait_s=100) as it, anyio.create_task_group() as gone:
        it.start("ann", tasks=gone)
        await virtual_clock.advance(1)
        it.start("bob")
        await virtual_clock.advance(1)
        gone.cancel_scope.cancel()

    assert it.played == ["ann at 0", "bob at 4"]


async def test_a_crowd_does_not_wait(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock, wait_s=20) as it:
        it.start("ann", 30.0)
        for number in range(20):
            it.start(f"fan-{number}")
        await virtual_clock.advance(1)

        assert it.leases.waiting("the drum") == 8
        assert len(it.said.heard) == 12


async def test_of_many_who_want_it_its_holder_is_told_of_three(virtual_clock: VirtualClock) -> None:
    async with band(virtual_clock) as it:
        for agent in ("ann", *map(str, range(5)), "0"):
            it.start(agent)
        await virtual_clock.advance(10)

    assert it.said.heard[-1].count("wants the drum too") == 3
