"""The understudy: it looks, says prepared lines that fit, and calls only tools that are really there."""

import io

import pytest
from PIL import Image

from performer.clock import VirtualClock
from performer.cues import ChatCue, ChatLine, Cue, OperatorCue, SceneCue, SilenceCue
from performer.models.model import Final, Step, StepRequest, ToolCalls, ToolMessage, UserMessage
from performer.models.picture import look_at
from performer.models.understudy import Understudy
from performer.prompts import prompt_lines
from performer.tools import ToolCall, ToolSpec

EMOTES = ToolSpec(
    name="show_emote",
    description="",
    parameters={"properties": {"name": {"enum": ["wow", "sleepy", "cool", "love", "think", "laugh"]}}},
)


def jpeg(colour: str) -> bytes:
    into = io.BytesIO()
    Image.new("RGB", (960, 540), colour).save(into, "JPEG")
    return into.getvalue()


def request(cue: Cue | None, *pictures: bytes, tools: tuple[ToolSpec, ...] = ()) -> StepRequest:
    return StepRequest(messages=(UserMessage(text="", pictures=pictures),), cue=cue, tools=tools)


async def said(understudy: Understudy, asked: StepRequest) -> tuple[str, Step]:
    heard: list[str] = []
    step = await understudy.step(asked, heard.append)
    return "".join(heard), step


@pytest.mark.anyio
async def test_a_viewer_is_answered_by_name(virtual_clock: VirtualClock) -> None:
    text, _ = await said(Understudy(virtual_clock), request(ChatCue(lines=(ChatLine(text="hi", author="Ann"),))))

    assert "Ann" in text


@pytest.mark.anyio
@pytest.mark.parametrize(("colour", "moment"), [("#101018", "dark"), ("#f4f4f0", "bright"), ("#2040c0", "colour")])
async def test_the_line_fits_the_picture(virtual_clock: VirtualClock, colour: str, moment: str) -> None:
    understudy = Understudy(virtual_clock)
    texts = [(await said(understudy, request(SceneCue(change=9), jpeg(colour))))[0] for _ in range(6)]

    fitting = {line.replace("$colour", "blue").lower() for line in prompt_lines(f"understudy/{moment}")}
    assert {text.lower() for text in texts if text} <= fitting
    assert any(texts)


@pytest.mark.anyio
async def test_no_line_comes_twice_while_there_are_others(virtual_clock: VirtualClock) -> None:
    understudy = Understudy(virtual_clock)
    lines = [(await said(understudy, request(OperatorCue(text="x"))))[0] for _ in range(5)]

    assert len(set(lines)) == 5


@pytest.mark.anyio
async def test_it_calls_only_what_is_offered_with_values_that_exist(virtual_clock: VirtualClock) -> None:
    understudy = Understudy(virtual_clock)
    steps = [
        (await said(understudy, request(SceneCue(change=9), jpeg("black"), tools=(EMOTES,))))[1] for _ in range(30)
    ]
    calls = [call for step in steps if isinstance(step, ToolCalls) for call in step.calls]

    assert {(call.name, call.arguments["name"]) for call in calls} == {("show_emote", "sleepy")}
    without = [(await said(understudy, request(SceneCue(change=9), jpeg("black"))))[1] for _ in range(30)]
    assert all(isinstance(step, Final) for step in without)


@pytest.mark.anyio
async def test_after_a_tools_answer_the_turn_is_over(virtual_clock: VirtualClock) -> None:
    answered = StepRequest(
        messages=(ToolMessage(call=ToolCall(id="1", name="x"), text="ok"),), cue=SilenceCue(idle_s=1)
    )

    assert await said(Understudy(virtual_clock), answered) == ("", Final(text=""))


@pytest.mark.anyio
async def test_the_same_seed_gives_the_same_lines() -> None:
    async def show() -> list[str]:
        understudy = Understudy(VirtualClock(seed=3))
        return [(await said(understudy, request(SceneCue(change=9), jpeg("black"))))[0] for _ in range(8)]

    assert await show() == await show()


@pytest.mark.anyio
async def test_a_question_about_a_picture_is_answered_by_what_can_be_measured(virtual_clock: VirtualClock) -> None:
    text, _ = await said(Understudy(virtual_clock), request(None, jpeg("#100808")))

    assert text == "a dark picture; little is moving"


def test_movement_is_told_from_stillness() -> None:
    first = look_at(jpeg("#304060"))

    assert look_at(jpeg("#304060"), first).mood != "moving"
    assert look_at(jpeg("#a0b0d0"), first).mood == "moving"


@pytest.mark.anyio
async def test_it_shows_a_mood_that_the_mascot_has(virtual_clock: VirtualClock) -> None:
    moods = ToolSpec(
        name="set_mood", description="", parameters={"properties": {"mood": {"enum": ["neutral", "happy", "sad"]}}}
    )
    understudy = Understudy(virtual_clock)
    steps = [(await said(understudy, request(OperatorCue(text="x"), tools=(moods,))))[1] for _ in range(12)]

    calls = [call for step in steps if isinstance(step, ToolCalls) for call in step.calls]
    assert calls
    assert {call.arguments["mood"] for call in calls} == {"happy"}
