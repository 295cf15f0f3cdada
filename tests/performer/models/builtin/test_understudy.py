"""The understudy: it looks, says prepared lines that fit, and calls only tools that are really there."""

import io
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from PIL import Image, ImageDraw

from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, OperatorCue, SceneCue, ScheduleCue, SilenceCue
from performer.core.prompt_files import load_prompt_lines
from performer.core.untrusted_text import Prompt
from performer.models.builtin.picture_stats import measure_picture
from performer.models.builtin.understudy import Understudy
from performer.models.model import FinalAnswer, Step, StepRequest, ToolCalls, ToolMessage, UserMessage
from performer.tools.tool import ToolCall, ToolSpec

EMOTES = ToolSpec(
    name="show_emote",
    description="",
    parameters={"properties": {"name": {"enum": ["wow", "sleepy", "cool", "love", "think", "laugh"]}}},
)


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A picture with some ground, light and dark, and what may be added to it."""

    ground: str
    ball: float | None = None
    """Where across the picture a white ball is, 0 to 1."""
    stripes: int = 4
    bar: str = ""
    """The colour of a bar at the top."""

    def jpeg(self) -> bytes:
        picture = Image.new("RGB", (960, 540), self.ground)
        draw = ImageDraw.Draw(picture)
        lighter = Image.blend(picture, Image.new("RGB", picture.size, "white"), 0.2).getpixel((0, 0))
        darker = Image.blend(picture, Image.new("RGB", picture.size, "black"), 0.2).getpixel((0, 0))
        width = 960 // (2 * self.stripes)
        for at in range(0, 960, 2 * width):
            draw.rectangle((at, 100, at + width - 1, 440), fill=lighter)
            draw.rectangle((at + width, 100, at + 2 * width - 1, 440), fill=darker)
        if self.ball is not None:
            draw.ellipse((self.ball * 960, 180, self.ball * 960 + 150, 330), fill="white")
        if self.bar:
            draw.rectangle((270, 58, 690, 74), fill=self.bar)
        into = io.BytesIO()
        picture.save(into, "JPEG")
        return into.getvalue()


def jpeg(colour: str) -> bytes:
    into = io.BytesIO()
    Image.new("RGB", (960, 540), colour).save(into, "JPEG")
    return into.getvalue()


def request(cue: Cue | None, *pictures: bytes, tools: tuple[ToolSpec, ...] = ()) -> StepRequest:
    return StepRequest(messages=(UserMessage(text=Prompt(""), pictures=pictures),), cue=cue, tools=tools)


async def said(understudy: Understudy, asked: StepRequest) -> tuple[str, Step]:
    heard: list[str] = []
    step = await understudy.step(asked, heard.append)
    return "".join(heard), step


@pytest.mark.anyio
async def test_a_viewer_is_answered_by_name(virtual_clock: VirtualClock) -> None:
    text, _ = await said(Understudy(virtual_clock), request(ChatCue(lines=(ChatLine(text="hi", author="Ann"),))))

    assert "Ann" in text


@pytest.mark.anyio
async def test_a_strangers_plan_is_brought_up_without_the_strangers_words(virtual_clock: VirtualClock) -> None:
    own, _ = await said(Understudy(virtual_clock), request(ScheduleCue(text="drink some water")))
    theirs, _ = await said(Understudy(virtual_clock), request(ScheduleCue(text="buy my shirts", is_own=False)))

    assert "drink some water" in own
    assert theirs in load_prompt_lines("understudy/planned")


@pytest.mark.anyio
async def test_who_wrote_what_was_masked_is_neither_named_nor_praised(virtual_clock: VirtualClock) -> None:
    line = ChatLine(text="what a ●●●", author="Ann", is_whole=False)

    text, _ = await said(Understudy(virtual_clock), request(ChatCue(lines=(line,))))

    assert text in load_prompt_lines("understudy/marred")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("before", "now", "moment"),
    [
        (None, Stage(ground="#101018"), "dark"),
        (None, Stage(ground="#f4f4f0"), "bright"),
        (None, Stage(ground="#2040c0"), "colour"),
        (None, Stage(ground="#808488"), "calm"),
        (Stage(ground="#808488"), Stage(ground="#808488"), "still"),
        (Stage(ground="#808488"), Stage(ground="#808488", ball=0.75), "side"),
        (Stage(ground="#808488"), Stage(ground="#808488", stripes=8), "moving"),
        (Stage(ground="#808488"), Stage(ground="#909498", stripes=8), "cut"),
        (Stage(ground="#303438"), Stage(ground="#c0c4c8"), "flash"),
        (Stage(ground="#c0c4c8"), Stage(ground="#303438"), "gloom"),
        (Stage(ground="#808488"), Stage(ground="#808488", bar="#ff6f7d"), "bar"),
    ],
)
async def test_the_line_fits_the_picture(
    virtual_clock: VirtualClock, before: Stage | None, now: Stage, moment: str
) -> None:
    fitting = {_filled(line) for line in load_prompt_lines(f"understudy/{moment}")}
    texts = []
    for _ in range(4):
        understudy = Understudy(virtual_clock)
        if before:
            await understudy.step(request(SceneCue(change=9), before.jpeg()), lambda _: None)
        texts.append((await said(understudy, request(SceneCue(change=9), now.jpeg())))[0])

    assert any(texts)
    assert {text.lower() for text in texts if text} <= fitting


def _filled(line: str) -> str:
    colour = "red" if "bar" in line else "blue"
    return line.replace("$colour", colour).replace("$side", "on the right").lower()


@pytest.mark.anyio
async def test_no_line_comes_twice_while_there_are_others(virtual_clock: VirtualClock) -> None:
    understudy = Understudy(virtual_clock)
    lines = [(await said(understudy, request(OperatorCue(text="x"))))[0] for _ in range(100)]

    assert all(len(set(lines[at : at + 20])) == 20 for at in range(80))


@pytest.mark.anyio
async def test_asked_again_after_a_tool_it_says_something_else(virtual_clock: VirtualClock) -> None:
    understudy = Understudy(virtual_clock)
    asked = request(OperatorCue(text="x"))
    first, _ = await said(understudy, asked)
    answer = ToolMessage(call=ToolCall(id="1", name="x"), text=Prompt("ok"))
    again = replace(asked, messages=(*asked.messages, answer, UserMessage(text=Prompt("Something else."))))

    second, _ = await said(understudy, again)

    assert second
    assert second != first


@pytest.mark.anyio
async def test_what_the_streamer_planned_is_brought_up_in_their_words(virtual_clock: VirtualClock) -> None:
    text, _ = await said(Understudy(virtual_clock), request(ScheduleCue(text="the raffle")))

    assert text.endswith(": the raffle")


@pytest.mark.anyio
async def test_who_spoke_to_it_is_answered_before_who_spoke_last(virtual_clock: VirtualClock) -> None:
    lines = (ChatLine(text="@pip hi", author="Ann", direct=True), ChatLine(text="gg", author="Bob"))

    text, _ = await said(Understudy(virtual_clock), request(ChatCue(lines=lines)))

    assert "Ann" in text


@pytest.mark.anyio
@pytest.mark.parametrize(("importance", "has_silence"), [(0.0, True), (1.0, False)])
async def test_it_is_silent_now_and_then_unless_much_happens(
    virtual_clock: VirtualClock, importance: float, has_silence: bool
) -> None:
    understudy = Understudy(virtual_clock)
    picture = Stage(ground="#808488").jpeg()
    cue = SceneCue(change=9, importance=importance)
    texts = [(await said(understudy, request(cue, picture)))[0] for _ in range(40)]

    assert ("" in texts) == has_silence


@pytest.mark.anyio
async def test_what_moves_is_not_remarked_upon_line_after_line(virtual_clock: VirtualClock) -> None:
    aside = {_filled(line) for line in load_prompt_lines("understudy/side")}
    pictures = [Stage(ground="#808488", ball=at).jpeg() for at in (0.72, 0.75)]
    understudy = Understudy(virtual_clock)
    texts = [(await said(understudy, request(SceneCue(change=9), pictures[at % 2])))[0] for at in range(40)]

    are_aside = [text.lower() in aside for text in texts if text]
    assert sum(are_aside) >= 3
    assert all(sum(are_aside[at : at + 4]) <= 1 for at in range(len(are_aside)))


@pytest.mark.anyio
async def test_it_calls_only_what_is_offered_with_values_that_exist(virtual_clock: VirtualClock) -> None:
    understudy = Understudy(virtual_clock)
    steps = [
        (await said(understudy, request(SceneCue(change=9), jpeg("black"), tools=(EMOTES,))))[1] for _ in range(30)
    ]
    calls = [call for step in steps if isinstance(step, ToolCalls) for call in step.calls]

    assert {(call.name, call.arguments["name"]) for call in calls} == {("show_emote", "sleepy")}
    without = [(await said(understudy, request(SceneCue(change=9), jpeg("black"))))[1] for _ in range(30)]
    assert all(isinstance(step, FinalAnswer) for step in without)


@pytest.mark.anyio
async def test_the_very_same_call_is_made_again_after_a_while_only(virtual_clock: VirtualClock) -> None:
    understudy = Understudy(virtual_clock)
    called_s = []
    for _ in range(60):
        _, step = await said(understudy, request(SceneCue(change=9), jpeg("black"), tools=(EMOTES,)))
        called_s += [virtual_clock.now()] if isinstance(step, ToolCalls) else []
        await virtual_clock.advance(5)

    gaps = [later - earlier for earlier, later in pairwise(called_s)]
    assert gaps
    assert min(gaps) >= 45


@pytest.mark.anyio
async def test_after_a_tools_answer_the_turn_is_over(virtual_clock: VirtualClock) -> None:
    answered = StepRequest(
        messages=(ToolMessage(call=ToolCall(id="1", name="x"), text=Prompt("ok")),), cue=SilenceCue(idle_s=1)
    )

    assert await said(Understudy(virtual_clock), answered) == ("", FinalAnswer(text=""))


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
    first = measure_picture(jpeg("#304060"))

    assert "moving" not in measure_picture(jpeg("#304060"), first).moments
    assert "moving" in measure_picture(jpeg("#a0b0d0"), first).moments


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
