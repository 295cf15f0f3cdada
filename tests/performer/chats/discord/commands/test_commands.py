"""What each command does, and what it says to whom."""

from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from performer.chats.discord.commands.command import LEFT_OUT, GuardedText, format_list
from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue, SayCue
from performer.core.errors import ServiceError
from performer.core.remembered_conversation import RememberedMessage
from performer.guard.guard import Guard
from tests.performer.chats.discord.commands.running import (
    ABROAD,
    CATEGORY,
    GUARD,
    HERE,
    MODERATOR,
    OTHER,
    OWNER,
    STAGE,
    STRANGER,
    Booth,
    booth,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
async def at(tmp_path: Path, virtual_clock: VirtualClock) -> AsyncIterator[Booth]:
    async with booth(tmp_path, virtual_clock) as each:
        yield each


async def test_a_channel_is_monitored_from_now_on_and_all_who_are_there_are_told(at: Booth) -> None:
    added = await at.use(MODERATOR, "monitor add")
    again = await at.use(MODERATOR, "monitor add")
    elsewhere = await at.use(MODERATOR, "monitor add", where=OTHER)
    listing = await at.says(MODERATOR, "monitor list")
    removed = await at.use(MODERATOR, "monitor remove")

    assert (added.content, added.is_private) == ("From now on I read every line in <#300>.", False)
    assert (again.content, again.is_private) == ("<#300> is monitored already.", True)
    assert elsewhere.content == "From now on I read every line in <#302>."
    assert listing == "I read every line in:\n<#301>, the stage's own\n<#300>\n<#302>"
    assert (removed.content, removed.is_private) == ("I no longer read every line in <#300>.", False)
    assert at.monitored.channels == (OTHER,)


@pytest.mark.parametrize(
    ("channel", "why"),
    [
        (CATEGORY, "Nobody writes in that one"),
        (ABROAD, "That channel is not on this server"),
        ("999", "The channel 999 is in discord"),
        (STAGE, "is the stage's channel"),
    ],
)
async def test_a_channel_that_cannot_be_monitored_is_not(at: Booth, channel: str, why: str) -> None:
    answer = await at.use(OWNER, "monitor add", channel=channel)

    assert why in answer.content
    assert at.monitored.channels == ()


async def test_monitored_channels_are_offered_by_their_names(at: Booth) -> None:
    for channel in (HERE, OTHER, "999"):
        await at.monitored.add(channel)

    assert await at.types(MODERATOR, "monitor remove", "channel") == [
        "#room 300 (300)",
        "#room 302 (302)",
        "a channel (999)",
    ]
    assert await at.types(MODERATOR, "monitor remove", "channel", "302") == ["#room 302 (302)"]
    assert await at.types(STRANGER, "monitor remove", "channel") == []


async def test_orders_reach_the_show(at: Booth) -> None:
    assert await at.says(MODERATOR, "say", text="hello") == "It will be said next."
    assert await at.says(MODERATOR, "react") == "It will look next."
    assert at.it.director._waiting.waiting() == [SayCue(text="hello"), OperatorCue()]
    assert await at.says(MODERATOR, "say", text="badword") == "The guard stops that: your list."


async def test_a_pause_is_told_to_all_with_its_reason_and_taken_back(at: Booth) -> None:
    paused = await at.use(MODERATOR, "pause")
    reasons = list(at.it.turns.pauses.values())
    resumed = await at.use(MODERATOR, "resume")

    assert (paused.content, paused.is_private) == (
        r"Paused: as Mo\_d asked at Discord. It goes on with /resume.",
        False,
    )
    assert reasons == ["as Mo_d asked at Discord"]
    assert (resumed.content, resumed.is_private, at.it.turns.pauses) == ("Resumed.", False, {})


async def test_the_mood_is_one_of_the_mascots_and_holds_at_once(at: Booth) -> None:
    assert await at.says(MODERATOR, "mood", mood="Happy") == "Its resting mood: happy. It holds now."
    wrong = await at.says(MODERATOR, "mood", mood="livid")
    assert "mascot.mood" in wrong
    assert "(config.toml)" in wrong, "where the file lies is the streamer's own affair"
    assert at.moods == ["happy"]
    assert await at.types(MODERATOR, "mood", "mood", "ha") == ["happy"]


async def test_a_plan_is_shown_back_listed_and_removed(at: Booth) -> None:
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


async def test_an_owners_plan_is_in_the_streamers_words_and_no_moderator_removes_it(at: Booth) -> None:
    await at.use(OWNER, "schedule add", when="tomorrow 9:00", what="greet")
    (plan,) = await at.timetable.plans()

    assert plan.is_own
    assert (
        await at.says(MODERATOR, "schedule remove", plan="1") == "Only the owners may remove what an owner has planned."
    )
    assert await at.types(MODERATOR, "schedule remove", "plan") == []
    assert await at.says(OWNER, "schedule remove", plan="1") == "Plan 1 is gone: greet"


async def test_moderators_plan_only_so_much_in_a_channel(at: Booth) -> None:
    for _ in range(20):
        await at.use(MODERATOR, "schedule add", when="tomorrow 9:00", what="greet")

    assert "20 things are planned" in await at.says(MODERATOR, "schedule add", when="tomorrow 9:00", what="greet")
    assert (await at.says(OWNER, "schedule add", when="tomorrow 9:00", what="greet")).startswith("Plan 21")


async def test_a_number_that_is_none_is_refused(at: Booth) -> None:
    for name, option in (("schedule remove", "plan"), ("forget", "note")):
        assert (await at.says(OWNER, name, **{option: "²"})).startswith("Expected a")
    assert (await at.says(OWNER, "schedule remove", plan="7")).startswith("There is no plan 7")


def said(text: str, author: str) -> RememberedMessage:
    return RememberedMessage(role="user", text=text, at=datetime(2026, 1, 1, tzinfo=UTC), author_id=author)


async def test_a_moderator_has_a_channel_forgotten_with_the_stages_what_was_heard_there(at: Booth) -> None:
    for channel in ("discord:300", "discord:301", "stage"):
        at.messages.heard(channel, said("hi", "7"))
    refused = await at.says(STRANGER, "forget")
    here = await at.use(MODERATOR, "forget")
    stage = await at.says(MODERATOR, "forget", where=STAGE)

    assert refused.startswith(
        "Only the owners, and those who hold a moderator role, may have others' memory forgotten."
    )
    assert (here.content, here.is_private) == ("Of this channel, forgotten: 1 message, 0 notes.", False)
    assert stage == "Of this channel, forgotten: 1 message, 0 notes; of the stage, forgotten: 1 message, 0 notes."
    assert await at.messages.counts() == {}


async def test_anybody_has_themselves_forgotten_and_nobody_else(at: Booth) -> None:
    at.messages.heard("discord:300", said("hi", "7"))
    at.messages.heard("discord:300", said("ho", "6"))

    assert (await at.says(STRANGER, "forget", person="6")).startswith("Only the owners")
    own = await at.use(STRANGER, "forget", person="7")
    assert (own.content, own.is_private) == ("Of you, forgotten: 1 message, 0 notes.", True)
    assert await at.says(OWNER, "forget", person="6") == "Of that person, forgotten: 1 message, 0 notes."
    assert (await at.says(OWNER, "forget", person="6", note="1")) == "Give a person or a note, not both."


async def test_everybody_sees_their_own_notes_and_has_them_forgotten(at: Booth) -> None:
    await at.notes.keep("likes *owls*", "discord:302", "7", "Mallory")
    await at.notes.keep("plays on Fridays", "discord:300")
    await at.notes.keep("hums", "discord:300", "8", "Ben")

    assert await at.says(STRANGER, "notes") == "**1** likes \\*owls\\*\nTo have one forgotten: /forget note"
    assert await at.says(MODERATOR, "notes") == (
        "**3** of Ben: hums\n**2** plays on Fridays\nTo have one forgotten: /forget note"
    )
    assert await at.types(STRANGER, "forget", "note") == ["1: likes *owls*"]
    assert (await at.says(STRANGER, "forget", note="2")).startswith("There is no note 2 that you may")
    assert (await at.says(MODERATOR, "forget", note="1")).startswith("There is no note 1 that you may")
    assert await at.says(STRANGER, "forget", note="1") == "Note 1 is forgotten."
    assert await at.says(MODERATOR, "forget", note="3") == "Note 3 is forgotten."
    assert await at.says(OWNER, "forget", note="2") == "Note 2 is forgotten."
    assert await at.says(OWNER, "notes") == "There is no note."


async def test_the_status_tells_moderators_more_than_strangers_and_nobody_an_address(at: Booth) -> None:
    await at.it.director.pause(reason="a break")

    assert await at.says(STRANGER, "status") == "Paused: a break"
    owners = await at.says(OWNER, "status")
    assert owners.splitlines()[0] == "Paused: a break"
    assert "**brain** qwen3-vl:8b" in owners
    assert "token" not in owners


async def test_it_tells_which_model_leads_and_not_where(at: Booth) -> None:
    assert await at.says(STRANGER, "model") == "It is led by qwen3-vl:8b."
    assert await at.says(MODERATOR, "model", name="gemma3") == "Only the owners may name another model."


async def test_an_owner_names_a_model_for_the_next_start_and_never_an_address(at: Booth, tmp_path: Path) -> None:
    answer = await at.says(OWNER, "model", name="gemma3:4b")

    assert answer == "gemma3:4b is to lead. It holds from the next start on."
    assert 'name = "gemma3:4b"' in (tmp_path / "config.toml").read_text()
    for odd in ("gemma@http://evil.example", "http://evil.example/x", "-x", "a b"):
        assert "no address" in await at.says(OWNER, "model", name=odd)


@pytest.mark.parametrize(
    ("spec", "told", "written"),
    [
        ("ollama:old:7b", "new:4b is to lead.", 'spec = "ollama:new:4b"'),
        ("ollama:old@http://pc2:11434", "new:4b is to lead.", 'spec = "ollama:new:4b@http://pc2:11434"'),
        ("openai:old@http://pc2:8000/v1", "new:4b is to lead.", 'spec = "openai:new:4b@http://pc2:8000/v1"'),
        ("understudy", "Which model leads is set by model.spec", 'spec = "understudy"'),
    ],
)
async def test_another_model_is_of_the_same_server(
    at: Booth, tmp_path: Path, spec: str, told: str, written: str
) -> None:
    await at.set("model.spec", spec)

    assert (await at.says(OWNER, "model", name="new:4b")).startswith(told)
    assert written in (tmp_path / "config.toml").read_text()


async def test_a_model_that_is_not_there_is_not_taken_and_the_near_miss_is_said(at: Booth, tmp_path: Path) -> None:
    answer = await at.says(OWNER, "model", name="gema3:4b")

    assert answer == "Its server has no model 'gema3:4b', so nothing is changed. Did you mean 'gemma3:4b'?"
    assert not (tmp_path / "config.toml").exists()
    assert (await at.says(OWNER, "model", name="plain")).startswith("plain is to lead.")


async def test_a_model_that_cannot_be_looked_up_is_taken_where_there_is_no_list_alone(
    at: Booth, tmp_path: Path
) -> None:
    async def gone(_arguments: Mapping[str, Any]) -> None:
        raise ServiceError("Ollama at http://192.168.7.9:11434 is gone.")

    at.operations["models.list"], before = gone, at.operations["models.list"]
    answer = await at.says(OWNER, "model", name="gemma3:4b")
    assert "nothing is changed" in answer
    assert "192.168" not in answer
    assert not (tmp_path / "config.toml").exists()

    at.operations["models.list"], at.models = before, None
    assert (await at.says(OWNER, "model", name="any")).endswith("whether it is there shows at the next start.")


async def test_owners_are_offered_the_models_of_the_server(at: Booth) -> None:
    assert await at.types(OWNER, "model", "name", "4b") == ["gemma3:4b", "new:4b"]
    assert await at.types(STRANGER, "model", "name", "4b") == []


async def test_of_several_models_none_is_named_from_here(at: Booth) -> None:
    await at.set("models", [{"spec": "ollama:a"}])

    assert "set by models in config" in await at.says(OWNER, "model", name="new:4b")


async def test_it_is_told_that_no_plan_is_kept_to(at: Booth) -> None:
    await at.set("schedule.enabled", False)

    assert await at.says(OWNER, "schedule list") == (
        "Nothing is planned.\nNothing is brought up now: schedule.enabled is off."
    )


async def test_the_tools_are_told_with_who_must_be_asked(at: Booth) -> None:
    told = (await at.says(STRANGER, "tools")).splitlines()

    assert told == [
        r"**show\_emote** Show an emote",
        "**send\\_post** Send \\`posts\\` to @\u200beveryone (asks first)",
        "**swear** (left out)",
    ]


def test_an_answer_passes_the_guard_line_by_line_and_keeps_what_makes_it_harmless() -> None:
    text = "<#300> @\u200beveryone\nbadword here\nask a@example.com"

    assert GuardedText(GUARD).pass_guard(text) == f"<#300> @\u200beveryone\n{LEFT_OUT}\nask ●●●"


def test_what_is_split_over_two_lines_is_found() -> None:
    assert GuardedText(Guard(words=["kick the owl"])).pass_guard("we kick\nthe owl") == f"we kick\n{LEFT_OUT}"


def test_a_long_list_says_how_many_more_there_are() -> None:
    lines = format_list([f"line {number:03}" for number in range(500)])

    assert len(lines) < 1850
    assert lines.endswith(" more")
