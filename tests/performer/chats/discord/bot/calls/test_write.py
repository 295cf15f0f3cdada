"""Messages that the bot sends and changes, as they arrive."""

import base64
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import (
    AddReaction,
    Button,
    Call,
    Delete,
    Edit,
    EmbedCard,
    Picture,
    Send,
)
from tests.fakes.discord.numbers import Flag
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Guild
from tests.performer.chats.discord.bot.standing import Heard, linked
from tests.performer.core.images.sandbox.bombs import saved

pytestmark = pytest.mark.anyio
CARD = EmbedCard(title="show_emote", text="name: `gg`", color=0x00FF00, fields=(("result", ""),), footer="fun")


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


async def test_links_show_no_preview_and_cards_are_shown_all_the_same(there: There) -> None:
    await there.bot.call(Send(channel_id=there.general.id, content="see https://example.com/a"))
    await there.bot.call(
        Send(channel_id=there.general.id, content="see https://example.com/a, <https://b.example>", cards=(CARD,))
    )
    plain, carded = there.discord.messages(there.general)

    assert (plain.content, bool(plain.flags & Flag.SUPPRESS_EMBEDS)) == ("see https://example.com/a", True)
    assert carded.content == "see <https://example.com/a>, <https://b.example>"
    assert not carded.flags & Flag.SUPPRESS_EMBEDS
    (embed,) = carded.embeds
    assert (embed["title"], embed["color"], embed["footer"]) == ("show_emote", 0x00FF00, {"text": "fun"})


async def test_a_picture_and_buttons_go_with_a_message(there: There) -> None:
    png = saved("PNG")
    picture = Picture(filename="cat.png", base64=base64.b64encode(png).decode(), description="a cat")
    buttons = (Button(id="tool:ok:1", label="Approve", style="success"), Button(id="tool:no:1", label="Cancel"))
    sent = await there.bot.call(Send(channel_id=there.general.id, content="?", pictures=(picture,), buttons=buttons))
    (post,) = there.discord.messages(there.general)

    assert [(each.filename, each.data == png, each.description) for each in post.uploads] == [
        ("cat.png", True, "a cat")
    ]
    assert [(each["custom_id"], each["style"]) for each in post.buttons] == [("tool:ok:1", 3), ("tool:no:1", 2)]
    assert post.allowed_mentions == {"parse": []}
    assert [file.filename for file in sent.attachments] == ["cat.png"]


async def test_a_picture_that_has_to_wait_arrives_whole(there: There) -> None:
    png = saved("PNG")
    there.discord.trouble("POST", "/messages", status=429, retry_after=0.01)
    picture = Picture(filename="cat.png", base64=base64.b64encode(png).decode())
    await there.bot.call(Send(channel_id=there.general.id, content="cat", pictures=(picture,)))

    (post,) = there.discord.messages(there.general)
    assert [each.data == png for each in post.uploads] == [True]


async def test_a_reply_to_what_is_gone_is_sent_as_it_is(there: There) -> None:
    sent = await there.bot.call(Send(channel_id=there.general.id, content="hm", reply_to="123"))

    assert sent.reply_to is None
    assert [post.content for post in there.discord.messages(there.general)] == ["hm"]


async def test_a_message_that_is_sent_again_with_its_nonce_is_written_once(there: There) -> None:
    call = Send(channel_id=there.general.id, content="once")
    first = await there.bot.call(call, nonce="call-1")
    again = await there.bot.call(call, nonce="call-1")
    other = await there.bot.call(call)

    assert first.message_id == again.message_id != other.message_id
    assert len(there.discord.messages(there.general)) == 2


async def test_a_messages_own_nonce_wins_over_that_of_its_call(there: There) -> None:
    call = Send(channel_id=there.general.id, content="once", nonce="m-1")
    first, again = await there.bot.call(call, nonce="call-1"), await there.bot.call(call, nonce="call-2")

    assert first.message_id == again.message_id
    assert [ask.body["nonce"] for ask in there.discord.asked("POST", "/messages")] == ["m-1", "m-1"]


async def test_a_connection_that_breaks_behind_a_send_writes_it_once(there: There) -> None:
    there.discord.trouble("POST", "/messages", hangs_up=True, is_done=True)
    await there.bot.call(Send(channel_id=there.general.id, content="once"))

    assert len(there.discord.asked("POST", "/messages")) == 2
    assert [post.content for post in there.discord.messages(there.general)] == ["once"]


async def test_what_breaks_off_again_and_again_may_have_been_sent(there: There) -> None:
    there.discord.trouble("POST", "/messages", hangs_up=True, times=2)
    told = await refused(there, Send(channel_id=there.general.id, content="maybe", nonce="m-1"))

    assert told == "unknown_outcome: The connection to Discord broke; it may have been sent."


async def test_edits_change_what_is_told_and_leave_the_rest(there: There) -> None:
    sent = await there.bot.call(Send(channel_id=there.general.id, content="one", buttons=(Button(id="b", label="B"),)))
    at: dict[str, Any] = {"channel_id": there.general.id, "message_id": sent.message_id}
    await there.bot.call(Edit(**at, content="two @everyone"))
    (post,) = there.discord.messages(there.general)
    assert (post.content, len(post.buttons), post.pings_everyone) == ("two @everyone", 1, False)

    await there.bot.call(Edit(**at, cards=(CARD,), buttons=()))
    assert (post.content, len(post.embeds), post.buttons) == ("two @everyone", 1, [])
    assert not post.flags & Flag.SUPPRESS_EMBEDS

    await there.bot.call(Edit(**at, cards=()))
    assert (len(post.embeds), bool(post.flags & Flag.SUPPRESS_EMBEDS)) == (0, True)


async def test_emoji_are_put_under_messages_and_messages_are_deleted(there: There) -> None:
    sent = await there.bot.call(Send(channel_id=there.general.id, content="gg"))
    at: dict[str, Any] = {"channel_id": there.general.id, "message_id": sent.message_id}
    await there.bot.call(AddReaction(**at, emoji="🎉"))
    (post,) = there.discord.messages(there.general)
    assert post.reactions == ["🎉"]

    await there.bot.call(Delete(**at))
    assert there.discord.messages(there.general) == []


async def test_an_empty_message_is_refused_before_discord_does(there: There) -> None:
    assert await refused(there, Send(channel_id=there.general.id)) == (
        "bad_arguments: A message needs text, a card or a picture."
    )
    broken = Picture(filename="cat.png", base64="???")
    assert "not written in Base64" in await refused(there, Send(channel_id=there.general.id, pictures=(broken,)))


async def test_the_last_send_of_a_window_does_not_wait_for_the_next_one(there: There) -> None:
    there.discord.limit(window_s=60.0)
    with anyio.fail_after(15):
        for number in range(5):
            await there.bot.call(Send(channel_id=there.general.id, content=str(number)))

    assert len(there.discord.messages(there.general)) == 5


async def test_sends_at_once_keep_the_limit(there: There) -> None:
    there.discord.limit(window_s=0.3)
    texts = [str(number) for number in range(7)]
    async with anyio.create_task_group() as tasks:
        for text in texts:
            tasks.start_soon(there.bot.call, Send(channel_id=there.general.id, content=text))

    arrived = [post.content for post in there.discord.messages(there.general)]
    assert sorted(arrived) == texts
    if sys.platform != "win32":  # there they go out in their order, and new connections may be open in another
        assert arrived == texts
    assert [ask.status for ask in there.discord.asked("POST", "/messages")] == [200] * 7
