"""The errands: no turn waits for a long call, and what it comes to is told later, or not at all."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.cues import ChatCue, ChatLine, find_reply_place, format_words
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.parts import ErrandEnded, ErrandStarted, Hushed
from performer.core.events.stream import EventStream
from performer.core.events.turns import TurnCut
from performer.guard.runtime import Runtime
from performer.tools.hooks.permission import Patience
from performer.tools.jobs.job import Came, Job, JobTable
from performer.tools.jobs.jobs import Jobs
from performer.tools.settings import ToolRule
from performer.tools.tool import ToolCall
from tests.performer.memory.inline import InlineStore
from tests.performer.tools.hooks.calls import Sayings
from tests.performer.tools.jobs.running import ASKED, Road, drawing, road

pytestmark = pytest.mark.anyio
STARTED = "It is started as number {} and takes a while; you will be told. Do not wait for it."


async def sent(it: Road, clock: VirtualClock, call: ToolCall) -> str:
    """Send a call that is not done within the first second, and give what the model reads."""
    read: list[str] = []

    async def send() -> None:
        read.append((await it.box.call(call)).text)

    async with anyio.create_task_group() as turn:
        turn.start_soon(send)
        await clock.advance(1)
    return read[0]


async def test_a_long_call_goes_on_beside_the_show_and_is_told_in_a_turn_of_its_own(
    virtual_clock: VirtualClock,
) -> None:
    async with road(virtual_clock) as it:
        read = await sent(it, virtual_clock, drawing())
        started = await it.heard(ErrandStarted)
        await virtual_clock.advance(40)
        it.gates["fox"].set()
        ended = await it.heard(ErrandEnded)
        await virtual_clock.advance(0)

        assert read == STARTED.format(1)
        assert (started.turn, started.errand, started.call, started.server) == (3, 1, "c-fox", "easel")
        assert (ended.came, ended.text, ended.took_s) == ("done", "a fox is drawn", 41.0)
        (cue,) = it.answers
        assert (cue.tool, cue.arguments, cue.text) == ("draw", '{"what": "fox"}', "a fox is drawn")
        assert (format_words(cue.origin or cue), find_reply_place(cue), cue.said) == (
            format_words(ASKED),
            find_reply_place(ASKED),
            "Let me see.",
        )
        assert it.errands.under_way == ()


async def test_what_is_done_within_a_second_is_answered_at_once(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        it.gates["fox"].set()
        it.gates["nothing"].set()

        assert (await it.box.call(drawing())).text == "a fox is drawn"
        with pytest.raises(ToolFailedError, match="nothing to see"):
            await it.box.call(drawing("nothing"))
        await virtual_clock.advance(2)
        assert (it.answers, it.errands.under_way) == ([], ())


async def test_the_pictures_that_it_comes_to_are_kept_for_the_turn_that_is_told(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        await sent(it, virtual_clock, ToolCall(id="1", name="look"))
        it.gates["any"].set()
        await it.heard(ErrandEnded)
        await virtual_clock.advance(0)

        assert [cue.pictures for cue in it.answers] == [("digest of a picture",)]


async def test_what_it_fails_with_is_told(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        await sent(it, virtual_clock, drawing("nothing"))
        it.gates["nothing"].set()

        assert (await it.heard(ErrandEnded)).came == "failed"
        await virtual_clock.advance(0)
        assert it.answers[0].text == "It came to nothing: there is nothing to see"


async def test_one_that_takes_too_long_is_ended_and_told(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock, within_s=60) as it:
        await sent(it, virtual_clock, drawing())
        await virtual_clock.advance(59)

        assert (await it.heard(ErrandEnded)).came == "failed"
        assert it.broken_off == ["fox"]
        assert it.answers[0].text == "It came to nothing: draw took longer than 60 s and was ended."


@pytest.mark.parametrize("cut", [TurnCut(turn=3, reason="a mention"), Hushed()])
async def test_it_is_cancelled_with_its_turn_and_nobody_is_told_on_the_stage(
    virtual_clock: VirtualClock, cut: TurnCut | Hushed
) -> None:
    async with road(virtual_clock) as it:
        await sent(it, virtual_clock, drawing())
        await sent(it, virtual_clock, drawing("hen", turn=4))
        it.stream.publish(cut)
        ended = await it.heard(ErrandEnded)
        await virtual_clock.advance(0)

        assert (ended.errand, ended.came, it.answers) == (1, "cancelled", [])
        assert it.broken_off == (["fox"] if isinstance(cut, TurnCut) else ["fox", "hen"])


async def test_a_turn_that_is_cut_in_the_first_second_takes_its_call_with_it(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        async with anyio.create_task_group() as turn:
            turn.start_soon(it.box.call, drawing())
            await virtual_clock.advance(0.5)
            turn.cancel_scope.cancel()
        await virtual_clock.advance(2)

        assert (it.begun, it.broken_off, it.errands.under_way, it.answers) == (["fox"], ["fox"], (), [])


class SlowStore(JobTable):
    """A store whose disk takes its time, or has failed."""

    def __init__(self, clock: VirtualClock, *, is_broken: bool) -> None:
        disk = InlineStore()
        disk.fails = is_broken
        super().__init__(clock, disk)
        self.has_room = anyio.Event()
        self.came_of: list[Came] = []

    async def add(self, call: Job) -> int:
        await self.has_room.wait()
        return await super().add(call)

    async def finish(self, number: int, came: Came) -> None:
        self.came_of.append(came)
        await super().finish(number, came)


@asynccontextmanager
async def storing(clock: VirtualClock, store: SlowStore) -> AsyncIterator[Road]:
    it = Road(clock, EventStream(clock))
    it.reader = it.stream.whole("test")
    it.errands = Jobs(Runtime(clock, it.stream, it.guard), store, 360, it.answer)
    async with anyio.create_task_group() as tasks:
        await tasks.start(it.errands.run)
        yield it
        tasks.cancel_scope.cancel()


@pytest.mark.expects_log
async def test_what_cannot_be_kept_does_not_go_on(virtual_clock: VirtualClock) -> None:
    store = SlowStore(virtual_clock, is_broken=True)
    store.has_room.set()
    async with storing(virtual_clock, store) as it:
        said = Sayings()
        async with anyio.create_task_group() as turn:
            turn.start_soon(said.call, it.box, drawing())
            await virtual_clock.advance(1)
        await virtual_clock.advance(0)

        assert said.heard == ["no: Nothing that takes long can be started now. Let it go."]
        assert (it.broken_off, it.errands.under_way, it.answers) == (["fox"], (), [])


async def test_what_is_being_kept_while_its_turn_is_cut_ends_as_cancelled(virtual_clock: VirtualClock) -> None:
    store = SlowStore(virtual_clock, is_broken=False)
    async with storing(virtual_clock, store) as it:
        async with anyio.create_task_group() as turn:
            turn.start_soon(it.box.call, drawing())
            await virtual_clock.advance(1)
            it.stream.publish(TurnCut(turn=3, reason="a mention"))
            turn.cancel_scope.cancel()
            store.has_room.set()
        await it.heard(ErrandEnded)

        assert (store.came_of, it.broken_off, it.answers) == (["cancelled"], ["fox"], [])


async def test_calls_of_others_and_calls_that_do_not_take_long_are_waited_for(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        read: list[str] = []

        async def call(asked: ToolCall) -> None:
            read.append((await it.box.call(asked)).text)

        async with anyio.create_task_group() as calls:
            calls.start_soon(call, drawing(agent="researcher-1"))
            calls.start_soon(call, ToolCall(id="w", name="wait", turn=3))
            await virtual_clock.advance(100)
            assert read == []
            it.gates["fox"].set()
            it.gates["any"].set()

        assert sorted(read) == ["a fox is drawn", "waited"]
        assert it.answers == []


async def test_a_call_that_outlasts_the_patience_of_its_turn_goes_on_beside_the_show(
    virtual_clock: VirtualClock,
) -> None:
    async with road(virtual_clock) as it:
        it.patience = Patience(waits_s=20, within_s=90)
        said = Sayings()
        async with anyio.create_task_group() as turn:
            turn.start_soon(said.call, it.box, ToolCall(id="1", name="wait"))
            await virtual_clock.advance(19)
            assert (said.heard, it.errands.under_way) == ([], ())
            await virtual_clock.advance(1)
        assert said.heard == [STARTED.format(1)]
        assert (await it.heard(ErrandStarted)).within_s == 90
        it.gates["any"].set()

        assert (await it.heard(ErrandEnded)).text == "waited"


async def test_one_that_cannot_go_on_beside_five_others_is_ended(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        for turn_number, what in enumerate(("fox", "hen", "owl", "cat", "dog")):
            await sent(it, virtual_clock, drawing(what, turn=turn_number))
        it.patience = Patience(waits_s=20, within_s=90)
        said = Sayings()
        async with anyio.create_task_group() as turn:
            turn.start_soon(said.call, it.box, ToolCall(id="1", name="wait"))
            await virtual_clock.advance(20)

        assert said.heard == ["no: 5 long calls are under way already. Let it go until one is done."]
        assert len(it.errands.under_way) == 5


async def test_the_settings_of_a_tool_say_whether_it_takes_long(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        it.rules = {"wait": ToolRule(long=True), "draw": ToolRule(long=False)}
        assert await sent(it, virtual_clock, ToolCall(id="w", name="wait", turn=3)) == STARTED.format(1)

        it.gates["fox"].set()
        assert (await it.box.call(drawing())).text == "a fox is drawn"


async def test_the_same_call_is_not_started_twice(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        await sent(it, virtual_clock, drawing())

        assert (await it.box.call(drawing(turn=9))).text == "It is under way already as number 1; you will be told."
        assert it.begun == ["fox"]


async def test_who_asks_the_same_in_another_channel_is_answered_there(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        await sent(it, virtual_clock, drawing())
        elsewhere = ChatCue(lines=(ChatLine(text="draw a fox", author="bob", channel="discord:8", message="80"),))

        assert await sent(it, virtual_clock, replace(drawing(turn=9), cue=elsewhere)) == STARTED.format(2)


async def test_a_turn_starts_three_and_five_go_on_at_most(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        for what in ("fox", "hen", "cat"):
            await sent(it, virtual_clock, drawing(what))
        with pytest.raises(ToolRefusedError, match="You have started 3 long calls now"):
            await it.box.call(drawing("dog"))
        for what in ("dog", "cow"):
            await sent(it, virtual_clock, drawing(what, turn=4))
        with pytest.raises(ToolRefusedError, match="5 long calls are under way already"):
            await it.box.call(drawing("owl", turn=5))

        it.gates["fox"].set()
        await it.heard(ErrandEnded)
        await virtual_clock.advance(0)
        assert await sent(it, virtual_clock, drawing("owl", turn=6)) == STARTED.format(6)


async def test_a_turn_starts_three_whoever_starts_one_between(virtual_clock: VirtualClock) -> None:
    async with road(virtual_clock) as it:
        for what in ("fox", "hen"):
            await sent(it, virtual_clock, drawing(what))
        await sent(it, virtual_clock, drawing("cow", turn=4))
        await sent(it, virtual_clock, drawing("cat"))

        with pytest.raises(ToolRefusedError, match="You have started 3 long calls now"):
            await it.box.call(drawing("dog"))


async def test_what_was_under_way_at_the_end_is_told_as_lost_and_never_run_again(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    async with road(virtual_clock, tmp_path / "memory.db") as before:
        await sent(before, virtual_clock, drawing())
    for lost in (1, 0):
        async with road(virtual_clock, tmp_path / "memory.db") as it:
            assert (it.begun, len(it.answers), it.errands.under_way) == ([], lost, ())
            if lost:
                assert "Nobody knows whether it was done" in it.answers[0].text
                assert (await it.heard(ErrandEnded)).came == "lost"
                assert find_reply_place(it.answers[0]) == find_reply_place(ASKED)


async def test_numbers_are_never_given_twice(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    for number in (1, 2):
        async with road(virtual_clock, tmp_path / "memory.db") as it:
            assert await sent(it, virtual_clock, drawing()) == STARTED.format(number)


async def test_while_nobody_runs_them_a_call_is_waited_for(clock: SystemClock) -> None:
    async with road(clock, runs=False) as it:
        it.gates["fox"].set()

        assert (await it.box.call(drawing())).text == "a fox is drawn"


async def test_what_comes_of_it_passes_the_guard_before_anybody_but_the_model_reads_it(
    virtual_clock: VirtualClock,
) -> None:
    async with road(virtual_clock) as it:
        it.pictures["fox"] = "it is at fox@example.org" + 30_000 * "!"
        await sent(it, virtual_clock, drawing())
        it.gates["fox"].set()
        ended = await it.heard(ErrandEnded)
        await virtual_clock.advance(0)

        assert "fox@example.org" not in ended.text
        assert len(it.answers[0].text) == 20_000


async def test_a_hundred_that_are_cancelled_at_random_leave_nothing_behind(virtual_clock: VirtualClock) -> None:
    chance = random.Random(7)
    before = len(anyio.get_running_tasks())
    async with road(virtual_clock) as it:
        running = len(anyio.get_running_tasks())
        number = 0
        while len(it.begun) < 100:  # how many are refused is the chance of the database's thread
            number += 1
            async with anyio.create_task_group() as turn:
                turn.start_soon(started_or_refused, it, drawing(f"thing {number}", turn=number))
                await virtual_clock.advance(chance.choice([0.2, 0.8, 1.0, 1.5]))
                turn.cancel_scope.cancel()
            await something_happens(it, number - chance.randrange(4), chance)
        it.stream.publish(Hushed())
        await virtual_clock.advance(0)
        while it.errands.under_way:
            await it.heard(ErrandEnded)
            await virtual_clock.advance(0)

        assert (it.errands.under_way, len(anyio.get_running_tasks())) == ((), running)
        assert len(it.broken_off) + len([cue for cue in it.answers if "is drawn" in cue.text]) == len(it.begun)
    assert len(anyio.get_running_tasks()) == before


async def started_or_refused(it: Road, call: ToolCall) -> None:
    with suppress(ToolRefusedError):
        await it.box.call(call)


async def something_happens(it: Road, turn: int, chance: random.Random) -> None:
    """Have one of the newest done, cut or cancelled."""
    match chance.randrange(4):
        case 0:
            it.gates[f"thing {turn}"].set()
        case 1:
            it.stream.publish(TurnCut(turn=turn, reason="a mention"))
        case 2 if it.errands.under_way:
            await it.errands.cancel(it.errands.under_way[0][0].number)
        case _:
            pass
