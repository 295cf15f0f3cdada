"""The registry of commands: who may use which, that each use is answered, and that Discord is told of the commands."""

from collections.abc import Mapping
from typing import Any

import anyio
import pytest

from performer.chats.discord.hub import DiscordFailed, Trouble
from performer.chats.discord.permissions import Right
from performer.chats.discord.wire.calls import Answer, SyncCommands
from performer.chats.discord.wire.values import LinkChanged
from performer.core.clock import VirtualClock
from performer.core.cues import MOST_PROMPT, MOST_WHEN
from performer.core.errors import ServiceError
from tests.performer.chats.discord.commands.running import HERE, MODERATOR, OWNER, STRANGER, CommandSetup

pytestmark = pytest.mark.anyio

WHO_MAY = {
    "monitor add": Right.MODERATE,
    "monitor remove": Right.MODERATE,
    "monitor list": Right.MODERATE,
    "say": Right.MODERATE,
    "react": Right.MODERATE,
    "hush": Right.MODERATE,
    "pause": Right.MODERATE,
    "resume": Right.MODERATE,
    "mood": Right.MODERATE,
    "schedule add": Right.MODERATE,
    "schedule list": Right.MODERATE,
    "schedule remove": Right.MODERATE,
    "forget": Right.ANYBODY,
    "notes": Right.ANYBODY,
    "model": Right.ANYBODY,
    "status": Right.ANYBODY,
    "persona": Right.ANYBODY,
    "tools": Right.ANYBODY,
}
GIVEN: Mapping[str, Mapping[str, Any]] = {
    "say": {"text": "hello"},
    "mood": {"mood": "happy"},
    "schedule add": {"when": "in 10 minutes", "what": "drink"},
    "schedule remove": {"plan": "1"},
    "forget": {"person": "7"},
}


async def test_discord_takes_as_many_characters_as_a_plan_may_have(at: CommandSetup) -> None:
    at.registry.hear(LinkChanged(is_up=True))
    await at.link.until_asked(SyncCommands)
    (sync,) = at.link.asked_for(SyncCommands)
    (added,) = [each for each in sync.commands if each.name == "schedule add"]

    assert [each.max_length for each in added.options[:2]] == [MOST_WHEN, MOST_PROMPT]


async def test_strangers_are_told_who_may(at: CommandSetup) -> None:
    for name, right in WHO_MAY.items():
        answer = await at.use(STRANGER, name, **GIVEN.get(name, {}))
        assert answer.content.startswith("Only the owners, and those") is (right is Right.MODERATE), name
        assert answer.is_private
        assert "went wrong" not in answer.content


@pytest.mark.parametrize("person", [OWNER, MODERATOR])
async def test_owners_and_moderators_may_all_of_it(at: CommandSetup, person: Any) -> None:
    for name in WHO_MAY:
        text = await at.says(person, name, **GIVEN.get(name, {}))
        assert text, name
        assert not text.startswith("Only"), name
        assert "went wrong" not in text, name


async def test_the_table_names_all_commands(at: CommandSetup) -> None:
    assert {name: each.right for name, each in at.registry._commands.items()} == WHO_MAY


async def test_what_is_wrong_is_said_to_the_person_alone_and_steers_nothing(at: CommandSetup) -> None:
    answer = await at.use(MODERATOR, "schedule add", when="@everyone soon", what="drink")

    assert answer.is_private
    assert answer.content.startswith("There is no time '@\u200beveryone soon'.")


async def test_a_command_that_is_gone_is_answered(at: CommandSetup) -> None:
    assert "no such command any more" in await at.says(OWNER, "dance")
    assert await at.types(OWNER, "dance", "how") == []


async def test_an_operation_that_this_show_has_not_is_named(at: CommandSetup) -> None:
    del at.operations["hush"]

    assert await at.says(OWNER, "hush") == "This show cannot do that: it has no 'hush'."


@pytest.mark.expects_log
async def test_a_command_that_breaks_is_answered_and_the_others_go_on(at: CommandSetup) -> None:
    async def breaks(_arguments: object) -> None:
        raise RuntimeError("a bug")

    at.operations["hush"] = breaks

    assert await at.says(OWNER, "hush") == "That went wrong; it is in the log."
    assert await at.says(OWNER, "react") == "It will look next."


async def test_a_failure_is_told_in_words_without_where_files_lie(at: CommandSetup) -> None:
    async def fails(_arguments: object) -> None:
        raise ServiceError("The voice at '/home/ann/My Voices/amy' is gone, and so is /srv/voices/list.")

    at.operations["hush"] = fails

    assert await at.says(OWNER, "hush") == "The voice at 'amy' is gone, and so is list."


async def test_what_takes_too_long_is_given_up(at: CommandSetup, virtual_clock: VirtualClock) -> None:
    async def hangs(_arguments: object) -> None:
        await anyio.sleep_forever()

    at.operations["hush"] = hangs
    at.tell(OWNER, "command", "hush", where=HERE)
    await virtual_clock.advance(61)
    await at.link.until_asked(Answer)

    assert at.link.asked_for(Answer)[0].content == "That took too long, and was given up."


def hold_status(at: CommandSetup) -> anyio.Event:
    """Have /status wait for what is returned."""
    held, status = anyio.Event(), at.operations["status"]

    async def waits(arguments: Any) -> Any:
        await held.wait()
        return await status(arguments)

    at.operations["status"] = waits
    return held


async def test_a_sixth_command_of_one_person_is_logged_and_told(
    at: CommandSetup, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    held = hold_status(at)
    for _ in range(6):
        at.tell(STRANGER, "command", "status", where=HERE)
    at.tell(STRANGER, "choices", "mood", "mood", where=HERE)
    await at.link.until_asked(Answer)
    await anyio.wait_all_tasks_blocked()
    (told,) = at.link.asked_for(Answer)
    held.set()
    await at.link.until_asked(Answer, 6)

    assert told.content.startswith("Five commands of yours are still being done, so this one was left out.")
    assert told.is_private
    assert "'/status' of person 7 is left out: 5 of theirs are being done, 5 of all." in caplog.text
    assert len([each for each in caplog.messages if "is left out" in each]) == 1


async def test_a_crowd_does_not_keep_a_moderator_from_hush(at: CommandSetup) -> None:
    held = hold_status(at)
    for number in range(200):
        stranger = STRANGER.model_copy(update={"id": str(10_000 + number // 4)})
        at.tell(stranger, "command", "status", where=HERE)
    await anyio.wait_all_tasks_blocked()

    left_out = [answer.content for answer in at.link.asked_for(Answer)]
    assert len(left_out) == 50
    assert all(text.startswith("Too many people use commands right now") for text in left_out)
    assert await at.says(MODERATOR, "hush") == "Silent."
    held.set()
    await at.link.until_asked(Answer, 101)
    await anyio.wait_all_tasks_blocked()
    assert len(at.link.asked_for(Answer)) == 101


async def test_discord_is_told_of_the_commands_when_the_link_is_up_and_again_when_that_failed(
    at: CommandSetup, virtual_clock: VirtualClock
) -> None:
    failures = [
        DiscordFailed("link", "Discord is not there.", "discord.commands.sync"),
        DiscordFailed("discord_error", "Discord has trouble.", "discord.commands.sync", about="moment"),
    ]
    at.link.answers["SyncCommands"] = lambda _call: failures.pop() if failures else True
    at.registry.hear(LinkChanged(is_up=True))
    await at.link.until_asked(SyncCommands)
    await virtual_clock.advance(61)
    await at.link.until_asked(SyncCommands, 2)
    await virtual_clock.advance(61)
    await at.link.until_asked(SyncCommands, 3)
    await virtual_clock.advance(300)

    told = at.link.asked_for(SyncCommands)
    assert len(told) == 3
    assert [each.name for each in told[-1].commands] == list(WHO_MAY)


@pytest.mark.expects_log
@pytest.mark.parametrize("kind", ["denied", "discord_error"])
async def test_commands_that_discord_does_not_want_are_not_pressed_on_it(
    at: CommandSetup, virtual_clock: VirtualClock, kind: Trouble
) -> None:
    at.link.answers["SyncCommands"] = lambda _call: DiscordFailed(kind, "No.", "discord.commands.sync")
    at.registry.hear(LinkChanged(is_up=True))
    await at.link.until_asked(SyncCommands)
    await virtual_clock.advance(300)

    assert len(at.link.asked_for(SyncCommands)) == 1


async def test_an_answer_that_discord_does_not_take_does_no_harm(at: CommandSetup) -> None:
    gone = DiscordFailed("discord_error", "It was 15 minutes ago.", "discord.interaction.answer")
    at.link.answers["Answer"] = lambda _call: gone

    assert await at.says(OWNER, "hush") == "Silent."
    assert await at.says(OWNER, "hush") == "Silent."
