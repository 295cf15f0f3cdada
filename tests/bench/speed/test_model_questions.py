"""The questions of the model bench: the performer's own, anew each time."""

from pathlib import Path

import pytest

from bench.speed.model_questions import QuestionMaker, begin_with, find_picture_size
from performer.agent.prompt.settings import SceneSettings
from performer.config.config import Config
from performer.core.clock import SystemClock

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))


async def test_a_reaction_to_a_seeing_model_has_a_picture_as_wide_as_is_set(clock: SystemClock) -> None:
    maker = QuestionMaker(clock, Config(scene=SceneSettings(picture_width=480)), sees=True)

    reaction = await maker.make_reaction()

    assert reaction.phase == "react"
    assert find_picture_size(reaction) == (480, 270)


async def test_a_model_that_does_not_see_is_told_of_the_picture(clock: SystemClock) -> None:
    reaction = await QuestionMaker(clock, Config(), sees=False).make_reaction()

    assert find_picture_size(reaction) == (0, 0)
    assert "On screen: " in reaction.messages[-1].text


async def test_a_conversation_offers_tools_and_asks_something_else_each_time(clock: SystemClock) -> None:
    maker = QuestionMaker(clock, Config(), sees=False)

    first, second = await maker.make_conversation(), await maker.make_conversation()

    assert "overlay_text" in {each.name for each in first.tools}
    assert first.messages[-1].text != second.messages[-1].text


async def test_two_reactions_begin_alike_and_end_otherwise(clock: SystemClock) -> None:
    maker = QuestionMaker(clock, Config(), sees=True)

    first, second = await maker.make_reaction(), await maker.make_reaction()

    assert first.messages[:-1] == second.messages[:-1]
    assert first.pictures != second.pictures


async def test_a_mark_stands_before_all_else(clock: SystemClock) -> None:
    reaction = await QuestionMaker(clock, Config(), sees=False).make_reaction()

    marked = begin_with("123.", reaction)

    assert marked.messages[0].text == f"123. {reaction.messages[0].text}"
    assert marked.short[0].text.startswith("123. ")
    assert marked.messages[1:] == reaction.messages[1:]
