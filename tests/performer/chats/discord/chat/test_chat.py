"""Discord as a chat: who is heard, what is remembered, and what of it may be answered."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import anyio
import pytest

from performer.chats.discord.chat.chat import DiscordChat
from performer.chats.discord.chat.lines import LinePictures
from performer.chats.discord.hub import DiscordFailed, DiscordHub
from performer.chats.discord.permissions import People
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import ChannelMessages, Page, Send, Typing
from performer.chats.discord.wire.values import Author, Channel, Guild, LinkChanged, MessageDeleted, MessageEdited
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import EventStream
from performer.core.events.turns import AWAY, CueDropped, CueTaken, TurnEnded
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from tests.performer.chats.discord.given import (
    ANNA,
    BEN,
    ME,
    NOON,
    PLAYERS,
    LittleLink,
    LittleMemory,
    created,
    message,
    picture,
)

pytestmark = pytest.mark.anyio

OWLET = Author(id=ME.user_id, name=ME.name, bot=True)
PLACE = f"discord:{PLAYERS}"
MONITORED = DiscordSettings(monitored=(PLAYERS,))
GUARD = Guard()


class Listening:
    """A chat with everything around it, on a clock that stands still."""

    def __init__(self, clock: VirtualClock, settings: DiscordSettings, link: LittleLink, memory: LittleMemory) -> None:
        self.clock = clock
        self.link = link
        self.stream = EventStream(clock)
        self.told = self.stream.whole("test", CueDropped)
        self.memory = memory
        self.lines: list[ChatLine] = []
        self.withdrawn: list[tuple[str, ...]] = []
        people = People.of(settings, memory)
        self.monitored, self.rights = people.monitored, people.rights
        self.chat = DiscordChat(
            Runtime(clock, self.stream, GUARD),
            settings,
            link,
            pictures=LinePictures(clock, link),
            people=people,
            memory=memory,
            inbox=self,
            keeps=memory,
            reach=timedelta(hours=1),
        )

    def put(self, cue: ChatCue) -> None:
        self.lines += cue.lines

    def forget_lines(self, channel: str, messages: Collection[str]) -> None:
        self.withdrawn.append((channel, *messages))

    def reword_line(self, channel: str, message: str, text: str) -> None:
        self.withdrawn.append((channel, message, text))

    async def hears(self, *happenings: Any) -> None:
        for each in happenings:
            self.link.hear(each)
        await self.clock.advance(0)

    def answers(self, number: str) -> None:
        """Have a turn answer a line."""
        self.stream.publish(CueTaken(turn=int(number), kind="chat", channel=PLACE, message=number))
        for text in ("Well.", "Yes."):
            self.stream.publish(SentenceReady(turn=int(number), text=text))

    @property
    def texts(self) -> list[str]:
        return [line.text for line in self.lines]


@asynccontextmanager
async def listening(
    clock: VirtualClock, settings: DiscordSettings = MONITORED, memory: LittleMemory | None = None, **answers: Any
) -> AsyncIterator[Listening]:
    given = Listening(clock, settings, LittleLink(**answers), memory or LittleMemory())
    hub = DiscordHub(clock, given.stream, given.link)
    async with anyio.create_task_group() as tasks:
        await tasks.start(given.chat.run, given.put)
        await tasks.start(hub.run, given.chat.hear)
        await clock.advance(0)
        yield given
        tasks.cancel_scope.cancel()


async def test_a_line_of_a_monitored_channel_may_be_answered_and_is_remembered(virtual_clock: VirtualClock) -> None:
    async with listening(virtual_clock) as given:
        said = message("what a **jump**", number=9, reply_to="8", files=[picture(5)])
        await given.hears(created("what a **jump**", number=9, reply_to="8", files=[picture(5)]))

    (line,) = given.lines
    assert line == ChatLine(
        text="what a jump", author="Anna", channel=PLACE, message="9", author_id="21", reply_to="8", pictures=1
    )
    remembered = given.memory.said[PLACE, "9"]
    assert (remembered.role, remembered.text, remembered.at) == ("user", "what a jump", said.time)


async def test_bots_are_not_heard_and_what_it_wrote_itself_is_remembered_as_its_own(
    virtual_clock: VirtualClock,
) -> None:
    async with listening(virtual_clock) as given:
        await given.hears(created("beep", Author(id="5", name="Bot", bot=True)), created("I", OWLET, number=1))
        await given.hears(MessageEdited(message=message("I say", OWLET, number=1)))
        await given.hears(created("elsewhere", OWLET, channel="999"))

    assert given.lines == []
    assert [(said.role, said.author, said.text) for said in given.memory.said.values()] == [("assistant", "", "I say")]


async def test_where_it_does_not_listen_only_who_speaks_to_it_is_heard_and_then_the_talk_is_remembered(
    virtual_clock: VirtualClock,
) -> None:
    async with listening(virtual_clock, DiscordSettings()) as given:
        await given.hears(created("lunch?", number=1), created("<@1> look!", mentions=[OWLET], number=2))
        await given.hears(created("who, me?", BEN, number=3))
        await virtual_clock.advance(3601)
        await given.hears(created("bye", BEN, number=4))

    assert [(line.text, line.direct) for line in given.lines] == [("look!", True)]
    assert [number for _, number in given.memory.said] == ["2", "3"]


async def test_a_channel_is_read_back_once_before_its_first_line_is_answered(virtual_clock: VirtualClock) -> None:
    old = message("hours ago", time=NOON - timedelta(hours=2), number=1)
    earlier = [message("yes", OWLET, number=3), message("ready?", number=2), old]
    page = Page(messages=tuple(earlier))
    async with listening(virtual_clock, DiscordSettings(), ChannelMessages=lambda _: page) as given:
        await given.hears(created("<@1> go", mentions=[OWLET], number=4))
        await given.hears(created("now?", BEN, number=5, reply_to="3"))

    assert [(key[1], said.role, said.text) for key, said in given.memory.said.items()] == [
        ("2", "user", "ready?"),
        ("3", "assistant", "yes"),
        ("4", "user", "@Owlet go"),
        ("5", "user", "now?"),
    ]
    assert given.link.asked_for(ChannelMessages) == [ChannelMessages(channel_id=PLAYERS, limit=50, before="4")]
    assert given.texts == ["go", "now?"]


async def test_what_happens_while_a_channel_is_read_back_waits_in_order(virtual_clock: VirtualClock) -> None:
    never = anyio.Event()
    async with listening(virtual_clock, DiscordSettings(), ChannelMessages=lambda _: never) as given:
        await given.hears(
            created("<@1> one", mentions=[OWLET], number=1), created("<@1> two", mentions=[OWLET], number=2)
        )
        await given.hears(MessageDeleted(channel_id=PLAYERS, message_ids=("1",)))
        assert given.lines == []
        await virtual_clock.advance(1.5)

    assert given.texts == ["one", "two"]
    assert given.withdrawn == [(PLACE, "1")]
    assert list(given.memory.said) == [(PLACE, "2")]


async def test_what_is_changed_or_taken_back_is_so_in_memory_and_where_it_waits(virtual_clock: VirtualClock) -> None:
    async with listening(virtual_clock) as given:
        await given.hears(created("blue", number=1), created("oops", number=2))
        await given.hears(
            MessageEdited(message=message("red", number=1)), MessageDeleted(channel_id=PLAYERS, message_ids=("2",))
        )

    assert given.memory.said[PLACE, "1"].text == "red"
    assert list(given.memory.said) == [(PLACE, "1")]
    assert given.withdrawn == [(PLACE, "1", "red"), (PLACE, "2")]


async def test_a_message_that_is_told_twice_is_answered_once(virtual_clock: VirtualClock) -> None:
    async with listening(virtual_clock) as given:
        await given.hears(created("hi", number=1), LinkChanged(is_up=False), LinkChanged(is_up=True, me=ME))
        await given.hears(created("hi", number=1))

    assert given.texts == ["hi"]


async def test_a_channel_counts_as_monitored_from_that_moment_on(virtual_clock: VirtualClock) -> None:
    async with listening(virtual_clock, DiscordSettings()) as given:
        await given.hears(created("one"))
        await given.monitored.add(PLAYERS)
        await given.hears(created("two"))
        await given.monitored.remove(PLAYERS)
        await given.hears(created("three"))

    assert given.texts == ["two"]


async def test_somebody_who_had_all_answers_is_told_once_an_hour_and_the_others_go_on(
    virtual_clock: VirtualClock,
) -> None:
    settings = MONITORED.model_copy(update={"answers_per_hour": 2})
    async with listening(virtual_clock, settings) as given:
        for number in "12":
            await given.hears(created("hi", number=int(number)))
            given.answers(number)
            await virtual_clock.advance(600)
        await given.hears(created("hi", number=3), created("hi?", number=4), created("hello", BEN, number=5))
        await virtual_clock.advance(2401)
        await given.hears(created("again", number=6))

    assert [line.message for line in given.lines] == ["1", "2", "5", "6"]
    (notice,) = given.link.asked_for(Send)
    assert (notice.channel_id, notice.reply_to) == (PLAYERS, "3")
    assert "40 minutes" in notice.content
    assert [(each.event.reason, each.event.count) for each in given.told.taken()] == [  # type: ignore[attr-defined]
        ("of people who had their 2 answers within the hour", 1)
    ]


async def test_a_restart_gives_nobody_more_answers(virtual_clock: VirtualClock) -> None:
    settings, memory = MONITORED.model_copy(update={"answers_per_hour": 1}), LittleMemory()
    async with listening(virtual_clock, settings, memory) as before:
        await before.hears(created("hi", number=1), created("hi", BEN, number=2))
        before.answers("1")
        await virtual_clock.advance(600)
    async with listening(virtual_clock, settings, memory) as given:
        await given.hears(created("hi", number=3), created("hi", BEN, number=4))
        await virtual_clock.advance(3001)
        await given.hears(created("again", number=5))

    assert [line.message for line in given.lines] == ["4", "5"]
    assert "50 minutes" in given.link.asked_for(Send)[0].content


async def test_news_of_a_link_that_stays_up_has_no_channel_read_again(virtual_clock: VirtualClock) -> None:
    async with listening(virtual_clock) as given:
        before = len(given.link.asked_for(ChannelMessages))
        await given.hears(LinkChanged(is_up=True, me=ME, reason="Nothing is asked of it for 10 more minutes"))
        assert len(given.link.asked_for(ChannelMessages)) == before

        await given.hears(LinkChanged(is_up=False, me=ME), LinkChanged(is_up=True, me=ME))
        assert len(given.link.asked_for(ChannelMessages)) == before + 1


async def test_silence_is_no_answer_and_counts_for_none(virtual_clock: VirtualClock) -> None:
    async with listening(virtual_clock, MONITORED.model_copy(update={"answers_per_hour": 1})) as given:
        for number in "123":
            await given.hears(created("hi", number=int(number)))
            given.stream.publish(CueTaken(turn=int(number), kind="chat", channel=PLACE, message=number))
            given.stream.publish(SentenceReady(turn=99, text="Of another turn."))
            await virtual_clock.advance(0)

    assert len(given.lines) == 3


async def test_that_no_model_is_there_is_no_answer_and_counts_for_none(virtual_clock: VirtualClock) -> None:
    async with listening(virtual_clock, MONITORED.model_copy(update={"answers_per_hour": 1})) as given:
        for number in "123":
            await given.hears(created("hi", number=int(number)))
            given.answers(number)
            given.stream.publish(
                TurnEnded(turn=int(number), reason=AWAY if number != "2" else "final", steps=0, sentences=1, took_s=0)
            )
            await virtual_clock.advance(0)

    assert [line.message for line in given.lines] == ["1", "2"]


async def test_an_owner_has_no_limit(virtual_clock: VirtualClock) -> None:
    settings = MONITORED.model_copy(update={"answers_per_hour": 1, "owners": (ANNA.id,)})
    async with listening(virtual_clock, settings) as given:
        for number in "123":
            await given.hears(created("hi", number=int(number)))
            given.answers(number)
            await virtual_clock.advance(0)

    assert len(given.lines) == 3
    assert given.link.asked_for(Send) == []


async def test_a_line_of_an_owners_is_the_streamers_and_one_of_their_name_is_not(virtual_clock: VirtualClock) -> None:
    settings = MONITORED.model_copy(update={"owners": (ANNA.id,)})
    async with listening(virtual_clock, settings) as given:
        await given.hears(created("hi"), created("hi", Author(id=BEN.id, name=ANNA.name)))

    assert [line.is_streamers for line in given.lines] == [True, False]


TWO = tuple(Guild(guild_id=f"10{each}", name="a server", owner_id=f"2{each}") for each in "12")


async def test_of_several_servers_that_of_the_stages_channel_is_the_streamers(virtual_clock: VirtualClock) -> None:
    stage = Channel(channel_id="500", guild_id="101", name="stage", type="text")
    answers: dict[str, Any] = {"Guilds": lambda _: TWO, "ChannelInfo": lambda _: stage}
    async with listening(virtual_clock, DiscordSettings(stage_channel="500"), **answers) as given:
        assert given.rights.is_owner("21", "101")
        assert not given.rights.is_owner("22", "102")


@pytest.mark.expects_log
async def test_where_nobody_can_tell_which_server_is_the_streamers_no_servers_owner_counts(
    virtual_clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with listening(virtual_clock, DiscordSettings(), Guilds=lambda _: TWO) as given:
        assert not given.rights.is_owner("21", "101")

    assert "name yourself in discord.owners" in caplog.text


async def test_it_types_from_the_moment_a_turn_is_taken_until_its_first_words(virtual_clock: VirtualClock) -> None:
    async with listening(virtual_clock) as given:
        given.stream.publish(CueTaken(turn=7, kind="chat", channel=PLACE, message="1"))
        await virtual_clock.advance(17)
        given.stream.publish(SentenceReady(turn=7, text="Well."))
        given.stream.publish(CueTaken(turn=8, kind="scene"))
        await virtual_clock.advance(60)

    assert given.link.asked_for(Typing) == [Typing(channel_id=PLAYERS)] * 3


async def test_trouble_with_the_link_keeps_no_line_from_being_heard(virtual_clock: VirtualClock) -> None:
    def fails(call: Any) -> DiscordFailed:
        return DiscordFailed("link", "Nothing leads to Discord now.", call.method)

    async with listening(virtual_clock, Guilds=fails, ChannelMessages=fails, Typing=fails) as given:
        given.stream.publish(CueTaken(turn=7, kind="chat", channel=PLACE, message="1"))
        await given.hears(created("hi"))

    assert given.texts == ["hi"]


async def test_a_line_that_comes_minutes_late_is_known_to_be_old_whatever_the_clocks_say(
    virtual_clock: VirtualClock,
) -> None:
    an_hour = timedelta(hours=1)
    async with listening(virtual_clock) as given:
        await virtual_clock.advance(300)
        await given.hears(created("now", time=NOON + an_hour + timedelta(seconds=300)))
        await given.hears(created("before the cable was pulled", time=NOON + an_hour))

    assert [line.at_s for line in given.lines] == [300, 0]


async def test_five_thousand_lines_within_a_minute_leave_little_behind(virtual_clock: VirtualClock) -> None:
    async with listening(virtual_clock, MONITORED.model_copy(update={"answers_per_hour": 1})) as given:
        await given.hears(created("hi", number=1))
        given.answers("1")
        await virtual_clock.advance(0)
        await given.hears(*(created("spam", number=number) for number in range(2, 5002)))
        given.answers("2")
        await virtual_clock.advance(0)

    assert given.texts == ["hi"]
    assert [each.event.count for each in given.told.taken()] == [1, 4999]  # type: ignore[attr-defined]
    assert len(given.link.asked_for(Send)) == 1
