"""The bot against the fake Discord: it hears, writes, changes and types."""

from pathlib import Path

import pytest

from performer.chats.discord.bot import bot
from performer.chats.discord.wire.calls import CALLS, Edit, Send, Typing, Whoami
from tests.fakes.discord.server import FakeDiscord
from tests.performer.chats.discord.bot.standing import linked

pytestmark = pytest.mark.anyio


def test_no_call_is_forgotten() -> None:
    assert {*bot._FUNCTIONS, Send} == set(CALLS)


async def test_a_line_is_heard_and_answered_as_a_reply(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general = discord.channel(guild)
        ann = discord.person("Ann", guild)
        async with linked(discord, tmp_path) as (link, heard):
            post = discord.say(general, ann, "hello", mention_me=True)
            await heard.until(lambda it: it.texts)
            await link.call(Typing(channel_id=general.id))
            said = await link.call(Send(channel_id=general.id, content="hi @everyone", reply_to=post.id))
            await link.call(Edit(channel_id=general.id, message_id=said.message_id, content="hi there"))
            me = await link.call(Whoami())

    answer = discord.messages(general)[-1]
    assert answer.texts == ["hi @everyone", "hi there"]
    assert answer.reply_to is post
    assert answer.allowed_mentions == {"parse": [], "replied_user": False}
    assert answer.is_silent
    assert me.user_id == discord.me.id
    assert discord.typing
