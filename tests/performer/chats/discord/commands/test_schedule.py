"""/schedule, and what it says to whom."""

import pytest

from tests.performer.chats.discord.commands.running import (
    MODERATOR,
    OWNER,
    CommandSetup,
)

pytestmark = pytest.mark.anyio


async def test_a_plan_is_shown_back_listed_and_removed(at: CommandSetup) -> None:
    added = await at.use(MODERATOR, "schedule add", when="tomorrow 9:00", what="greet **all**", skip_if_missed=True)
    (plan,) = await at.timetable.plans()
    listing = await at.says(MODERATOR, "schedule list")
    choices = await at.types(MODERATOR, "schedule remove", "plan")
    removed = await at.use(MODERATOR, "schedule remove", plan="1")

    when = "once, Friday 2 January 2026 09:00 (UTC), in 1 d 9 h"
    assert (added.content, added.is_private) == (rf"Plan 1, {when}: greet \*\*all\*\*", False)
    assert (plan.is_own, plan.catches_up, plan.channel, plan.by_id) == (False, False, "discord:300", "6")
    assert listing == rf"**1** {when}, in <#300>, by Mo\_d: greet \*\*all\*\*"
    assert choices == ["1: greet **all**"]
    assert (removed.content, removed.is_private) == (r"Plan 1 is gone: greet \*\*all\*\*", False)
    assert await at.says(MODERATOR, "schedule list") == "Nothing is planned."


async def test_an_owners_plan_is_in_the_streamers_words_and_no_moderator_removes_it(at: CommandSetup) -> None:
    await at.use(OWNER, "schedule add", when="tomorrow 9:00", what="greet")
    (plan,) = await at.timetable.plans()

    assert plan.is_own
    assert (
        await at.says(MODERATOR, "schedule remove", plan="1") == "Only the owners may remove what an owner has planned."
    )
    assert await at.types(MODERATOR, "schedule remove", "plan") == []
    assert await at.says(OWNER, "schedule remove", plan="1") == "Plan 1 is gone: greet"


async def test_moderators_plan_only_so_much_in_a_channel(at: CommandSetup) -> None:
    for _ in range(20):
        await at.use(MODERATOR, "schedule add", when="tomorrow 9:00", what="greet")

    assert "20 things are planned" in await at.says(MODERATOR, "schedule add", when="tomorrow 9:00", what="greet")
    assert (await at.says(OWNER, "schedule add", when="tomorrow 9:00", what="greet")).startswith("Plan 21")


async def test_a_number_that_is_none_is_refused(at: CommandSetup) -> None:
    for name, option in (("schedule remove", "plan"), ("forget", "note")):
        assert (await at.says(OWNER, name, **{option: "²"})).startswith("Expected a")
    assert (await at.says(OWNER, "schedule remove", plan="7")).startswith("There is no plan 7")


async def test_it_is_told_that_no_plan_is_kept_to(at: CommandSetup) -> None:
    await at.set("schedule.enabled", False)

    assert await at.says(OWNER, "schedule list") == (
        "Nothing is planned.\nNothing is brought up now: schedule.enabled is off."
    )
