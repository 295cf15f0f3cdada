"""A step, as the event stream hears of it: when it began, and with what it ended, whatever happened."""

import anyio
import pytest

from performer.agent.turn.settings import TurnSettings
from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue, SceneCue
from performer.core.events.stream import Event
from performer.core.events.turns import StepEnded, StepStarted, ToolCalled, TurnEnded
from performer.models.model import FinalAnswer, OnText, Step, ToolCalls, Usage
from performer.tools.tool import ToolCall
from tests.performer.agent.turn.performing import Lines, Play, breaks, called, calls, perform, says, spoken
from tests.performer.agent.turn.test_spoken_output import NEW, Turns
from tests.performer.agent.turn.test_spoken_output_freshness import Slow, timed

pytestmark = pytest.mark.anyio

USAGE = Usage(mode="soft", prompt_tokens=900, answer_tokens=20, load_s=3.25, read_s=0.5, answer_s=1.75)


def step_ends(events: list[Event]) -> list[StepEnded]:
    return [event for event in events if isinstance(event, StepEnded)]


def counted(on_text: OnText) -> Step:
    on_text("Look here.")
    call = ToolCall(id="c", name="wave", arguments={"name": "Ann"})
    return ToolCalls(calls=(call,), preface="Look here.", usage=USAGE)


async def test_the_end_of_a_step_tells_its_time_its_tokens_and_its_calls(virtual_clock: VirtualClock) -> None:
    turns = Turns(
        virtual_clock, model=Slow(virtual_clock, counted, lambda _: FinalAnswer(text="", usage=USAGE), thinks_s=2)
    )

    events = await timed(turns, OperatorCue(text="wave"))

    assert step_ends(events) == [
        StepEnded(
            turn=2,
            step=1,
            kind="calls",
            after_s=2,
            calls=1,
            prompt_tokens=900,
            answer_tokens=20,
            load_s=3.25,
            read_s=0.5,
            answer_s=1.75,
            mode="soft",
        ),
        StepEnded(
            turn=2,
            step=2,
            kind="silence",
            after_s=2,
            prompt_tokens=900,
            answer_tokens=20,
            load_s=3.25,
            read_s=0.5,
            answer_s=1.75,
            mode="soft",
        ),
    ]
    ended = events[-1]
    assert isinstance(ended, TurnEnded)
    assert (ended.prompt_tokens, ended.answer_tokens) == (1800, 40)


async def test_a_step_whose_model_failed_has_its_end_too(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(calls("wave", name="Ann"), breaks("One.")), OperatorCue(text="x"))

    assert [end.kind for end in step_ends(events)] == ["calls", "failed"]


async def test_a_step_that_came_too_late_has_its_end_too(virtual_clock: VirtualClock) -> None:
    model = Slow(virtual_clock, says(f"{NEW} And"), thinks_s=6.1, writes_s=20)

    events = await timed(Turns(virtual_clock, model=model), SceneCue(change=9))

    assert [(end.kind, end.after_s) for end in step_ends(events)] == [("stale", 6.1)]


async def test_a_step_that_was_cut_has_its_end_too(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, model=Slow(virtual_clock, says("Hi."), thinks_s=9))
    with turns.stream.whole("all", StepStarted, StepEnded) as reader:
        async with anyio.create_task_group() as group:
            group.start_soon(turns.perform, OperatorCue(text="x"))
            await virtual_clock.advance(3)
            group.cancel_scope.cancel()

        ends = [published.event for published in reader.taken() if isinstance(published.event, StepEnded)]

    assert [(end.kind, end.after_s) for end in ends] == [("cut", 3)]


def asks_again() -> list[Play]:
    return [calls("wave", name=f"Ann {number}") for number in range(5)]


async def test_the_last_step_after_calls_asks_for_closing_words_and_offers_no_tool(virtual_clock: VirtualClock) -> None:
    model = Lines(*asks_again(), says("I waved five times."))

    events = await perform(virtual_clock, model, OperatorCue(text="wave"))

    assert spoken(events) == ["I waved five times."]
    assert [bool(asked.tools) for asked in model.asked] == [True] * 5 + [False]
    assert ["Close now" in asked.messages[-1].text for asked in model.asked] == [False] * 5 + [True]


async def test_a_call_in_place_of_closing_words_is_not_made(virtual_clock: VirtualClock) -> None:
    model = Lines(*asks_again(), calls("wave", "I waved five times.", name="Bob"))

    events = await perform(virtual_clock, model, OperatorCue(text="wave"))

    assert spoken(events) == ["I waved five times."]
    assert "Bob" not in repr([event for event in events if isinstance(event, ToolCalled)])


async def test_a_turn_of_a_single_step_may_use_it_for_a_call(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("wave", name="Ann"))

    events = await perform(virtual_clock, model, OperatorCue(text="wave"), settings=TurnSettings(steps=1))

    assert called(events) == ["wave"]
