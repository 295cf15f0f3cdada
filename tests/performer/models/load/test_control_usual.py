"""What is the usual of a model: which calls teach it, which do not, and for how long it is known."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.untrusted_text import Prompt
from performer.models.load.control import UsualTimes
from performer.models.model import AssistantMessage, StepRequest, ToolMessage, UserMessage
from performer.tools.tool import ToolCall
from tests.performer.models.load.card import Card, Show


@pytest.mark.anyio
async def test_a_picture_that_the_server_has_read_already_teaches_nothing_of_reading(show: Show) -> None:
    def the_same(show: Show) -> StepRequest:
        return StepRequest(messages=(UserMessage(text=Prompt("Well? " * 100), pictures=(b"same",)),))

    await show.ask(1, the_same)
    show.card.known = True
    await show.ask(20, the_same)
    show.card.known = False

    await show.ask(20)

    assert show.steps() == []


@pytest.mark.anyio
async def test_what_stays_slow_for_long_becomes_the_usual(show: Show) -> None:
    await show.ask(20)
    show.card.load = 1.8

    await show.ask(100)
    meanwhile = show.load.interval
    await show.ask(200)

    assert (meanwhile, show.load.interval) == (1.5, 1.0)


@pytest.mark.anyio
async def test_loading_the_model_is_no_slowness(show: Show) -> None:
    await show.ask(20)
    show.card.cold_s = 20.0

    await show.ask(10)

    assert show.steps() == []


@pytest.mark.anyio
async def test_calls_that_fail_late_show_slowness_and_those_that_fail_at_once_nothing(show: Show) -> None:
    await show.ask(20)
    show.card.breaks = True
    show.card.load = 0.01
    await show.ask(10)
    at_once = show.steps()

    show.card.load = 20.0
    await show.ask(3)

    assert (at_once, show.steps()) == ([], [1])


@pytest.mark.anyio
async def test_a_further_step_that_the_server_has_mostly_read_teaches_nothing_of_reading(show: Show) -> None:
    call = ToolCall(id="1", name="wave")
    said, answer = AssistantMessage(text=Prompt(""), calls=(call,)), ToolMessage(call=call, text=Prompt("waved"))

    def goes_on(show: Show) -> StepRequest:
        first = show.about_a_picture()
        return StepRequest(messages=(*first.messages, said, answer))

    await show.ask(20, goes_on)
    await show.ask(20)

    assert show.steps() == []


@pytest.mark.anyio
async def test_questions_of_another_kind_are_learned_though_the_last_of_the_old_kind_was_slow(
    virtual_clock: VirtualClock,
) -> None:
    show = Show(virtual_clock, tells=False)

    def without_a_picture(_show: Show) -> StepRequest:
        return StepRequest(messages=(UserMessage(text=Prompt("Well? " * 400)),))

    show.card.load = 2.0
    await show.ask(20)
    show.card.load = 6.0
    await show.ask(1)
    show.card.load = 2.0
    await show.ask(20, without_a_picture)
    show.card.load = 8.0

    await show.ask(8, without_a_picture)

    assert show.steps()[:1] == [1]


@pytest.mark.anyio
async def test_another_model_begins_anew(show: Show) -> None:
    await show.ask(20)
    show.card.load = 6.0
    await show.ask(3)
    show.steps()

    show.card = Card(show.clock, tells=True)
    show.card.name = "other"
    await show.ask(1)

    assert show.steps() == [0]
    assert show.load.interval == 1.0


@pytest.mark.anyio
async def test_the_same_model_taken_back_is_known_already(show: Show) -> None:
    await show.ask(20)
    first, show.card = show.card, Card(show.clock, tells=True)
    show.card.name = "other"
    await show.ask(1)
    show.card = first
    show.card.load = 4.0

    await show.ask(3)

    assert show.steps() == [1]


def test_the_same_picture_again_and_a_further_step_are_read_already() -> None:
    usual, seen = UsualTimes(), UserMessage(text=Prompt("Well?"), pictures=(b"one",))
    further = ToolMessage(call=ToolCall(id="1", name="wave", arguments={}), text=Prompt("waved"))

    read = [usual.is_read(StepRequest(messages=each)) for each in ((seen,), (seen,), (seen, further))]

    assert read == [False, True, True]
