"""The tool by which the model plans."""

from collections.abc import Iterator
from typing import Any

import pytest

from performer.agent.schedule.tools import make_schedule_tools
from performer.core.cues import AnswerCue, ChatCue, ChatLine, Cue, OperatorCue, ScheduleCue
from performer.core.errors import ToolRefusedError
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.agent.schedule.season import Run, Season, season

pytestmark = pytest.mark.anyio
ANN = ChatCue(lines=(ChatLine(text="remind me", author="ann", author_id="5", channel="discord:7", direct=True),))
STREAMER = OperatorCue(text="remind me", channel="discord:7")


@pytest.fixture
def it() -> Iterator[Season]:
    with season() as season_:
        yield season_


async def called(run: Run, cue: Cue = ANN, may: Any = "fun", **arguments: object) -> str:
    box = Toolbox(make_schedule_tools(run.timetable), [])
    return (await box.call(ToolCall(id="1", name="schedule", arguments=arguments, cue=cue, may=may))).text


async def test_a_viewers_wish_is_planned_in_their_channel_as_a_strangers_words(it: Season) -> None:
    async with it.run() as run:
        answer = await called(run, when="in 10 minutes", text="ann, your tea")
        (plan,) = await run.timetable.plans()
        listed = await called(run, action="list")
        await it.clock.advance(601)

        shown = "once, Thursday 1 January 2026 00:10 (UTC), in 10 min"
        assert answer == f"Planned as number 1: {shown}."
        assert (plan.by_id, plan.by_name, plan.is_own) == ("5", "ann", False)
        assert listed == f"1: {shown}: ann, your tea"
        (cue,) = run.cues
        assert isinstance(cue, ScheduleCue)
        assert (cue.channel, cue.is_own, cue.text) == ("discord:7", False, "ann, your tea")


async def test_in_the_streamers_own_turn_the_words_are_the_streamers(it: Season) -> None:
    async with it.run() as run:
        await called(run, STREAMER, "outside", when="every 5 minutes", text="drink")
        await called(run, STREAMER, when="in 5 minutes", text="a tool's words are among it")

        assert sorted(plan.is_own for plan in await run.timetable.plans()) == [False, True]


@pytest.mark.parametrize("when", ["every 15 minutes", "* * * * *", "0,30 9 * * *", "every 59 minutes"])
async def test_on_a_viewers_word_nothing_comes_often(it: Season, when: str) -> None:
    async with it.run() as run:
        with pytest.raises(ToolRefusedError, match="more often than every 1 h on a viewer's word"):
            await called(run, when=when, text="buy my shirts")
        await called(run, when="every day at 9", text="good morning")


async def test_a_channel_has_room_for_so_many(it: Season) -> None:
    async with it.run(model_plans=2) as run:
        for _ in range(2):
            await called(run, when="in 1 hour", text="x")
        with pytest.raises(ToolRefusedError, match="2 things are planned here already: remove one first"):
            await called(run, when="in 1 hour", text="x")
        await called(run, OperatorCue(text="x"), when="in 1 hour", text="elsewhere")


@pytest.mark.parametrize(
    "cue", [ScheduleCue(text="x"), AnswerCue(tool="t", arguments="{}", text="x", origin=ScheduleCue(text="x"))]
)
async def test_what_was_planned_plans_nothing_more(it: Season, cue: Cue) -> None:
    async with it.run() as run:
        with pytest.raises(ToolRefusedError, match="plans nothing more"):
            await called(run, cue, when="in 1 hour", text="again")


async def test_a_viewer_removes_no_plan_of_the_streamers_or_of_another_channel(it: Season) -> None:
    async with it.run() as run:
        await run.plan("in 1 hour", "own", channel="discord:7")
        await called(run, OperatorCue(text="x"), when="in 1 hour", text="on the stage")
        await called(run, when="in 1 hour", text="here")
        for number in (1, 2, 9):
            with pytest.raises(ToolRefusedError, match=f"there is no plan {number} here that is yours to remove"):
                await called(run, action="remove", number=number)

        assert await called(run, action="remove", number=3) == "Plan 3 is gone."
        assert await called(run, STREAMER, "outside", action="remove", number=1) == "Plan 1 is gone."


async def test_what_is_not_understood_is_told_the_model(it: Season) -> None:
    async with it.run() as run:
        with pytest.raises(ToolRefusedError, match="schedule: The time 'soon' is not understood"):
            await called(run, when="soon", text="x")


async def test_a_model_that_may_plan_nothing_is_not_offered_it(it: Season) -> None:
    async with it.run(model_plans=0) as run:
        assert make_schedule_tools(run.timetable) == []
