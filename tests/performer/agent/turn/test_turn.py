"""A turn, from the cue to its end, with a scripted model and real tools, guard and scene."""

import anyio
import pytest

from performer.agent.turn.settings import TurnSettings
from performer.core.clock import VirtualClock
from performer.core.cues import AnswerCue, ChatCue, ChatLine, Cue, OperatorCue, SceneCue, SilenceCue
from performer.core.events.stream import Event
from performer.core.events.turns import TurnEnded
from performer.models.model import AssistantMessage, FinalAnswer, OnText, Step, StepRequest, ToolMessage, UserMessage
from performer.tools.tool import Tool
from tests.performer.agent.turn.performing import (
    Lines,
    breaks,
    called,
    calls,
    kinds,
    perform,
    reason,
    says,
    spoken,
    wave,
)

ASKED = OperatorCue(text="Well?")


@pytest.mark.anyio
async def test_text_becomes_sentences_of_the_turn(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(says("Nice jump. ", "Bad land", "ing.")), ASKED)

    assert spoken(events) == ["Nice jump.", "Bad landing."]
    assert kinds(events) == ["StepStarted", "FirstText", "SentenceReady", "SentenceReady", "StepEnded", "TurnEnded"]
    assert {event.turn for event in events} == {7}


@pytest.mark.anyio
async def test_a_tool_runs_after_the_preface_and_its_answer_goes_to_the_next_step(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("wave", "Look here.", name="Ann"), says("Done."))

    events = await perform(virtual_clock, model, OperatorCue(text="wave"))

    assert kinds(events) == [
        "StepStarted",
        "FirstText",
        "SentenceReady",
        "StepEnded",
        "ToolCalled",
        "ToolReturned",
        "StepStarted",
        "FirstText",
        "SentenceReady",
        "StepEnded",
        "TurnEnded",
    ]
    *_, said, answer = model.asked[1].messages
    assert isinstance(said, AssistantMessage)
    assert isinstance(answer, ToolMessage)
    assert (said.text, answer.text) == ("Look here.", "«k7f3 waved at Ann k7f3»")


@pytest.mark.anyio
async def test_once_all_its_sentences_are_said_one_more_tells_what_a_call_came_to(virtual_clock: VirtualClock) -> None:
    model = Lines(
        calls("wave", "Look here. And there.", name="Ann"), calls("wave", "She waves back. Again!", name="Bob")
    )

    events = await perform(virtual_clock, model, ASKED, settings=TurnSettings(sentences=2))

    assert spoken(events) == ["Look here.", "And there.", "She waves back."]
    assert called(events) == ["wave"]
    assert model.asked[1].tools == ()
    assert reason(events) == ("final", 2)


@pytest.mark.anyio
async def test_of_a_comment_no_further_step_is_asked_then(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("wave", "Look here.", name="Ann"))

    events = await perform(virtual_clock, model, SceneCue(change=9))

    assert spoken(events) == ["Look here."]
    assert reason(events) == ("final", 1)


@pytest.mark.anyio
async def test_a_turn_is_offered_what_there_is_at_its_beginning_until_it_ends(virtual_clock: VirtualClock) -> None:
    names = ["ann"]
    model = Lines(calls("wave", name="ann"), says("Done."), says("Again."))

    def tools() -> list[Tool]:
        now = [Tool.of(wave, choices={"name": list(names)})]
        names.append("bob")
        return now

    for _ in range(2):
        await perform(virtual_clock, model, OperatorCue(text="wave"), tools=tools)

    offered = [asked.tools[0].parameters["properties"]["name"]["enum"] for asked in model.asked]
    assert offered == [["ann"], ["ann"], ["ann", "bob"]]


@pytest.mark.anyio
async def test_a_refusal_is_read_by_the_model_and_the_turn_goes_on(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("dance"), says("Then not."))

    events = await perform(virtual_clock, model, OperatorCue(text="dance"))

    answer = model.asked[1].messages[-1]
    assert isinstance(answer, ToolMessage)
    assert answer.text == "«k7f3 There is no tool 'dance'. Do without it. k7f3»"
    assert spoken(events) == ["Then not."]


@pytest.mark.anyio
async def test_when_the_model_breaks_off_finished_sentences_stay_and_the_rest_is_dropped(
    virtual_clock: VirtualClock,
) -> None:
    events = await perform(virtual_clock, Lines(breaks("One. Two. Thr")), ASKED)

    assert spoken(events) == ["One.", "Two."]
    ended = events[-1]
    assert isinstance(ended, TurnEnded)
    assert ended.reason == "model failed: the model is gone"


@pytest.mark.anyio
async def test_half_a_sentence_of_an_answer_that_was_cut_off_is_not_said(virtual_clock: VirtualClock) -> None:
    def cut_off(on_text: OnText) -> Step:
        on_text("One. And then the brid")
        return FinalAnswer(text="One. And then the brid", cut=True)

    events = await perform(virtual_clock, Lines(cut_off), SceneCue(change=9))

    assert spoken(events) == ["One."]


@pytest.mark.anyio
async def test_a_model_that_only_calls_tools_ends_at_the_step_limit(virtual_clock: VirtualClock) -> None:
    model = Lines(*[calls("wave", name=f"Ann {number}") for number in range(9)])

    events = await perform(virtual_clock, model, ASKED)

    ended = events[-1]
    assert isinstance(ended, TurnEnded)
    assert (ended.reason, ended.steps) == ("steps", 6)


@pytest.mark.anyio
async def test_a_turn_that_takes_too_long_is_ended_and_said(virtual_clock: VirtualClock) -> None:
    class Slow(Lines):
        async def step(self, request: StepRequest, on_text: OnText) -> Step:
            await virtual_clock.sleep(100)
            return FinalAnswer(text="")

    heard: list[Event] = []

    async def run() -> None:
        heard.extend(await perform(virtual_clock, Slow(), SceneCue(change=9)))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(run)
        await virtual_clock.advance(50)

    ended = heard[-1]
    assert isinstance(ended, TurnEnded)
    assert (ended.reason, ended.took_s) == ("deadline", 45)


@pytest.mark.anyio
@pytest.mark.parametrize("cue", [SceneCue(change=9), SilenceCue(idle_s=60)])
async def test_with_nothing_to_see_the_model_is_not_asked_for_a_comment(virtual_clock: VirtualClock, cue: Cue) -> None:
    model = Lines(says("There is no picture."))

    events = await perform(virtual_clock, model, cue, sees_nothing=True)

    assert (kinds(events), model.asked) == (["TurnEnded"], [])
    ended = events[-1]
    assert isinstance(ended, TurnEnded)
    assert (ended.reason, ended.steps) == ("nothing to see", 0)


@pytest.mark.anyio
async def test_a_seeing_model_gets_the_picture_a_blind_one_gets_words(virtual_clock: VirtualClock) -> None:
    seeing, blind = Lines(says("Hm.")), Lines(says("Hm."), sees=False)

    await perform(virtual_clock, seeing, ASKED)
    await perform(virtual_clock, blind, ASKED)

    for_seeing, for_blind = seeing.asked[0].messages[1], blind.asked[0].messages[1]
    assert isinstance(for_seeing, UserMessage)
    assert isinstance(for_blind, UserMessage)
    assert for_seeing.pictures == (b"jpeg",)
    assert for_blind.pictures == ()
    assert "a castle" in for_blind.text


@pytest.mark.anyio
async def test_an_answer_to_a_channel_off_the_stage_is_written_and_not_spoken(virtual_clock: VirtualClock) -> None:
    cue = ChatCue(lines=(ChatLine(text="hi", channel="discord:1", direct=True),))

    events = await perform(virtual_clock, Lines(says("Hello. You too.")), cue)

    assert kinds(events)[2:4] == ["SentenceWritten", "SentenceWritten"]
    assert spoken(events) == []
    assert isinstance(events[-1], TurnEnded)
    assert events[-1].sentences == 2


@pytest.mark.anyio
async def test_what_a_parked_call_came_to_is_answered_where_it_was_asked(virtual_clock: VirtualClock) -> None:
    origin = ChatCue(lines=(ChatLine(text="hi", channel="discord:1", direct=True),))
    model = Lines(says("It is there."))

    events = await perform(
        virtual_clock, model, AnswerCue(tool="post", arguments="{}", text="done\n«k7f3", origin=origin)
    )

    assert "«k7f3 done" in model.asked[0].messages[-1].text
    assert "SentenceWritten" in kinds(events)


@pytest.mark.anyio
async def test_an_answer_that_is_only_written_may_be_longer(virtual_clock: VirtualClock) -> None:
    cue = ChatCue(lines=(ChatLine(text="hi", channel="discord:1", direct=True),))
    told = " ".join(
        f"Owl number {number} sleeps on branch {number}." for number in "one two three four five six".split()
    )

    events = await perform(
        virtual_clock, Lines(says(told)), cue, settings=TurnSettings(sentences=2, written_sentences=4)
    )

    assert kinds(events).count("SentenceWritten") == 4
