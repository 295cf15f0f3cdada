"""Calls without an answer, over connections that come and go."""

import pytest

from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.rpc.pending import PendingCall, PendingCalls
from performer.chats.discord.rpc.protocol import make_answer_payload
from performer.chats.discord.wire.calls import Guilds, Send

pytestmark = pytest.mark.anyio


def sending(id_: str) -> PendingCall:
    return PendingCall(id=id_, call=Send(channel_id="1", content="hi"), text=id_)


def asking(id_: str) -> PendingCall:
    return PendingCall(id=id_, call=Guilds(), text=id_)


async def test_calls_are_written_in_order_and_end_by_their_answers() -> None:
    ended: list[PendingCall] = []
    calls, first, second = PendingCalls(ended.append), asking("a"), asking("b")
    calls.add(first)
    calls.add(second)

    assert [await calls.wait_for_next(), await calls.wait_for_next()] == [first, second]
    calls.answer("b", make_answer_payload(second.call, ()))
    calls.answer("b", {"ok": False})
    assert second.read_value() == ()
    assert (ended, len(calls.pending)) == ([second], 1)


async def test_a_new_session_asks_again_and_sends_nothing_twice() -> None:
    calls, question, message = PendingCalls(lambda _: None), asking("a"), sending("b")
    for each in (question, message):
        calls.add(each)
        await calls.wait_for_next()
    calls.begin_connection(is_resumed=False)

    assert await calls.wait_for_next() is question
    with pytest.raises(DiscordFailed) as failed:
        message.read_value()
    assert failed.value.kind == "unknown_outcome"


async def test_a_session_that_goes_on_sends_again() -> None:
    calls, message = PendingCalls(lambda _: None), sending("a")
    calls.add(message)
    await calls.wait_for_next()
    calls.begin_connection(is_resumed=True)

    assert await calls.wait_for_next() is message


async def test_without_a_connection_only_what_may_be_done_is_waited_for() -> None:
    calls, written, waiting = PendingCalls(lambda _: None), sending("a"), sending("b")
    calls.add(written)
    await calls.wait_for_next()
    calls.add(waiting)
    calls.fail_unsendable("no line")

    assert not written.ended.is_set()
    with pytest.raises(DiscordFailed, match="no line"):
        waiting.read_value()


async def test_a_call_that_is_given_up_is_forgotten_unless_it_may_be_done() -> None:
    calls, written, question = PendingCalls(lambda _: None), sending("a"), asking("b")
    calls.add(written)
    await calls.wait_for_next()
    calls.add(question)
    calls.give_up(written)
    calls.give_up(question)

    assert len(calls.pending) == 1
