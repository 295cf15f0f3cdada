"""Chat in with the real client on a Discord of our own: what people do there arrives as what it is."""

import io
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest
from PIL import Image

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.chat.chat import DiscordChat
from performer.chats.discord.chat.lines import LinePictures
from performer.chats.discord.hub import DiscordHub
from performer.chats.discord.permissions import People
from performer.core.clock import SystemClock, VirtualClock
from performer.core.cues import ChatCue, ChatLine
from performer.core.events.speech import SentenceWritten
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueTaken
from performer.core.files.atomic import write_atomically
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.values import Person
from tests.performer.chats.discord.bot.standing import HURRY, MemoryKeeps, settings
from tests.performer.chats.discord.given import LittleMemory

pytestmark = pytest.mark.anyio

GUARD = Guard()


class WaitingLines:
    """Where lines arrive, and from where they are withdrawn."""

    def __init__(self) -> None:
        self.memory = LittleMemory()
        self.lines: list[ChatLine] = []
        self.changed: list[tuple[str, ...]] = []
        self._stirred = anyio.Event()

    def put(self, cue: ChatCue) -> None:
        self.lines += cue.lines
        self._stir()

    def forget_lines(self, channel: str, messages: Collection[str]) -> None:
        self.changed.append((channel, *messages))
        self._stir()

    def reword_line(self, channel: str, message: str, text: str) -> None:
        self.changed.append((channel, message, text))
        self._stir()

    async def until(self, true: Callable[[], Any]) -> None:
        with anyio.fail_after(15):
            while not true():
                await self._stirred.wait()

    def _stir(self) -> None:
        self._stirred.set()
        self._stirred = anyio.Event()


class Place:
    """A server with a channel, two people, and a performer who listens there."""

    def __init__(self, discord: FakeDiscord, home: Path, **more: Any) -> None:
        self.discord = discord
        self.guild = guild = discord.guild()
        self.channel, self.elsewhere = discord.channel(guild), discord.channel(guild, "elsewhere")
        self.thread = discord.thread(self.channel)
        self.ann, self.ben = discord.person("Ann", guild), discord.person("Ben", guild)
        self.robot = discord.person("Robot", guild, is_bot=True)
        self.inbox = WaitingLines()
        self.clock = SystemClock(seed=7)
        self.stream = EventStream(self.clock)
        chosen = settings(discord, monitored=(self.channel.id,), **more)
        token_file = home / "discord.token"
        write_atomically(token_file, f"{discord.token}\n".encode())
        bot = DiscordBot(self.clock, chosen, token_file, MemoryKeeps(), HURRY)
        # In a time of its own: the first picture starts a process, for which a busy machine takes its time.
        self.pictures = LinePictures(VirtualClock(seed=7), bot)
        self.chat = DiscordChat(
            Runtime(self.clock, self.stream, GUARD),
            chosen,
            bot,
            pictures=self.pictures,
            people=People.of(chosen, self.inbox.memory),
            memory=self.inbox.memory,
            inbox=self.inbox,
            keeps=self.inbox.memory,
            reach=timedelta(hours=1),
        )
        self.hub = DiscordHub(self.clock, self.stream, bot)

    async def answers(self, who: Person, number: int) -> None:
        """Have somebody write, and a turn be taken for it: the so-and-so-many-th."""
        post = self.discord.say(self.channel, who, "hi")
        await self.inbox.until(lambda: len(self.inbox.lines) == number)
        self.stream.publish(CueTaken(turn=number, kind="chat", channel=f"discord:{self.channel.id}", message=post.id))
        await self.discord.wait_for(lambda discord: len(discord.typing) == number)
        self.stream.publish(SentenceWritten(turn=number, text="Well."))


@asynccontextmanager
async def place(home: Path, **more: Any) -> AsyncIterator[Place]:
    async with FakeDiscord() as discord:
        given = Place(discord, home, **more)
        async with anyio.create_task_group() as tasks:
            with anyio.fail_after(15):
                await tasks.start(given.chat.run, given.inbox.put)
                await tasks.start(given.hub.run, given.chat.hear)
            yield given
            tasks.cancel_scope.cancel()


def png() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(file, "PNG")
    return file.getvalue()


async def test_lines_replies_threads_and_mentions_arrive_and_all_else_does_not(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        say, inbox = given.discord.say, given.inbox
        say(given.channel, given.robot, "beep")
        say(given.elsewhere, given.ann, "lunch?")
        say(given.channel, given.ann, "a **line**")
        say(given.thread, given.ben, "in a thread")
        say(given.elsewhere, given.ben, "look!", mention_me=True)
        await inbox.until(lambda: len(inbox.lines) == 3)

        assert [(line.author, line.text.lower(), line.direct) for line in inbox.lines] == [
            ("Ann", "a line", False),
            ("Ben", "in a thread", False),
            ("Ben", "look!", True),
        ]


async def test_what_was_said_before_is_remembered_and_what_is_changed_is_changed(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        say, inbox = given.discord.say, given.inbox
        say(given.elsewhere, given.ann, "ready?", ago_s=60)
        own = say(given.elsewhere, given.discord.me, "Always.", ago_s=50)
        say(given.elsewhere, given.ann, "hours ago", ago_s=7200)
        asked = say(given.elsewhere, given.ben, "then jmup", reply_to=own)
        await inbox.until(lambda: inbox.lines)
        given.discord.edit(asked, "then jump")
        given.discord.delete(asked)
        await inbox.until(lambda: len(inbox.changed) == 2)

    place_of_it = f"discord:{given.elsewhere.id}"
    assert inbox.changed == [(place_of_it, asked.id, "then jump"), (place_of_it, asked.id)]
    assert [(said.role, said.text) for said in inbox.memory.said.values()] == [
        ("user", "ready?"),
        ("assistant", "Always."),
    ]


async def test_a_picture_that_was_put_to_a_line_is_seen(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        given.discord.say(given.channel, given.ann, attachments=[png(), b"no picture"])
        await given.inbox.until(lambda: given.inbox.lines)
        (line,) = given.inbox.lines
        (seen,) = await given.pictures.of(ChatCue(lines=(line,)))

    assert (line.text, line.pictures) == ("(a picture)", 1)
    assert Image.open(io.BytesIO(seen)).size == (8, 8)


async def test_it_types_while_a_turn_is_written(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        given.stream.publish(CueTaken(turn=1, kind="chat", channel=f"discord:{given.channel.id}", message="1"))
        await given.discord.wait_for(lambda discord: bool(discord.typing))

    assert [typed.channel for typed in given.discord.typing] == [given.channel]


async def test_direct_messages_arrive_when_they_are_wanted(tmp_path: Path) -> None:
    async with place(tmp_path, direct_messages=True) as given:
        given.discord.say(given.discord.dm(given.ann), given.ann, "psst")
        await given.inbox.until(lambda: given.inbox.lines)

    assert [(line.text, line.direct) for line in given.inbox.lines] == [("psst", True)]


async def test_the_owner_of_a_server_has_no_limit_of_answers(tmp_path: Path) -> None:
    async with place(tmp_path, answers_per_hour=1) as given:
        owner, lines = given.discord.owner, given.inbox.lines
        for number, who in enumerate((owner, owner, given.ann), start=1):
            await given.answers(who, number)
        await anyio.wait_all_tasks_blocked()
        given.discord.say(given.channel, given.ann, "hi?")
        await given.discord.wait_for(lambda discord: bool(discord.messages(given.channel)))

    assert [line.author for line in lines] == [owner.name, owner.name, "Ann"]
    assert "minutes" in given.discord.messages(given.channel)[0].texts[0]


async def test_what_was_said_to_it_between_two_sessions_arrives_once(tmp_path: Path) -> None:
    async with place(tmp_path, direct_messages=True) as given:
        say, lines = given.discord.say, given.inbox.lines
        alone = given.discord.dm(given.ann)
        for where in (given.elsewhere, alone):
            say(where, given.ann, "before", mention_me=True)
        await given.inbox.until(lambda: len(lines) == 2)
        new, thread = given.discord.channel(given.guild, "new"), given.discord.thread(given.elsewhere)
        places = (given.channel, given.elsewhere, new, thread, alone)
        for times in (1, 2):
            lines.clear()
            given.discord.gateway.invalidate()
            for where in places:
                say(where, given.ben, "an aside") if where is not alone else None
                say(where, given.ann, f"missed {times}", mention_me=True)
            await given.inbox.until(lambda: len(lines) == len(places))
            say(given.channel, given.ben, "after")
            await given.inbox.until(lambda: len(lines) > len(places))

            assert sorted(line.channel for line in lines[:-1]) == sorted(f"discord:{where.id}" for where in places)
            assert {(line.text, line.author, line.direct) for line in lines[:-1]} == {(f"missed {times}", "Ann", True)}
            assert lines[-1].text == "after"


async def test_what_was_said_to_it_before_it_came_does_not_arrive(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        given = Place(discord, tmp_path)
        discord.say(given.channel, given.ann, "long ago", mention_me=True)
        async with anyio.create_task_group() as tasks:
            await tasks.start(given.chat.run, given.inbox.put)
            await tasks.start(given.hub.run, given.chat.hear)
            discord.say(given.channel, given.ann, "now", mention_me=True)
            await given.inbox.until(lambda: given.inbox.lines)
            tasks.cancel_scope.cancel()

    assert [line.text for line in given.inbox.lines] == ["now"]


async def test_what_has_a_reply_already_and_what_is_late_is_known_for_it(tmp_path: Path) -> None:
    async with place(tmp_path) as given:
        say, lines = given.discord.say, given.inbox.lines
        say(given.elsewhere, given.ann, "before", mention_me=True)
        await given.inbox.until(lambda: lines)
        lines.clear()
        given.discord.gateway.invalidate()
        answered = say(given.elsewhere, given.ann, "answered", mention_me=True)
        say(given.elsewhere, given.discord.me, "Yes.", reply_to=answered)
        say(given.elsewhere, given.ann, "not yet", mention_me=True)
        await given.inbox.until(lambda: lines)

    assert [line.text for line in lines] == ["not yet"]
