"""What Discord refuses, and what may have been done, in words."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from performer.chats.discord.bot import bot, client
from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.bot.credential import TOKEN_REFUSED
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import (
    Call,
    ChannelMessages,
    Send,
)
from performer.chats.discord.wire.values import LinkChanged
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Guild
from tests.performer.chats.discord.bot.standing import Heard, linked

pytestmark = pytest.mark.anyio


@dataclass(kw_only=True)
class There:
    discord: FakeDiscord
    guild: Guild
    general: Channel
    bot: DiscordBot
    heard: Heard


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[There]:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general = discord.channel(guild)
        async with linked(discord, tmp_path) as (bot, heard):
            yield There(discord=discord, guild=guild, general=general, bot=bot, heard=heard)


async def refused(there: There, call: Call[Any]) -> str:
    with pytest.raises(DiscordFailed) as failed:
        await there.bot.call(call)
    return f"{failed.value.kind}: {failed.value}"


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"status": 403, "code": 50001}, "The bot cannot see what is there in {}: give its role View Channel."),
        (
            {"status": 403, "code": 50013},
            "The bot may not do this in {}: give its role Send Messages and Send Messages in Threads.",
        ),
        ({"status": 404, "code": 10003}, "There is no such channel."),
        (
            {"status": 400, "code": 30046},
            "A message older than an hour can be changed only a few times: send a new one.",
        ),
        (
            {"status": 400, "code": 50035, "message": "Invalid\x1b Form"},
            "Discord does not take it (50035): Invalid  Form.",
        ),
        ({"status": 429, "retry_after": 3600.0}, "Discord takes no more of these for 3600 s: try later."),
        ({"status": 401}, f"{TOKEN_REFUSED}."),
    ],
)
async def test_what_discord_refuses_is_told_with_a_remedy(there: There, how: dict[str, object], told: str) -> None:
    there.discord.trouble("POST", "/messages", **how)
    said = await refused(there, Send(channel_id=there.general.id, content="hello"))

    assert said == f"discord_error: {told.format(there.general.id)}"


async def test_slow_mode_is_told_at_once_with_its_remedy_and_its_seconds(there: There) -> None:
    there.general.slow_mode_s = 60.0
    call = Send(channel_id=there.general.id, content="hello")
    await there.bot.call(call)
    with pytest.raises(DiscordFailed, match=r"slow mode.* its role lacks Bypass Slowmode: ") as slowed:
        await there.bot.call(call)

    first, second = there.discord.asked("POST", "/messages")
    left_s = 60.0 - (second.at_s - first.at_s)  # by the server's own clock, whatever a busy machine took between
    assert str(slowed.value).endswith(f" in {left_s:.0f} s.")
    assert (slowed.value.kind, slowed.value.about) == ("discord_error", "moment")
    assert 50 < slowed.value.again_in_s <= 60
    assert [ask.status for ask in there.discord.asked("POST", "/messages")] == [200, 429]


async def test_words_that_automod_blocks_are_told_with_the_remedy(there: There) -> None:
    there.guild.blocked_words = ("mangrove",)
    with pytest.raises(DiscordFailed, match=r"AutoMod blocked this message\. .*exempt the bot's role") as blocked:
        await there.bot.call(Send(channel_id=there.general.id, content="Mangroves!"))

    assert (blocked.value.kind, blocked.value.about) == ("discord_error", "words")


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have requests be sent again almost at once."""
    monkeypatch.setattr(client, "PAUSES_S", (0.01,) * 4)


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize("status", [500, 502, 503, 520])
async def test_a_request_that_meets_a_server_error_is_sent_again_and_done_once(there: There, status: int) -> None:
    trouble = there.discord.trouble("POST", "/messages", status=status, is_done=True, times=4)
    await there.bot.call(Send(channel_id=there.general.id, content="hello"))

    assert trouble.came == 4
    assert [post.content for post in there.discord.messages(there.general)] == ["hello"]


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize("status", [503, 520])
async def test_a_server_error_that_stays_may_have_been_done(there: There, status: int) -> None:
    there.discord.trouble("", "/messages", status=status, times=10)
    told = await refused(there, Send(channel_id=there.general.id, content="hello"))
    read = await refused(there, ChannelMessages(channel_id=there.general.id))

    assert told == f"unknown_outcome: Discord itself has trouble (HTTP {status}): try later."
    assert read == f"discord_error: Discord itself has trouble (HTTP {status}): try later."


async def test_whoever_has_a_nonce_of_its_own_sends_again_itself(there: There) -> None:
    trouble = there.discord.trouble("POST", "/messages", status=503, retry_after=7.5)
    with pytest.raises(DiscordFailed) as failed:
        await there.bot.call(Send(channel_id=there.general.id, content="hello", nonce="m-1"))

    assert (failed.value.kind, failed.value.about, failed.value.again_in_s) == ("unknown_outcome", "moment", 7.5)
    assert trouble.came == 1


@pytest.mark.expects_log
async def test_after_five_refusals_of_cloudflare_nothing_is_asked_any_more(there: There) -> None:
    there.discord.trouble("POST", "/messages", status=429, is_cloudflare=True, times=100)
    call = Send(channel_id=there.general.id, content="hello")
    told = [await refused(there, call) for _ in range(7)]

    assert set(told[:5]) == {"discord_error: Discord has had too many requests from here: try later."}
    assert "nothing is asked of it for 10 more minutes" in told[6]
    await there.heard.until(lambda it: "nothing is asked of it" in it.reasons[-1])
    assert there.heard.of(LinkChanged)[-1].is_up
    assert len(there.discord.asked("POST", "/messages")) == 5


async def test_a_send_without_an_answer_may_have_been_done_and_reading_may_be_tried_again(
    there: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "WITHIN_S", 0.05)
    there.discord.hold("", "/messages")

    assert (await refused(there, Send(channel_id=there.general.id, content="hm"))).startswith("unknown_outcome: ")
    assert (await refused(there, ChannelMessages(channel_id=there.general.id))).startswith("deadline: ")


async def test_a_send_that_never_had_its_turn_was_certainly_not_done(
    there: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    there.discord.limit(window_s=20.0)
    call = Send(channel_id=there.general.id, content="hm")
    for _ in range(5):
        await there.bot.call(call)
    monkeypatch.setattr(bot, "WITHIN_S", 0.05)

    assert (await refused(there, call)).startswith("deadline: ")
    assert len(there.discord.asked("POST", "/messages")) == 5


async def test_a_send_behind_a_server_error_may_have_been_done(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "WITHIN_S", 0.1)
    there.discord.trouble("POST", "/messages", status=502, is_done=True)

    told = await refused(there, Send(channel_id=there.general.id, content="hm"))
    assert told.startswith("unknown_outcome: ")


async def test_a_send_that_discord_had_wait_was_certainly_not_done(
    there: There, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "WITHIN_S", 0.1)
    there.discord.trouble("POST", "/messages", status=429, retry_after=20.0)

    assert (await refused(there, Send(channel_id=there.general.id, content="hm"))).startswith("deadline: ")
