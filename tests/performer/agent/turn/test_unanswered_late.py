"""A model that is late, takes too long or finds no words: whoever asked is told so once."""

import anyio
import pytest

from performer.agent.turn.unanswered import LATE_S
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, OperatorCue
from performer.core.errors import ServiceError, ToolFailedError, ToolRefusedError
from performer.core.events.speech import SentenceReady, SentenceWritten
from performer.tools.tool import Tool
from tests.performer.agent.turn.desk import ask, desk, ended, told
from tests.performer.agent.turn.performing import Lines, calls, says, wave
from tests.performer.models.selection.test_lead import GONE

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("usual_s", "late_s"), [(None, LATE_S), (0.5, LATE_S), (4.0, 12.0)])
async def test_a_brain_that_is_late_is_excused_before_it_answers(
    virtual_clock: VirtualClock, usual_s: float | None, late_s: float
) -> None:
    async with desk(virtual_clock, usual_s=usual_s) as at:
        hold = at.house.star.hold = anyio.Event()
        with at.stream.whole("all", SentenceWritten) as reader:
            async with anyio.create_task_group() as group:
                group.start_soon(at.perform, ask(), None, late_s - 0.1)
                await virtual_clock.advance(late_s - 0.1)
                before = [published.event for published in reader.taken()]
                await virtual_clock.advance(0.1)
                late = [published.event for published in reader.taken()]
                hold.set()
            answer = [published.event for published in reader.taken()]

    assert (before, told(late), told(answer)) == ([], ["late"], ["Ta-da!"])


@pytest.mark.parametrize(("begins", "looks"), [("Well, ", 0), ("", 1)])
async def test_only_of_a_model_that_says_nothing_yet_it_is_asked_whether_it_is_there(
    virtual_clock: VirtualClock, begins: str, looks: int
) -> None:
    async with desk(virtual_clock) as at:
        at.house.star.begins, at.house.star.hold = begins, anyio.Event()
        at.house.looked.clear()
        async with anyio.create_task_group() as group:
            group.start_soon(at.perform, ask())
            await virtual_clock.advance(LATE_S)
            looked = len(at.house.looked)
            at.house.star.hold.set()

    assert looked == looks


async def test_a_brain_that_is_as_slow_as_usual_is_not_excused_again(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        told_by_turn = []
        for number in range(2):
            hold = at.house.star.hold = anyio.Event()
            with at.stream.whole("all", SentenceWritten) as reader:
                async with anyio.create_task_group() as group:
                    group.start_soon(at.perform, ask(channel=f"discord:{number}", at_s=number * 5.0), None, 5.0)
                    await virtual_clock.advance(5)
                    hold.set()
                told_by_turn.append(told([published.event for published in reader.taken()]))

    assert told_by_turn == [["late", "Ta-da!"], ["Ta-da!"]]


@pytest.mark.parametrize(
    "asked",
    [
        ask(at_s=6),
        OperatorCue(text="well?", at_s=6),
        ChatCue(lines=(ChatLine(text="lol", channel="discord:1"), *ask(at_s=6).lines)),
    ],
)
@pytest.mark.parametrize(("begins_s", "late_s"), [(7, 9), (9, 9), (20, 20)])
async def test_a_question_that_waited_behind_a_turn_is_late_from_when_it_was_asked(
    virtual_clock: VirtualClock, asked: Cue, begins_s: float, late_s: float
) -> None:
    async with desk(virtual_clock) as at:
        await virtual_clock.advance(begins_s)
        hold = at.house.star.hold = anyio.Event()
        said_s: list[float] = []
        async with anyio.create_task_group() as group:
            with at.stream.whole("all", SentenceReady, SentenceWritten) as reader:
                group.start_soon(at.perform, asked, None, 5.0)
                await virtual_clock.advance(5)
                said_s += [published.t for published in reader.taken()]
            hold.set()

    assert said_s == [late_s]


@pytest.mark.parametrize("asked", [ask(), OperatorCue(text="well?", id="k")])
async def test_who_was_promised_an_answer_is_not_told_at_once_that_it_is_late(
    virtual_clock: VirtualClock, asked: Cue
) -> None:
    async with desk(virtual_clock) as at:
        await at.lose()
        await at.perform(asked)
        at.house.absent = None
        await virtual_clock.advance(20)
        [again] = at.inbox.waiting()
        hold = at.house.star.hold = anyio.Event()
        async with anyio.create_task_group() as group:
            with at.stream.whole("all", SentenceReady, SentenceWritten) as reader:
                group.start_soon(at.perform, again, None, LATE_S - 0.1)
                await virtual_clock.advance(LATE_S - 0.1)
                said = [published.event for published in reader.taken()]
            hold.set()

    assert told(said) == []


@pytest.mark.parametrize("gone", [GONE, None])
async def test_a_slow_brain_whose_server_says_nothing_is_excused_in_time_all_the_same(
    virtual_clock: VirtualClock, gone: ServiceError | None
) -> None:
    async with desk(virtual_clock, usual_s=4.0) as at:
        hold = at.house.star.hold = anyio.Event()
        at.house.absent, at.house.answers = gone, None if gone else hold
        async with anyio.create_task_group() as group:
            with at.stream.whole("all", SentenceWritten) as reader:
                group.start_soon(at.perform, ask(), None, LATE_S)
                await virtual_clock.advance(LATE_S)
                said = [published.event for published in reader.taken()]
            hold.set()

    assert told(said) == ["late"]


async def test_who_was_told_that_the_brain_is_late_is_told_all_the_same_that_it_is_gone(
    virtual_clock: VirtualClock,
) -> None:
    async with desk(virtual_clock) as at:
        hold = at.house.star.hold = anyio.Event()
        await at.perform(ask(), within_s=45)
        hold.set()
        await at.lose()

        assert told(await at.perform(ask())) == ["away"]


async def test_a_brain_that_answers_in_time_is_not_excused(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        at.house.star.hold, at.house.star.begins = anyio.Event(), "Well"
        async with anyio.create_task_group() as group:
            group.start_soon(at.perform, ask(), None, 9.0)
            await virtual_clock.advance(9)
            at.house.star.hold.set()

        assert not at.questions._told_s


async def test_a_turn_that_took_too_long_ends_with_a_word(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        at.house.star.hold = anyio.Event()
        events = await at.perform(ask(), within_s=45)

        assert (told(events), ended(events).reason) == (["late", "lost"], "deadline")
        assert not at.inbox.has_held


@pytest.mark.parametrize("silence", ["", "What a plonk.", "As an AI language model, I can't see that."])
async def test_a_brain_that_finds_no_words_is_asked_at_most_twice_and_then_excused(
    virtual_clock: VirtualClock, silence: str
) -> None:
    model = Lines(says(silence), says(silence))
    async with desk(virtual_clock) as at:
        events = await at.perform(ask(), model)

    assert told(events) == ["nothing"]
    assert len(model.asked) <= 2


async def look() -> str:
    """Look into the zoo."""
    raise ToolFailedError("No such file: '/home/ann/zoo/animals.csv'")


async def refuse() -> str:
    """Do nothing."""
    raise ToolRefusedError("not now")


async def test_a_call_that_was_refused_is_no_answer(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        at.tools = [Tool.of(refuse)]
        refused = await at.perform(ask(), Lines(calls("refuse"), says("")))

    assert told(refused) == ["nothing"]


async def test_a_tool_that_failed_is_told_where_the_model_finds_no_words_for_it(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        at.tools = [Tool.of(look), Tool.of(wave)]
        failed = await at.perform(ask(), Lines(calls("look"), says("")))
        spoken = await at.perform(ask(), Lines(calls("look"), says("The zoo is shut.")))
        worked = await at.perform(ask(), Lines(calls("look"), calls("wave", name="Ann"), says("")))

    assert (told(failed), told(spoken), told(worked)) == (["failed"], ["The zoo is shut."], [])
