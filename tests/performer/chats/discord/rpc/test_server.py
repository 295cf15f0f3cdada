"""The server of calls, as any program sees it that has the token."""

import json
import logging

import aiohttp
import pytest

from performer.chats.discord.rpc import sessions
from performer.chats.discord.rpc.protocol import MOST_PLAIN
from performer.chats.discord.wire.calls import Send
from performer.chats.discord.wire.values import MessageDeleted
from tests.performer.chats.discord.rpc.little_discord import CHANNEL, DENIED
from tests.performer.chats.discord.rpc.standing import TOKEN, asked, got, plain, standing

pytestmark = pytest.mark.anyio


async def test_whoever_has_the_token_may_call_right_away() -> None:
    async with standing() as served, plain(served) as socket:
        sent = await asked(socket, "a1", "discord.send", channel_id=CHANNEL, content="hello")
        guilds = await asked(socket, "a2", "discord.guilds")

    assert sent["ok"]
    assert sent["value"]["content"] == "hello"
    assert sent["value"]["time"] == "2026-01-01T00:00:01.000Z"
    assert [each["name"] for each in guilds["value"]] == ["Home"]


async def test_an_id_may_be_a_number_and_comes_back_as_it_was() -> None:
    async with standing() as served, plain(served) as socket:
        for said in ({"id": 7, "op": "rpc/call", "payload": {"method": "discord.me"}}, {"id": 8, "op": "what"}):
            await socket.send_json(said)
        answers = [await socket.receive_json() for _ in range(2)]

    assert {answer["reply_to"]: answer["payload"]["ok"] for answer in answers} == {7: True, 8: False}


async def test_what_happens_is_told_with_rising_ids() -> None:
    async with standing() as served, plain(served) as socket:
        await asked(socket, "a", "discord.me")
        served.discord.say("first")
        served.discord.tell(MessageDeleted(channel_id=CHANNEL, message_ids=("1001",)))
        first, second = await socket.receive_json(), await socket.receive_json()

    assert (first["op"], first["payload"]["message"]["content"]) == ("event/discord.message", "first")
    assert (second["op"], second["payload"]["message_ids"]) == ("event/discord.message_deleted", ["1001"])
    assert int(second["id"]) == int(first["id"]) + 1
    assert first["reply_to"] is None


@pytest.mark.parametrize(
    ("method", "args", "kind", "says"),
    [
        ("discord.explode", {}, "unknown_method", "discord.send"),
        ("discord.send", {"content": "x"}, "bad_arguments", "channel_id: Field required"),
        ("discord.send", {"channel_id": "100", "shout": True}, "bad_arguments", "shout: Extra inputs"),
        ("discord.send", {"channel_id": DENIED, "content": "x"}, "denied", "denied_channels"),
    ],
)
async def test_a_call_that_fails_says_by_what(method: str, args: dict[str, object], kind: str, says: str) -> None:
    async with standing() as served, plain(served) as socket:
        answer = await asked(socket, "a", method, **args)

    assert not answer["ok"]
    assert (answer["error"]["type"], answer["error"]["method"]) == (kind, method)
    assert says in answer["error"]["message"]


@pytest.mark.expects_log
async def test_a_bug_behind_a_call_is_an_answer_too() -> None:
    async with standing() as served, plain(served) as socket:
        answer = await asked(socket, "a", "discord.delete", channel_id=CHANNEL, message_id="1")
        after = await asked(socket, "b", "discord.me")

    assert answer["error"]["type"] == "discord_error"
    assert after["ok"]


@pytest.mark.parametrize(
    "said", ["{", "[]", '{"op":"rpc/call"}', '{"id":"a","op":"stage/hush","payload":{}}', "[" * 10_000]
)
async def test_what_is_no_call_is_answered_and_the_line_stays(said: str) -> None:
    async with standing() as served, plain(served) as socket:
        await socket.send_str(said)
        answer = await socket.receive_json()
        after = await asked(socket, "b", "discord.me")

    assert answer["payload"]["error"]["type"] in {"bad_arguments", "unknown_method"}
    assert after["ok"]


async def test_a_call_that_takes_too_long_meets_its_deadline() -> None:
    async with standing(deadline_s=0.02) as served, plain(served) as socket:
        served.discord.hold()
        answer = await asked(socket, "a", "discord.send", channel_id=CHANNEL, content="x")

    assert answer["error"]["type"] == "deadline"
    assert "may have been done" in answer["error"]["message"]


async def test_the_same_id_is_answered_alike_and_done_once() -> None:
    async with standing() as served, plain(served) as socket:
        first = await asked(socket, "a", "discord.send", channel_id=CHANNEL, content="once")
        again = await asked(socket, "a", "discord.send", channel_id=CHANNEL, content="once")
        other = await asked(socket, "a", "discord.send", channel_id=CHANNEL, content="twice")

    assert again == first
    assert other["error"]["type"] == "bad_arguments"
    assert served.discord.calls == [Send(channel_id=CHANNEL, content="once")]


async def test_a_session_that_comes_back_is_not_done_twice_and_gets_what_it_missed() -> None:
    mine = {"Performer_Session": "session-1"}
    async with standing() as served:
        async with plain(served, **mine) as socket:
            welcome = await socket.receive_json()
            await asked(socket, "a", "discord.send", channel_id=CHANNEL, content="once")
        served.discord.say("meanwhile")
        async with plain(served, **mine, Performer_Seen=str(welcome["payload"]["seen"])) as socket:
            back = await socket.receive_json()
            missed = await socket.receive_json()
            again = await asked(socket, "a", "discord.send", channel_id=CHANNEL, content="once")

    assert not welcome["payload"]["is_resumed"]
    assert welcome["payload"]["link"]["is_up"]
    assert back["payload"]["is_resumed"]
    assert missed["payload"]["message"]["content"] == "meanwhile"
    assert again["ok"]
    assert [each for each in served.discord.calls if isinstance(each, Send)] == [
        Send(channel_id=CHANNEL, content="once")
    ]


async def test_what_was_missed_for_good_is_counted() -> None:
    mine = {"Performer_Session": "session-1"}
    async with standing() as served:
        async with plain(served, **mine) as socket:
            await socket.receive_json()
        for number in range(2_100):
            served.discord.say(str(number))
        async with plain(served, **mine, Performer_Seen="1") as socket:
            await socket.receive_json()
            lost, first = await socket.receive_json(), await socket.receive_json()

    assert (lost["op"], lost["payload"]) == ("session/lost", {"count": 100})
    assert first["payload"]["message"]["content"] == "100"


async def test_every_brain_is_told_of_every_event_and_answered_by_itself() -> None:
    async with standing() as served, plain(served) as first, plain(served) as second, plain(served) as third:
        for socket in (first, second, third):
            assert (await asked(socket, "a", "discord.me"))["ok"]
        served.discord.say("to all of you")
        told = [await socket.receive_json() for socket in (first, second, third)]
        sent = [await asked(socket, "b", "discord.send", channel_id=CHANNEL, content="x") for socket in (first, second)]

    assert [each["payload"]["message"]["content"] for each in told] == ["to all of you"] * 3
    assert all(each["ok"] for each in sent)
    assert len([each for each in served.discord.calls if isinstance(each, Send)]) == 2


async def test_a_brain_that_goes_leaves_the_others_alone_and_comes_back_to_what_it_missed() -> None:
    async with standing() as served, plain(served) as other:
        async with plain(served, Performer_Session="session-1") as socket:
            seen = (await socket.receive_json())["payload"]["seen"]
        served.discord.say("meanwhile")
        async with plain(served, Performer_Session="session-1", Performer_Seen=str(seen)) as socket:
            assert (await socket.receive_json())["payload"]["is_resumed"]
            missed = await socket.receive_json()
        heard = await other.receive_json()

    assert missed["payload"]["message"]["content"] == heard["payload"]["message"]["content"] == "meanwhile"


async def test_one_brain_too_many_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST", 1)
    async with standing() as served, plain(served) as first:
        await asked(first, "a", "discord.me")
        status, told = await got(served, "/", Authorization=f"Bearer {TOKEN}")

    assert status == 503
    assert "1 brains are here" in told


async def test_the_same_session_takes_its_own_place_at_once() -> None:
    mine = {"Performer_Session": "session-1"}
    async with standing() as served, plain(served, **mine) as first:
        await first.receive_json()
        async with plain(served, **mine) as second:
            assert (await second.receive_json())["payload"]["is_resumed"]
            closed = await first.receive()

            answer = await asked(second, "a", "discord.me")

    assert closed.type is aiohttp.WSMsgType.CLOSE
    assert answer["ok"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": f"Basic {TOKEN}"}, 401),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "evil.test:1"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Origin": "https://evil.test"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Performer-Session": "a b"}, 400),
        ({"Authorization": f"Bearer {TOKEN}", "Content-Length": "3"}, 413),
    ],
)
async def test_strangers_are_turned_away(headers: dict[str, str], status: int) -> None:
    async with standing() as served:
        answer = await got(served, "/", **headers)

    assert answer[0] == status


async def test_health_tells_all_whether_it_is_well_and_the_owner_what_is_not() -> None:
    async with standing() as served, plain(served, Performer_Brain="studio"):
        to_all = await got(served, "/health")
        to_owner = await got(served, "/health", Authorization=f"Bearer {TOKEN}")

    assert json.loads(to_all[1]) == {"ok": True, "link": "up"}
    assert json.loads(to_owner[1]) == {"ok": True, "link": "up", "reason": "", "brains": ["studio"]}


async def test_only_a_message_may_be_long() -> None:
    picture = {"filename": "a.png", "base64": "A" * MOST_PLAIN}
    async with standing() as served, plain(served) as socket:
        sent = await asked(socket, "a", "discord.send", channel_id=CHANNEL, pictures=[picture])
        long = await asked(socket, "b", "discord.channel.info", channel_id=CHANNEL, more="A" * MOST_PLAIN)

    assert sent["ok"]
    assert long["error"]["type"] == "bad_arguments"


async def test_the_token_is_in_no_word_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "performer")
    async with standing() as served, plain(served) as socket:
        await asked(socket, "a", "discord.me")

    assert TOKEN not in caplog.text
    assert TOKEN not in repr(served.server.place)
    assert TOKEN not in served.address
