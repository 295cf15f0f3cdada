"""Discord's tools as a model calls them: through the box and all hooks, over the bot, to a Discord."""

import io
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.permissions import make_discord_hooks, make_elsewhere_rule
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.tools import make_discord_tools
from performer.chats.discord.wire.calls import TOOLS, ChannelMessages
from performer.core.clock import SystemClock
from performer.core.cues import ChatCue, ChatLine, SilenceCue
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.guard.guard import Guard
from performer.tools.hooks.arguments import make_clamp_hook
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.permission import make_confirm_hook
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel, Guild, Person
from tests.performer.chats.discord.bot.standing import linked, settings
from tests.performer.core.images.sandbox.bombs import saved

pytestmark = pytest.mark.anyio


class Asked:
    """A desk where nobody ever decides."""

    def __init__(self) -> None:
        self.calls: list[ToolCall] = []

    async def park(self, call: ToolCall) -> str:
        self.calls.append(call)
        return "It waits."


@dataclass(kw_only=True)
class There:
    discord: FakeDiscord
    guild: Guild
    stage: Channel
    general: Channel
    secret: Channel
    ann: Person
    bot: DiscordBot
    settings: DiscordSettings
    guard: Guard
    stream: EventStream
    asked: Asked = field(default_factory=Asked)

    def box(self, *, asks: bool = True, **more: Any) -> Toolbox:
        """Make the box of a turn; without a person to ask that of an approved call."""
        changed = self.settings.model_copy(update=more)
        hooks = [
            make_guard_hook(self.guard, self.stream),
            *([make_confirm_hook(self.asked.park, make_elsewhere_rule(changed))] if asks else []),
            *make_discord_hooks(SystemClock(seed=3), changed, self.bot),
            make_clamp_hook(),
        ]
        return Toolbox(
            make_discord_tools(self.bot, changed, self.guard, ImageSandbox(SystemClock()), _describe),
            hooks,
            may_ask=asks,
        )

    async def call(self, name: str, at: Channel | None = None, *, box: Toolbox | None = None, **arguments: Any) -> str:
        return (await (box or self.box()).call(self.a_call(name, at, **arguments))).text

    def a_call(self, name: str, at: Channel | None = None, **arguments: Any) -> ToolCall:
        where = f"discord:{(at or self.general).id}"
        cue = ChatCue(lines=(ChatLine(text="do it", channel=where, author_id=self.ann.id),))
        return ToolCall(id="c1", name=f"discord.{name}", arguments=arguments, turn=1, cue=cue)


async def _describe(jpeg: bytes, digest: str) -> str:
    assert jpeg.startswith(b"\xff\xd8")
    assert len(digest) == 64
    return "A red square."


@pytest.fixture
async def there(tmp_path: Path, events: EventStream) -> AsyncIterator[There]:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        stage, general, secret = (discord.channel(guild, name) for name in ("stage", "general", "secret"))
        more: dict[str, Any] = {"stage_channel": stage.id}
        async with linked(discord, tmp_path, **more) as (bot, _):
            yield There(
                discord=discord,
                guild=guild,
                stage=stage,
                general=general,
                secret=secret,
                ann=discord.person("Ann", guild),
                bot=bot,
                settings=settings(discord, **more),
                guard=Guard(words=["plonk"]),
                stream=events,
            )


async def refused(
    there: There, name: str, at: Channel | None = None, *, box: Toolbox | None = None, **more: Any
) -> str:
    with pytest.raises((ToolRefusedError, ToolFailedError)) as no:
        await there.call(name, at, box=box, **more)
    return str(no.value)


async def test_each_tool_has_the_name_of_its_call_and_a_schema_that_any_model_reads(there: There) -> None:
    specs = there.box().specs

    assert [each.name for each in specs] == [tool.method for tool in TOOLS]
    send = next(each for each in specs if each.name == "discord.send")
    assert send.parameters["required"] == ["content"]
    assert set(send.parameters["properties"]) == {"channel_id", "content", "reply_to"}


async def test_the_messages_of_its_own_channel_are_read_without_a_yes(there: There) -> None:
    there.discord.say(there.general, there.ann, "older")
    newest = there.discord.say(there.general, there.ann, "what a jump")

    page = json.loads(await there.call("channel.messages", limit=1))

    (message,) = page["messages"]
    assert (message["message_id"], message["content"]) == (newest.id, "what a jump")
    assert message["author"] == {"id": there.ann.id, "name": "Ann"}
    assert (page["before"], there.asked.calls) == (newest.id, [])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("guilds", {}),
        ("guild.channels", {"guild_id": "guild"}),
        ("channel.info", {"channel_id": "secret"}),
        ("channel.messages", {"channel_id": "stage"}),
        ("search.window", {"query": "x", "guild_id": "guild"}),
        ("search.window", {"query": "x", "scope": "guild"}),
        ("attachment.base64", {"channel_id": "secret", "message_id": "1", "attachment_id": "1"}),
        ("attachment.base64", {"url": "https://cdn.discordapp.com/attachments/1/2/a.png"}),
        ("attachment.base64", {"url": "https://evil.test/"}),
        ("send", {"channel_id": "secret", "content": "psst"}),
    ],
)
async def test_what_leads_out_of_the_turns_channel_waits_for_a_yes(
    there: There, name: str, arguments: dict[str, Any]
) -> None:
    places = {"guild": there.guild.id, "secret": there.secret.id, "stage": there.stage.id}
    numbered: dict[str, Any] = {key: places.get(value, value) for key, value in arguments.items()}

    assert await there.call(name, **numbered) == "It waits."
    assert "needs the owner's yes" in await refused(there, name, box=there.box(asks=False), **numbered)


async def test_a_call_that_a_person_has_approved_is_done(there: There) -> None:
    there.discord.say(there.secret, there.ann, "the key is under the mat")
    approved = there.a_call("channel.messages", channel_id=there.secret.id)

    text = (await there.box(asks=False).call(replace(approved, may="outside"))).text

    assert "under the mat" in text


async def test_it_writes_to_its_own_channel_and_to_the_stages_and_names_nobody(there: There) -> None:
    asks = there.discord.say(there.general, there.ann, "tell all")
    await there.call("send", content="hello @everyone, come to discord.gg/abc", reply_to=asks.id)
    await there.call("send", channel_id=int(there.stage.id), content="hello stage")

    written = there.discord.messages(there.general)[-1]
    assert written.reply_to is asks
    assert "@everyone" not in written.content
    assert "discord.gg" not in written.content
    assert there.discord.messages(there.stage)[-1].content == "hello stage"


async def test_writing_elsewhere_is_asked_about_even_in_the_streamers_own_turn(there: There) -> None:
    call = there.a_call("send", channel_id=there.secret.id, content="hi")

    assert (await there.box().call(replace(call, may="outside"))).text == "It waits."


async def test_a_turn_of_the_stage_is_at_home_in_the_stages_channel(there: There) -> None:
    call = ToolCall(id="1", name="discord.send", arguments={"content": "good night"}, cue=SilenceCue(idle_s=60))

    await there.box().call(call)

    assert there.discord.messages(there.stage)[-1].content == "good night"


async def test_what_it_writes_keeps_its_lines(there: There) -> None:
    await there.call("send", content="for you:\n\n* one\n* two\n```py\n  print(1)\n```")

    assert there.discord.messages(there.general)[-1].content == "for you:\n\n* one\n* two\n```py\n  print(1)\n```"


async def test_blocked_words_are_not_written_and_long_ones_are_not_cut_short(there: There) -> None:
    long = "a fine evening " * 60
    await there.call("send", content=long)

    assert "say something else" in await refused(there, "send", content="you plonk")
    assert "say something else" in await refused(
        there,
        "send",
        content="you plonk",
        box=Toolbox(make_discord_tools(there.bot, there.settings, there.guard, ImageSandbox(SystemClock()))),
    )
    assert there.discord.messages(there.general)[-1].content == long.strip()


async def test_only_so_many_messages_a_minute(there: There) -> None:
    box = there.box(sends_per_min=1)
    await there.call("send", content="one", box=box)

    assert "once a minute" in await refused(there, "send", content="two", box=box)


async def test_what_a_person_has_said_yes_to_is_not_counted(there: There) -> None:
    box = there.box(asks=False, sends_per_min=1)
    elsewhere = replace(there.a_call("send", channel_id=there.secret.id, content="one"), may="outside")
    for _ in range(2):
        await box.call(elsewhere)

    assert [each.content for each in there.discord.messages(there.secret)][-2:] == ["one", "one"]


async def test_tools_that_are_switched_off_are_not_offered(there: There) -> None:
    assert [each.name for each in there.box(reads_per_min=0).specs] == ["discord.send"]


async def test_a_limit_out_of_range_is_clamped_and_the_model_is_told(there: There) -> None:
    for number in range(55):
        there.discord.say(there.general, there.ann, str(number))

    told = await there.call("channel.messages", limit="500")
    found = await there.call("search.window", query="5", limit=0)

    assert told.endswith("limit was brought to 50: it can be 1 to 50.")
    page, _ = json.JSONDecoder().raw_decode(told)
    assert len(page["messages"]) + page["left_out"] == 50
    assert page["before"] == page["messages"][-1]["message_id"]
    assert found.endswith("limit was brought to 1: it can be 1 to 25.")


async def test_direct_messages_are_shut_and_nobody_is_asked_about_them(there: There) -> None:
    box = there.box(asks=False)
    dm = there.discord.dm(there.ann)
    asked: dict[str, dict[str, Any]] = {
        "dm.messages": {"user_id": there.ann.id},
        "search.window": {"query": "x", "user_id": there.ann.id},
        "channel.messages": {"channel_id": dm.id},
    }
    for name, arguments in asked.items():
        call = replace(there.a_call(name, **arguments), may="outside")

        with pytest.raises((ToolRefusedError, ToolFailedError), match=r"[Dd]irect messages are off"):
            await box.call(call)
    with pytest.raises(ToolRefusedError, match="direct messages are off"):
        box.tool(call := there.a_call("dm.messages", user_id=there.ann.id)).check(call)


async def test_denied_channels_and_their_threads_are_shut_also_to_a_yes(there: There) -> None:
    box = there.box(asks=False, denied_channels=(there.secret.id,))
    thread = there.discord.thread(there.secret)
    for channel in (there.secret, thread):
        call = there.a_call("channel.messages", channel_id=channel.id)

        with pytest.raises(ToolRefusedError, match="neither read nor written"):
            await box.call(replace(call, may="outside"))


async def test_a_picture_is_looked_at(there: There) -> None:
    post = there.discord.say(there.general, there.ann, "look", attachments=[saved("PNG")])
    attachment = post.uploads[0]

    seen = json.loads(await there.call("attachment.base64", message_id=post.id, attachment_id=attachment.id))

    assert (seen["shows"], seen["width"], seen["height"]) == ("A red square.", 60, 40)
    assert "base64" not in seen


async def test_a_picture_is_looked_at_closely_when_that_is_asked_for(there: There) -> None:
    post = there.discord.say(
        there.general, there.ann, "look", attachments=[saved("PNG", Image.new("RGB", (1_500, 20)))]
    )
    numbers: dict[str, Any] = {"message_id": post.id, "attachment_id": post.uploads[0].id}
    widths: list[int] = []

    async def describe(jpeg: bytes, _digest: str) -> str:
        widths.append(Image.open(io.BytesIO(jpeg)).width)
        return "A long wall."

    tools = make_discord_tools(there.bot, there.settings, there.guard, ImageSandbox(SystemClock()), describe)
    await there.call("attachment.base64", box=Toolbox(tools), **numbers)
    await there.call("attachment.base64", box=Toolbox(tools), **numbers, is_full_size=True)

    assert widths == [1_024, 1_500]
    assert "is_full_size" in next(
        each.spec.parameters["properties"] for each in tools if "attachment" in each.spec.name
    )


async def test_what_only_claims_to_be_a_picture_is_looked_at_by_nobody(there: There) -> None:
    file = there.discord.file(b"\xff\xd8 broken", filename="a.jpg", content_type="image/jpeg")
    post = there.discord.say(there.general, there.ann, "look", attachments=[file])
    numbers: dict[str, Any] = {"message_id": post.id, "attachment_id": post.uploads[0].id}
    told = json.loads(await there.call("attachment.base64", **numbers, is_full_size=True))

    assert told["shows"].startswith("(nobody can look at it: ")


async def test_a_file_is_looked_at_by_its_address_and_of_a_text_the_beginning_is_read(there: There) -> None:
    text = there.discord.file(b"Buy milk.\n\xff", filename="todo.txt", content_type="text/plain; charset=utf-8")
    there.discord.say(there.general, there.ann, "look", attachments=[text, saved("PNG")])
    page = json.loads(await there.call("channel.messages", limit=1))
    newest = await there.bot.call(ChannelMessages(channel_id=there.general.id, limit=1))
    of_text, of_picture = (each.url for each in newest.messages[0].attachments)

    read = json.loads(await there.call("attachment.base64", url=of_text))
    seen = json.loads(await there.call("attachment.base64", url=of_picture))

    assert "Buy milk." in read["shows"]
    assert seen["shows"] == "A red square."
    assert not {"base64", "url"} & {*read, *seen, *page["messages"][0]["attachments"][0]}
    assert there.asked.calls == []


async def test_wrong_arguments_are_told_by_name(there: There) -> None:
    assert "argument 'around'" in await refused(there, "channel.messages", around="yesterday")
    assert "argument 'content'" in await refused(there, "send", content=" ")
