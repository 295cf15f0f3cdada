"""The doctor and Discord, over a loopback that speaks as Discord does; the token is never shown."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.settings import DiscordSettings
from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.doctor.discord import check_discord
from performer.doctor.report import RunningShow
from performer.memory.database import SqlKeyValueStore, open_database
from tests.fakes.discord.numbers import Kind, Permission
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Guild
from tests.performer.doctor.taking import Taken, examined, taken

pytestmark = pytest.mark.anyio


class Place:
    """A server with a channel, and a home for a performer."""

    def __init__(self, discord: FakeDiscord, folder: Path) -> None:
        self.discord = discord
        self.home = Home(config=folder, data=folder)
        self.guild: Guild = discord.guild("Stream")
        self.stage = discord.channel(self.guild, "stage")

    async def examined(self, *, token: str = "", running: RunningShow | None = None, **settings: Any) -> Taken:
        all_settings = {"enabled": True, "stage_channel": self.stage.id, **self.discord.addresses, **settings}
        environ = {"DISCORD_TOKEN": token or self.discord.token}
        what = examined(home=self.home.data, environ=environ, running=running, discord=all_settings)
        found = await taken(check_discord, what)
        assert self.discord.token not in repr(found.findings)
        assert self.discord.gateway.identifies == []
        return found


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with FakeDiscord() as discord:
        yield Place(discord, tmp_path)


async def test_where_all_is_as_it_should_be_everything_is_all_right(place: Place) -> None:
    place.discord.me.name = "Owl\x1b[2J"

    found = await place.examined(owners=["1"])

    assert found.states == {"token": "ok", "intents": "ok", "servers": "ok", "stage": "ok", "approvers": "ok"}
    assert "'Owl[2J'" in found["token"].found
    assert f"'stage' ({place.stage.id})" in found["stage"].found


async def test_off_nobody_is_asked(place: Place) -> None:
    found = await place.examined(enabled=False)

    assert found.states == {"link": "skipped"}
    assert place.discord.requests == []


async def test_no_token_is_told_with_its_two_places(place: Place) -> None:
    found = await place.examined(token=" ")

    assert found.states == {"token": "failed", "approvers": "ok"}
    assert "neither in DISCORD_TOKEN nor in" in found["token"].found


async def test_the_token_of_the_file_is_taken(place: Place) -> None:
    (place.home.config / "discord.token").write_text(place.discord.token, encoding="utf-8")

    assert (await place.examined(token=" ")).states["token"] == "ok"


@pytest.mark.parametrize("token", ["another.token.of-mine", "two words", "with\nnewline", "ünicode"])
async def test_a_wrong_token_is_refused_and_not_repeated(place: Place, token: str) -> None:
    found = await place.examined(token=token)

    assert found.states == {"token": "failed", "approvers": "ok"}
    assert token not in repr(found.findings)


@pytest.mark.parametrize(("monitored", "state"), [(["1"], "failed"), ([], "warning")])
async def test_a_missing_intent_is_named_with_the_place_to_grant_it(
    place: Place, monitored: list[str], state: str
) -> None:
    place.discord.without_content()

    found = await place.examined(monitored=monitored)

    assert found["intents"].state == state
    assert "discord.com/developers" in found["intents"].remedy


async def test_what_is_set_otherwise_in_the_portal_is_told(place: Place) -> None:
    place.discord.places.is_public = True
    place.discord.places.endpoint_url = "https://example.org/interactions"

    found = await place.examined()

    assert (found["public"].state, found["commands"].state) == ("warning", "failed")


async def test_a_bot_that_is_on_no_server_is_told_how_to_be_invited(place: Place) -> None:
    place.discord.world.drop_guild(place.guild)

    found = await place.examined()

    assert found.states["servers"] == "failed"
    assert f"client_id={place.discord.me.id}&scope=bot+applications.commands&permissions=274878024768" in (
        found["servers"].remedy
    )


@pytest.mark.parametrize(
    ("lacks", "state", "words"),
    [
        (Permission.EMBED_LINKS, "warning", "Embed Links (no cards of tool calls"),
        (Permission.ATTACH_FILES | Permission.READ_HISTORY, "warning", "Attach Files (no pictures); Read Message"),
        (Permission.SEND_MESSAGES, "failed", "Send Messages (it writes nothing there)"),
        (Permission.VIEW_CHANNEL | Permission.EMBED_LINKS, "failed", "lacks View Channel (it neither reads"),
    ],
)
async def test_what_the_bot_may_not_do_is_named_with_what_does_not_work_then(
    place: Place, lacks: Permission, state: str, words: str
) -> None:
    place.guild.roles[0].permissions &= ~lacks

    found = await place.examined()

    assert found["stage"].state == state
    assert words in found["stage"].found


@pytest.mark.parametrize(
    ("path", "how", "words"),
    [
        ("/guilds/", {"status": 403, "code": 50001}, "that server (403)"),
        ("/members/", {"status": 404, "code": 10007}, "the bot as a member there (404)"),
        ("/channels/", {"status": 403, "code": 40333}, "that channel (403)"),
    ],
)
async def test_where_it_does_not_know_what_the_bot_may_do_it_says_so(
    place: Place, path: str, how: dict[str, Any], words: str
) -> None:
    place.discord.trouble("GET", path, **how)

    found = await place.examined()

    assert found["stage"].state == "skipped"
    assert f"not known what the bot may do: Discord does not tell of {words}" in found["stage"].found
    assert "lacks" not in found["stage"].found + found["stage"].remedy


async def test_a_server_that_tells_of_other_roles_is_no_reason_to_name_a_permission(place: Place) -> None:
    place.guild.roles[0].id = "4711"  # a dialect in which nobody holds the role of everybody

    found = await place.examined()

    assert found["stage"].state == "skipped"
    assert "Discord does not tell of one of the bot's roles" in found["stage"].found


async def test_slow_mode_is_told_with_the_permission_that_ends_it_for_the_bot(place: Place) -> None:
    place.stage.slow_mode_s = 30

    stage = (await place.examined())["stage"]
    assert stage.state == "warning"
    assert "lacks Bypass Slowmode (slow mode is on" in stage.found


async def test_each_channel_is_looked_at_as_what_it_is_for(place: Place) -> None:
    hidden = place.discord.channel(place.guild, "secret", is_hidden=True)
    forum = place.discord.channel(place.guild, "ideas", Kind.FORUM)
    muted = place.discord.channel(place.guild, "rules", is_read_only=True)

    found = await place.examined(approvals_channel=hidden.id, monitored=[muted.id, forum.id, "404", place.stage.id])

    monitored = [each for each in found.findings if each.name == "monitored"]
    assert found.states["approvals"] == "failed"
    assert [each.state for each in monitored] == ["failed"] * 3
    assert "'rules'" in monitored[0].found
    assert "is a forum" in monitored[1].found
    assert "there is no channel 404" in monitored[2].found


async def test_a_channel_of_monitor_counts_and_a_denied_one_is_a_contradiction(place: Place, tmp_path: Path) -> None:
    added = place.discord.channel(place.guild, "added")
    async with open_database(SystemClock(), place.home.memory_file) as database:
        await MonitoredChannels(DiscordSettings(), SqlKeyValueStore(database)).add(added.id)

    found = await place.examined(denied_channels=[place.stage.id])

    assert found["stage"].state == "failed"
    assert "denied" in found["stage"].found
    assert "'added'" in found["monitored"].found


async def test_who_may_approve_is_told(place: Place) -> None:
    named = await place.examined(approver_roles=["1", "2"], owners=["3"])
    nobody = await place.examined(stage_channel="")

    assert "1 owner and 2 roles" in named["approvers"].found
    assert nobody["approvers"].state == "warning"


async def test_the_trouble_of_a_show_that_is_on_is_told(place: Place) -> None:
    running = RunningShow(url="", port=1, down={"discord": "Discord was asked too often."}, roles={})

    assert "asked too often" in (await place.examined(running=running))["show"].found


async def test_a_discord_that_cannot_be_reached_is_told(place: Place) -> None:
    await place.discord.stop()

    found = await place.examined()

    assert found.states == {"token": "failed", "approvers": "ok"}
    assert "cannot be reached" in found["token"].found


@pytest.mark.parametrize(("status", "sentence"), [(429, "patience"), (500, "500")])
async def test_what_discord_answers_instead_is_told(place: Place, status: int, sentence: str) -> None:
    place.discord.trouble("GET", "/users/@me", status=status)
    assert sentence in (await place.examined())["token"].found

    place.discord.trouble("GET", "/channels/", status=status)
    with pytest.raises(ServiceError, match=sentence):
        await place.examined()


async def test_an_address_at_which_there_is_no_discord_is_told(place: Place) -> None:
    assert "answers 404" in (await place.examined(api_url=place.discord.cdn_url))["token"].found
