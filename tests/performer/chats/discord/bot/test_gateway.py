"""The link breaks in all the ways there are, and comes back, or says why not."""

import json
import logging
import random
import threading
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import anyio
import pytest

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.bot.gateway import CONTENT_IS_OFF
from performer.chats.discord.bot.rate_limits import AN_HOUR
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import Guilds, Send, Whoami
from performer.chats.discord.wire.values import DiscordEvent, LinkChanged, MessageCreated
from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.core.platform import keep_to_owner
from tests.fakes.discord.numbers import Intent
from tests.fakes.discord.server import FakeDiscord
from tests.performer.chats.discord.bot.standing import HURRY, MemoryKeeps, linked, settings, token_file

pytestmark = pytest.mark.anyio


async def test_what_was_said_while_the_socket_was_broken_is_told_once(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general, ann = discord.channel(guild), discord.person("Ann", guild)
        async with linked(discord, tmp_path) as (_, heard):
            discord.say(general, ann, "before")
            await heard.until(lambda it: it.texts)
            discord.gateway.abort()
            discord.say(general, ann, "meanwhile")
            await heard.until(lambda it: len(it.texts) == 2)
            discord.say(general, ann, "after")
            await heard.until(lambda it: len(it.texts) == 3)

    assert heard.texts == ["before", "meanwhile", "after"]
    assert len(discord.gateway.identifies) == 1
    assert [each["path"] for each in discord.gateway.resumes] == ["/resume/"]
    assert [each.is_up for each in heard.of(LinkChanged)] == [True]


@pytest.mark.parametrize("how", ["op 7", "op 9 resumable", "4009", "1000"])
async def test_a_session_is_resumed(tmp_path: Path, how: str) -> None:
    async with FakeDiscord() as discord, linked(discord, tmp_path):
        match how:
            case "op 7":
                discord.gateway.ask_to_reconnect()
            case "op 9 resumable":
                discord.gateway.invalidate(is_resumable=True)
            case code:
                discord.gateway.close(int(code))
        await discord.wait_for(lambda it: it.gateway.resumes and it.gateway.is_connected)

    assert len(discord.gateway.identifies) == 1


async def test_a_session_that_goes_on_at_the_second_try_has_missed_nothing_and_is_no_news(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general, ann = discord.channel(guild), discord.person("Ann", guild)
        async with linked(discord, tmp_path) as (_, heard):
            discord.gateway.puts_off = 1
            discord.gateway.abort()
            discord.say(general, ann, "meanwhile")
            await heard.until(lambda it: it.texts)

    assert (len(discord.gateway.identifies), len(discord.gateway.resumes)) == (1, 2)
    assert [each.is_up for each in heard.of(LinkChanged)] == [True]


async def test_a_session_that_turns_out_to_be_over_at_the_second_try_is_news(tmp_path: Path) -> None:
    async with FakeDiscord() as discord, linked(discord, tmp_path) as (_, heard):
        discord.gateway.puts_off = 1
        discord.gateway.forget()
        discord.gateway.abort()
        await heard.until(lambda it: len(it.of(LinkChanged)) == 3)

    assert (len(discord.gateway.identifies), len(discord.gateway.resumes)) == (2, 2)
    assert [each.is_up for each in heard.of(LinkChanged)] == [True, False, True]


async def test_a_session_that_is_no_more_is_begun_anew_and_nothing_is_told_twice(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general, ann = discord.channel(guild), discord.person("Ann", guild)
        async with linked(discord, tmp_path) as (_, heard):
            post = discord.say(general, ann, "one")
            await heard.until(lambda it: it.texts)
            discord.gateway.invalidate()
            await discord.wait_for(lambda it: len(it.gateway.identifies) == 2 and it.gateway.is_connected)
            discord.gateway.tell("MESSAGE_CREATE", {**_raw(post.id, general.id), "guild_id": guild.id})
            discord.say(general, ann, "two")
            await heard.until(lambda it: "two" in it.texts)

    assert heard.texts == ["one", "two"]
    assert [each.is_up for each in heard.of(LinkChanged)] == [True, False, True]


def _raw(number: str, channel: str) -> dict[str, object]:
    author = {"id": "5", "username": "ann"}
    return {
        "id": number,
        "channel_id": channel,
        "author": author,
        "content": "one",
        "timestamp": "2026-01-01T00:00:00Z",
    }


async def test_an_event_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general, ann = discord.channel(guild), discord.person("Ann", guild)
        async with linked(discord, tmp_path) as (_, heard):
            discord.gateway.garble()
            discord.gateway.tell("GUILD_CREATE", {"id": None, "channels": 7})
            discord.gateway.tell("INTERACTION_CREATE", {"type": 2})
            discord.say(general, ann, "still here")
            await heard.until(lambda it: it.texts)

    assert (len(discord.gateway.identifies), discord.gateway.resumes) == (1, [])


async def test_bytes_that_are_no_json_cost_one_connection(tmp_path: Path) -> None:
    async with FakeDiscord() as discord, linked(discord, tmp_path):
        for socket in discord.gateway.sockets:
            socket.queue.put_nowait("this is no JSON")
        await discord.wait_for(lambda it: it.gateway.resumes and it.gateway.is_connected)

    assert len(discord.gateway.identifies) == 1


async def test_a_gateway_that_answers_no_heartbeat_is_left(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        discord.gateway.heartbeat_s = 0.05
        async with linked(discord, tmp_path):
            await discord.wait_for(lambda it: it.gateway.heartbeats > 2)
            assert discord.gateway.resumes == []
            discord.gateway.answers_heartbeats = False
            await discord.wait_for(lambda it: it.gateway.resumes)


async def test_a_second_frame_that_is_no_json_costs_the_session(tmp_path: Path) -> None:
    async with FakeDiscord() as discord, linked(discord, tmp_path):
        for number in range(2):
            for socket in discord.gateway.sockets:
                socket.queue.put_nowait("this is no JSON")
            await discord.wait_for(partial(has_come_back, number + 1))

    assert (len(discord.gateway.identifies), len(discord.gateway.resumes)) == (2, 1)


def has_come_back(times: int, discord: FakeDiscord) -> bool:
    gateway = discord.gateway
    return len(gateway.identifies) + len(gateway.resumes) == times + 1 and gateway.is_connected


async def test_a_gateway_that_never_greets_is_said_and_tried_again(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        discord.gateway.is_deaf = True
        async with linked(discord, tmp_path, pace=replace(HURRY, reach_within_s=0.1)) as (_, heard):
            discord.gateway.is_deaf = False
            await heard.until(lambda it: it.of(LinkChanged)[-1].is_up)

    assert heard.reasons == ["the gateway says nothing any more; it is tried again.", ""]


async def test_while_discord_is_gone_it_is_said_and_tried_again(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general = discord.channel(guild)
        async with linked(discord, tmp_path) as (bot, heard):
            await discord.stop()
            await heard.until(lambda it: len(it.of(LinkChanged)) == 2)
            with pytest.raises(DiscordFailed) as failed:
                await bot.call(Send(channel_id=general.id, content="hello?"))
            await discord.start()
            await heard.until(lambda it: len(it.of(LinkChanged)) == 3)
            await bot.call(Send(channel_id=general.id, content="hello!"))

    assert [each.is_up for each in heard.of(LinkChanged)] == [True, False, True]
    assert (len(discord.gateway.identifies), len(discord.gateway.resumes)) == (1, 1)
    assert (failed.value.kind, str(failed.value)) == ("link", "Discord cannot be reached: is the network up?")
    assert [post.content for post in discord.messages(general)] == ["hello!"]


async def test_a_discord_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        await discord.stop()
        async with linked(discord, tmp_path) as (bot, heard):
            with pytest.raises(DiscordFailed, match=r"^There is no link to Discord: Discord cannot be reached"):
                await bot.call(Whoami())
            await discord.start()
            await heard.until(lambda it: it.of(LinkChanged)[-1].is_up)


async def test_a_refused_token_is_said_and_not_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with FakeDiscord() as discord:
        discord.rest.is_revoked = True
        async with linked(discord, tmp_path) as (bot, heard):
            with pytest.raises(DiscordFailed, match="refuses the bot's token") as failed:
                await bot.call(Whoami())

    assert failed.value.kind == "link"
    (changed,) = heard.of(LinkChanged)
    assert not changed.is_up
    assert "reset it in the Developer Portal" in changed.reason
    assert f"{COMMAND} discord token" in changed.reason
    assert len(discord.requests) == 1
    assert discord.token not in caplog.text


async def test_a_token_that_is_taken_back_ends_the_link(tmp_path: Path) -> None:
    async with FakeDiscord() as discord, linked(discord, tmp_path) as (_, heard):
        discord.revoke()
        await heard.until(lambda it: len(it.of(LinkChanged)) == 2)

    assert "refuses the bot's token" in heard.reasons[-1]
    assert len(discord.gateway.identifies) == 1


async def test_without_a_token_it_is_said_where_one_belongs(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        file = tmp_path / "discord.token"
        file.touch()
        keep_to_owner(file)
        async with linked(discord, tmp_path) as (_, heard):
            pass

    assert "is empty: the Developer Portal gives it" in heard.reasons[0]
    assert discord.requests == []


@pytest.mark.expects_log
async def test_without_the_message_content_it_does_with_less(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        discord.without_content()
        guild = discord.guild()
        general, ann = discord.channel(guild), discord.person("Ann", guild)
        async with linked(discord, tmp_path) as (_, heard):
            discord.say(general, ann, "not to you")
            discord.say(general, ann, "to you", mention_me=True)
            await heard.until(lambda it: len(it.texts) == 2)

    assert [(each.is_up, each.reason) for each in heard.of(LinkChanged)] == [(True, CONTENT_IS_OFF)]
    assert heard.texts == ["", f"{discord.me.mention} to you"]
    assert not int(discord.gateway.identifies[-1]["intents"]) & Intent.MESSAGE_CONTENT


async def test_a_gateway_that_forgets_every_session_costs_no_more_than_the_budget(
    tmp_path: Path, clock: SystemClock
) -> None:
    keeps = MemoryKeeps()
    left = 3
    keeps.kept_by_name["discord.identifies"] = json.dumps([clock.utc().timestamp()] * (AN_HOUR - left))
    async with FakeDiscord() as discord, linked(discord, tmp_path, keeps=keeps) as (_, heard):
        while len(discord.gateway.identifies) < left:
            known = len(discord.gateway.identifies)
            discord.gateway.invalidate()
            await discord.wait_for(partial(_has_identified, known))
        discord.gateway.invalidate()
        await heard.until(lambda it: it.reasons[-1].startswith("Discord was asked"))

    assert heard.reasons[-1] == "Discord was asked for a new session too often; it goes on in 60 minutes"
    assert len(discord.gateway.identifies) == left
    assert len(json.loads(keeps.kept_by_name["discord.identifies"])) == AN_HOUR


def _has_identified(known: int, discord: FakeDiscord) -> bool:
    return len(discord.gateway.identifies) > known


async def test_the_budget_holds_over_a_restart(tmp_path: Path, clock: SystemClock) -> None:
    keeps = MemoryKeeps()
    then = clock.utc() - timedelta(minutes=50)
    keeps.kept_by_name["discord.identifies"] = json.dumps([then.timestamp()] * AN_HOUR)
    async with FakeDiscord() as discord, linked(discord, tmp_path, keeps=keeps, clock=clock) as (bot, heard):
        guilds = await bot.call(Whoami())

    assert heard.reasons == ["Discord was asked for a new session too often; it goes on in 10 minutes"]
    assert discord.gateway.identifies == []
    assert guilds.user_id == discord.me.id


async def test_two_bots_in_one_process_go_each_to_their_own_discord(tmp_path: Path) -> None:
    async with FakeDiscord() as one, FakeDiscord() as other:
        one.guild("One")
        other.guild("Other")
        async with linked(one, tmp_path) as (first, _), linked(other, tmp_path) as (second, _):
            names = [[each.name for each in await bot.call(Guilds())] for bot in (first, second)]

    assert names == [["One"], ["Other"]]


async def test_a_mistake_of_whoever_hears_is_not_taken_for_one_of_the_gateways(tmp_path: Path) -> None:
    def hear(happening: DiscordEvent) -> None:
        if isinstance(happening, MessageCreated):
            raise KeyError("a bug")

    async with FakeDiscord() as discord:
        guild = discord.guild()
        general, ann = discord.channel(guild), discord.person("Ann", guild)
        bot = DiscordBot(SystemClock(seed=7), settings(discord), token_file(discord, tmp_path), MemoryKeeps(), HURRY)

        async def run() -> None:
            async with anyio.create_task_group() as tasks:
                await tasks.start(bot.run, hear)
                discord.say(general, ann, "hello")

        with pytest.raises(ExceptionGroup) as broke:
            await run()

    assert broke.value.subgroup(KeyError) is not None


async def test_nothing_is_left_running_behind_a_bot(tmp_path: Path) -> None:
    before = threading.active_count()
    async with FakeDiscord() as discord:
        async with linked(discord, tmp_path):
            beats = [each for each in threading.enumerate() if "keep-alive" in each.name]
            discord.gateway.ask_to_reconnect()
            await discord.wait_for(lambda it: it.gateway.resumes and it.gateway.is_connected)
        for each in beats:
            each.join(20)

    assert beats
    assert threading.active_count() <= before + 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_however_the_socket_breaks_each_line_is_told_once_and_in_order(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general, ann = discord.channel(guild), discord.person("Ann", guild)
        breaks = [discord.gateway.abort, discord.gateway.ask_to_reconnect, discord.gateway.garble]
        async with linked(discord, tmp_path) as (_, heard):
            for number in range(1000):
                discord.say(general, ann, str(number))
                if chance.random() < 0.03:
                    chance.choice(breaks)()
                if chance.random() < 0.2:
                    await anyio.sleep(0.001)
            await heard.until(lambda it: "999" in it.texts)

    assert heard.texts == [str(number) for number in range(1000)]
    assert len(discord.gateway.identifies) == 1


async def test_a_resumed_session_that_repeats_itself_is_told_once(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        guild = discord.guild()
        general, ann = discord.channel(guild), discord.person("Ann", guild)
        async with linked(discord, tmp_path, pace=HURRY) as (_, heard):
            discord.say(general, ann, "once")
            await heard.until(lambda it: it.texts)
            (session,) = discord.gateway.sessions.values()
            _, event, raw = next(each for each in session.told if each[1] == "MESSAGE_CREATE")
            session.tell(event, raw)
            discord.say(general, ann, "twice")
            await heard.until(lambda it: "twice" in it.texts)

    assert [each.message.content for each in heard.of(MessageCreated)] == ["once", "twice"]
