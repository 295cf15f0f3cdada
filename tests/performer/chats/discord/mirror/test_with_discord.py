"""The mirror with the real client on a Discord of our own."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from PIL import Image

from performer.chats.discord.bot import errors
from performer.chats.discord.mirror import outbox
from performer.chats.discord.mirror.mirror import DiscordMirror
from performer.core import events
from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.images.store import PictureStore
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from tests.fakes.discord.numbers import Flag
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Channel
from tests.performer.chats.discord.bot.standing import linked
from tests.performer.chats.discord.mirror.mirroring import ended, heard, ready

pytestmark = pytest.mark.anyio


class Place:
    """A server with a stage channel and another, and a show that is mirrored there."""

    def __init__(self, discord: FakeDiscord) -> None:
        guild = discord.guild()
        self.discord = discord
        self.stage, self.other = discord.channel(guild, "stage"), discord.channel(guild, "other")
        self.ann = discord.person("Ann", guild)
        self.stream, self.store = EventStream(SystemClock(seed=7)), PictureStore()

    def asked(self, turn: int, where: Channel) -> str:
        """Begin a turn that answers somebody, and give the number of what she wrote."""
        post = self.discord.say(where, self.ann, "hello?")
        self.stream.publish(events.CueTaken(turn=turn, kind="chat", channel=f"discord:{where.id}", message=post.id))
        return post.id


def has(channel: Channel, count: int, discord: FakeDiscord) -> bool:
    return len(discord.messages(channel)) == count


@asynccontextmanager
async def place(home: Path) -> AsyncIterator[Place]:
    async with FakeDiscord() as discord, linked(discord, home) as (bot, _heard):
        given = Place(discord)
        clock = SystemClock(seed=7)
        runtime = Runtime(clock, given.stream, Guard())
        mirror = DiscordMirror(runtime, bot, stage_channel=given.stage.id, find=given.store.find)
        async with anyio.create_task_group() as tasks:
            await tasks.start(mirror.run)
            yield given
            given.stream.close()


async def test_an_answer_is_a_silent_reply_that_pings_nobody_and_grows(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        asked = given.asked(1, given.other)
        given.stream.publish(events.SentenceWritten(turn=1, text="Hi @everyone <@1> <@&2> discord.gg/x."))
        await given.discord.wait_for(lambda it: it.messages(given.other))
        given.stream.publish(events.SentenceWritten(turn=1, text="Bye."))
        given.stream.publish(ended(1))

    post = given.discord.messages(given.other)[0]
    assert post.reply_to
    assert post.reply_to.id == asked
    assert post.flags & Flag.SUPPRESS_EMBEDS
    assert post.is_silent
    assert (post.allowed_mentions or {})["parse"] == []
    assert not post.mentions
    assert not post.pings_everyone
    first = "Hi @\u200beveryone <\u200b@\u200b1> <\u200b@\u200b&2> discord dot gg/x."
    assert post.texts == [first, f"{first} Bye."]


async def test_calls_pictures_and_lines_stand_on_the_stage(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        picture = io.BytesIO()
        Image.new("RGB", (8, 8), "teal").save(picture, "JPEG")
        digest = given.store.put(picture.getvalue())
        for fact in (
            events.CueTaken(turn=1, kind="scene"),
            events.ToolCalled(turn=1, call="c", tool="show_emote", arguments={"name": "wave"}),
            events.ToolRefused(turn=1, call="c", tool="show_emote", reason="too often"),
            heard(1, "Look at that."),
            events.PictureKept(turn=1, digest=digest, caption="That."),
        ):
            given.stream.publish(fact)

    posts = given.discord.messages(given.stage)
    assert sorted(post.content for post in posts) == ["", "Look at that.", "That."]
    (card,) = next(post.embeds for post in posts if post.embeds)
    assert (card["title"], card["description"]) == (r"show\_emote", "name: wave")
    assert [(field["name"], field["value"]) for field in card["fields"]] == [("Refused", "too often")]
    (upload,) = next(post.uploads for post in posts if post.uploads)
    assert upload.filename == f"{digest}.jpg"


async def test_a_line_waits_until_slow_mode_takes_it(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        given.stage.slow_mode_s = 0.3
        for turn in (1, 2):
            given.stream.publish(events.CueTaken(turn=turn, kind="scene"))
            given.stream.publish(heard(turn, f"Line {turn}."))
            await given.discord.wait_for(partial(has, given.stage, turn))

    assert [post.content for post in given.discord.messages(given.stage)] == ["Line 1.", "Line 2."]
    assert [ask.status for ask in given.discord.asked("POST", "/messages")] == [200, 429, 200]


async def test_a_limit_of_discords_delays_the_mirror_and_not_the_show(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        held = given.discord.hold("POST", f"/channels/{given.stage.id}/messages")
        for turn in range(1, 41):
            given.stream.publish(events.CueTaken(turn=turn, kind="scene"))
            given.stream.publish(heard(turn, f"Line {turn}."))
        given.asked(50, given.other)
        given.stream.publish(ready(50, "Yes."))
        await given.discord.wait_for(lambda it: it.messages(given.other))
        held.release()

    texts = [post.content for post in given.discord.messages(given.stage)]
    assert len(texts) < 20
    assert "\n".join(texts).split("\n") == [f"Line {turn}." for turn in range(1, 41)]


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have what meets trouble be sent again almost at once."""
    monkeypatch.setattr(outbox, "PAUSES_S", (0.01, 0.1))
    monkeypatch.setattr(errors, "BANNED_S", 0.05)


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize(
    "how",
    [
        {"status": 503},
        {"status": 503, "retry_after": 0.02},
        {"status": 520, "is_done": True},
        {"status": 502},
        {"status": 429, "is_cloudflare": True},
        {"hangs_up": True, "is_done": True},
    ],
)
async def test_answers_outlast_what_discord_does_to_them_in_their_order_and_once(
    tmp_path: Path, how: dict[str, Any]
) -> None:
    async with place(tmp_path) as given:
        trouble = given.discord.trouble("POST", "/messages", times=3, **how)
        for turn in (1, 2):
            given.asked(turn, given.other)
            given.stream.publish(ready(turn, f"Answer {turn}."))
            given.stream.publish(ended(turn))
        await given.discord.wait_for(partial(has, given.other, 2))

    assert trouble.came == 3
    assert [post.content for post in given.discord.messages(given.other)] == ["Answer 1.", "Answer 2."]


@pytest.mark.usefixtures("in_a_hurry")
async def test_an_answer_outlasts_a_discord_that_nobody_reaches(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        given.asked(1, given.other)
        await given.discord.stop()
        given.stream.publish(ready(1, "Here I am."))
        given.stream.publish(ended(1))
        await given.discord.start()
        await given.discord.wait_for(partial(has, given.other, 1))
