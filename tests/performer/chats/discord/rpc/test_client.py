"""A Discord elsewhere, as a brain sees it: like the one inside, over lines that break."""

from typing import Any

import anyio
import pytest
from anyio.abc import TaskStatus

from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.rpc import sessions
from performer.chats.discord.rpc.client import RemoteDiscord
from performer.chats.discord.rpc.outgoing import OutgoingMessage
from performer.chats.discord.wire.calls import Call, ChannelMessages, Guilds, Picture, Send, Typing
from performer.chats.discord.wire.values import LinkChanged
from tests.performer.chats.discord.rpc.little_discord import CHANNEL, DENIED, ME, LittleDiscord
from tests.performer.chats.discord.rpc.load import cut_load
from tests.performer.chats.discord.rpc.standing import Heard, SendingsInMemory, brain, cut_off, standing

pytestmark = pytest.mark.anyio


def send(content: str) -> Send:
    return Send(channel_id=CHANNEL, content=content)


async def outcome(remote: RemoteDiscord, call: Call[Any], into: list[str]) -> None:
    """Call, and note what came of it."""
    try:
        await remote.call(call)
        into.append(f"{call.method} done")
    except DiscordFailed as failed:
        into.append(f"{call.method} {failed.kind}")


async def test_it_is_as_a_discord_inside() -> None:
    heard = Heard()
    async with standing() as served, brain(served.address, heard=heard) as remote:
        sent = await remote.call(send("hello"))
        page = await remote.call(ChannelMessages(channel_id=CHANNEL))
        await remote.call(Typing(channel_id=CHANNEL))
        served.discord.say("hi")
        await heard.until(lambda it: it.lines == ["hi"])

    assert page.messages == (sent,)
    assert heard.links == [LinkChanged(is_up=True, me=ME)]


async def test_a_failure_there_is_the_same_failure_here() -> None:
    async with standing() as served, brain(served.address) as remote:
        with pytest.raises(DiscordFailed, match="denied_channels") as failed:
            await remote.call(Send(channel_id=DENIED, content="x"))

    assert (failed.value.kind, failed.value.method) == ("denied", "discord.send")


async def test_a_cut_that_is_mended_at_once_is_no_news_and_loses_nothing() -> None:
    heard = Heard()
    async with cut_off() as (served, cutter), brain(cutter.address, heard=heard) as remote:
        served.discord.hold()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(remote.call, send("once"))
            await served.discord.until(lambda it: len(it.calls) == 1)
            cutter.cut()
            served.discord.say("meanwhile")
            served.discord.open.set()
        await heard.until(lambda it: it.lines == ["meanwhile"])

    assert served.discord.contents == ["meanwhile", "once"]
    assert [link.is_up for link in heard.links] == [True]
    assert cutter.lines == 2


async def test_a_send_that_a_new_server_knows_nothing_of_is_reported_and_not_repeated() -> None:
    old, new, outcomes = LittleDiscord(), LittleDiscord(), list[str]()
    old.hold()
    async with (
        cut_off(old) as (_, cutter),
        standing(new, public_host=cutter.name) as second,
        brain(cutter.address) as remote,
    ):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(outcome, remote, send("maybe"), outcomes)
            tasks.start_soon(outcome, remote, Guilds(), outcomes)
            await old.until(lambda it: len(it.calls) == 2)
            cutter.port = second.server.port
            cutter.cut()
        old.open.set()

    assert sorted(outcomes) == ["discord.guilds done", "discord.send unknown_outcome"]
    assert new.calls == [Guilds()]


@pytest.mark.expects_log
async def test_what_was_on_its_way_when_the_brain_ended_is_reported_by_the_next_and_not_repeated() -> None:
    kept, reported = SendingsInMemory(), list[OutgoingMessage]()
    async with standing() as served:
        served.discord.hold()
        async with brain(served.address, sendings=kept) as remote, anyio.create_task_group() as tasks:
            tasks.start_soon(remote.call, send("maybe"))
            await served.discord.until(lambda it: len(it.calls) == 1)
            tasks.cancel_scope.cancel()
        served.discord.open.set()
        async with brain(served.address, sendings=kept, report=reported.append) as remote:
            await remote.call(send("next"))

    assert [each.words for each in reported] == ["maybe"]
    assert kept.kept == {}
    assert served.discord.contents == ["maybe", "next"]


async def test_a_send_in_time_leaves_nothing_to_report() -> None:
    kept = SendingsInMemory()
    async with standing() as served, brain(served.address, sendings=kept) as remote:
        await remote.call(send("hello"))

        assert kept.kept == {}


async def test_what_has_a_nonce_of_its_own_is_not_reported_for_the_next_run_sends_it_again() -> None:
    kept = SendingsInMemory()
    async with standing() as served:
        served.discord.hold()
        async with brain(served.address, sendings=kept) as remote, anyio.create_task_group() as tasks:
            tasks.start_soon(remote.call, Send(channel_id=CHANNEL, content="maybe", nonce="m-1"))
            await served.discord.until(lambda it: len(it.calls) == 1)
            tasks.cancel_scope.cancel()

    assert kept.kept == {}
    assert [call.nonce for call in served.discord.calls if isinstance(call, Send)] == ["m-1"]


async def test_a_wrong_token_is_said_and_not_tried_again() -> None:
    heard = Heard()
    async with cut_off() as (_, cutter), brain(cutter.address, heard=heard, token="wrong" * 5) as remote:
        with pytest.raises(DiscordFailed, match="PERFORMER_IO_TOKEN") as failed:
            await remote.call(Guilds())

    assert failed.value.kind == "link"
    assert [link.is_up for link in heard.links] == [False]
    assert "wrong" not in heard.links[0].reason
    assert cutter.lines == 1


async def test_several_brains_hear_the_same_and_each_gets_its_own_answers() -> None:
    first, second = Heard(), Heard()
    async with (
        standing() as served,
        brain(served.address, heard=first, name="first") as one,
        brain(served.address, heard=second, name="second") as other,
    ):
        await one.call(send("of the first"))
        await other.call(send("of the second"))
        served.discord.say("to both")
        await first.until(lambda it: "to both" in it.lines)
        await second.until(lambda it: "to both" in it.lines)

    written = [each.content for each in served.discord.calls if isinstance(each, Send)]
    assert written == ["of the first", "of the second"]
    assert [link.is_up for link in (*first.links, *second.links)] == [True, True]


async def test_a_brain_for_which_there_is_no_room_says_so_and_comes_when_another_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sessions, "MOST", 1)
    heard = Heard()
    async with standing() as served, anyio.create_task_group() as tasks:
        leave = anyio.Event()
        await tasks.start(stay_until, leave, served.address)
        async with brain(served.address, heard=heard):
            assert "no room for another brain" in heard.links[0].reason
            leave.set()
            await heard.until(lambda it: it.links[-1].is_up)

    assert [link.is_up for link in heard.links] == [False, True]


async def stay_until(leave: anyio.Event, address: str, *, task_status: TaskStatus[None]) -> None:
    async with brain(address, name="first"):
        task_status.started()
        await leave.wait()


async def test_nobody_there_is_said_and_whoever_comes_later_is_found() -> None:
    heard = Heard()
    async with cut_off() as (_, cutter):
        cutter.is_shut = True
        async with brain(cutter.address, heard=heard) as remote:
            cutter.is_shut = False
            await remote.call(Guilds())

    assert [link.is_up for link in heard.links] == [False, True]
    assert "cannot be reached" in heard.links[0].reason


async def test_without_an_answer_a_send_may_be_done_and_a_question_is_late() -> None:
    outcomes: list[str] = []
    async with standing() as served, brain(served.address, deadline_s=0.1) as remote:
        served.discord.hold()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(outcome, remote, send("maybe"), outcomes)
            tasks.start_soon(outcome, remote, Guilds(), outcomes)
        served.discord.open.set()

    assert sorted(outcomes) == ["discord.guilds deadline", "discord.send unknown_outcome"]


async def test_what_is_no_address_and_what_has_no_token_is_said() -> None:
    no_address, no_token = Heard(), Heard()
    async with brain("discord-io", heard=no_address), brain("ws://127.0.0.1:1", heard=no_token, token=""):
        pass

    assert "no address" in no_address.links[0].reason
    assert "no token" in no_token.links[0].reason


async def test_what_is_too_long_for_the_wire_is_refused_before_it_goes_out() -> None:
    picture = Picture(filename="a.png", base64="A" * 13_000_000)
    async with standing() as served, brain(served.address) as remote:
        with pytest.raises(DiscordFailed) as failed:
            await remote.call(Send(channel_id=CHANNEL, pictures=(picture, picture)))

    assert failed.value.kind == "bad_arguments"


async def test_cut_at_random_moments_no_call_is_lost_and_none_done_twice() -> None:
    async with cut_off() as (served, cutter), brain(cutter.address) as remote:

        async def done() -> list[str]:
            return [each.content for each in served.discord.calls if isinstance(each, Send)]

        outcome = await cut_load(remote, cutter, done, calls=150, seed=3, channel=CHANNEL, cut_every_s=0.01)

    assert (outcome.asked, outcome.lost, outcome.doubled) == (150, 0, 0)
    assert outcome.lines > 1
