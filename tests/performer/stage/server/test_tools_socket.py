"""The agents' door: what is listed and called there, side by side, cancelled, and refused."""

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import pytest

from performer.core.errors import ToolRefusedError
from performer.core.text import MOST_DEPTH
from performer.stage.connections import MOST_AGENTS
from performer.stage.server.tools_socket import MOST_AT_ONCE
from performer.tools.result import Progress
from tests.performer.stage.library.test_library import put, wav
from tests.performer.stage.standing import PATIENCE_S, Peer, Standing, standing

pytestmark = pytest.mark.anyio
BEARER = "Authorization"


class Desk:
    """Runs calls: `echo` at once, `wait` for as long as it is told to."""

    def __init__(self) -> None:
        self.held = anyio.Event()
        self.cancelled: list[str] = []
        self.ended = anyio.Event()

    def tools(self) -> Sequence[Mapping[str, Any]]:
        return [{"name": "echo"}]

    async def call(
        self, agent: str, tool: str, arguments: Mapping[str, Any], tell: Callable[[Progress], None]
    ) -> Mapping[str, Any]:
        if tool == "echo":
            return {"agent": agent, **arguments}
        if tool == "refuse":
            raise ToolRefusedError("Not now.")
        tell(Progress(text="waiting", done=1))
        try:
            await self.held.wait()
        except anyio.get_cancelled_exc_class():
            self.cancelled.append(agent)
            self.ended.set()
            raise
        return {}


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
async def house(tmp_path: Path, desk: Desk) -> AsyncIterator[Standing]:
    async with standing(tmp_path, tools=desk) as it:
        yield it


@pytest.fixture
async def program(house: Standing) -> AsyncIterator[Peer]:
    async with house.session.ws_connect(house.server.addresses.agent_url, headers=key(house)) as socket:
        yield Peer(socket)


def key(house: Standing) -> dict[str, str]:
    return {BEARER: f"Bearer {house.server.tokens.agent}"}


async def test_tools_are_listed_and_calls_are_answered_with_their_ids(program: Peer) -> None:
    assert await program.ask(id=1, op="tools") == {"id": 1, "ok": True, "value": [{"name": "echo"}]}
    called = await program.ask(id="b", op="call", agent="x", tool="echo", arguments={"a": 1})
    assert called == {"id": "b", "ok": True, "value": {"agent": "x", "a": 1}}


async def test_what_is_refused_is_answered_with_its_sentence(program: Peer) -> None:
    assert await program.ask(id=1, op="call", tool="refuse") == {"id": 1, "ok": False, "error": "Not now."}


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("{", None),
        ("[" * 30_000, None),
        ("[]", None),
        ('{"id":7}', 7),
        ('{"id":7,"op":"dance"}', 7),
        ('{"id":7,"op":"call","tool":5}', 7),
        ('{"id":[7],"op":"call","tool":"echo","arguments":[1]}', [7]),
    ],
)
async def test_what_is_no_order_is_answered_with_how_to_ask(program: Peer, text: str, id_: object) -> None:
    await program.socket.send_str(text)
    answer = json.loads(await program.text())

    assert (answer["id"], answer["ok"]) == (id_, False)
    assert (await program.ask(id=8, op="tools"))["ok"]


async def test_what_is_nested_too_deep_to_be_read_is_refused(program: Peer) -> None:
    deep = '{"a":' * MOST_DEPTH + "1" + "}" * MOST_DEPTH
    await program.socket.send_str('{"id":1,"op":"call","tool":"echo","arguments":' + deep + "}")
    assert json.loads(await program.text())["ok"]

    await program.socket.send_str('{"id":2,"op":"call","tool":"echo","arguments":{"a":' + deep + "}}")
    assert "nested deeper" in json.loads(await program.text())["error"]


async def test_a_call_tells_how_far_it_is_and_is_ended_by_its_id(desk: Desk, program: Peer) -> None:
    waiting = await program.ask(id=1, op="call", agent="x", tool="wait")
    again = await program.ask(id=1, op="call", tool="wait")
    ended = await program.ask(id=1, op="cancel")
    await program.socket.send_json({"id": 1, "op": "cancel"})

    assert waiting == {"id": 1, "progress": {"text": "waiting", "done": 1, "total": None}}
    assert "an id of its own" in again["error"]
    assert ended == {"id": 1, "ok": False, "error": "The call was cancelled."}
    assert desk.cancelled == ["x"]
    assert (await program.ask(id=2, op="tools"))["ok"]


async def test_calls_run_side_by_side_but_not_too_many(desk: Desk, program: Peer) -> None:
    for number in range(MOST_AT_ONCE):
        assert "progress" in await program.ask(id=number, op="call", tool="wait")

    assert "at once" in (await program.ask(id="more", op="call", tool="echo"))["error"]
    desk.held.set()
    assert {json.loads(await program.text())["id"] for _ in range(MOST_AT_ONCE)} == set(range(MOST_AT_ONCE))


async def test_calls_end_with_the_program_that_made_them(house: Standing, desk: Desk) -> None:
    async with house.session.ws_connect(house.server.addresses.agent_url, headers=key(house)) as socket:
        await Peer(socket).ask(id=1, op="call", agent="gone", tool="wait")
    with anyio.fail_after(PATIENCE_S):
        await desk.ended.wait()

    assert desk.cancelled == ["gone"]


async def test_programs_leave_room_for_the_stages_own(house: Standing) -> None:
    url = house.server.addresses.agent_url
    sockets = [await house.session.ws_connect(url, headers=key(house)) for _ in range(MOST_AGENTS)]

    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await house.session.ws_connect(url, headers=key(house))
    assert refused.value.status == 503
    for socket in sockets:
        await socket.close()


async def test_a_program_is_told_when_there_are_other_choices(house: Standing, program: Peer) -> None:
    await program.ask(id=1, op="tools")
    await house.library.read_sounds()
    put(house.home / "sounds", {"tone.wav": wav()})
    await house.library.read_sounds()

    assert json.loads(await program.text()) == {"op": "tools_changed"}
    assert (await program.ask(id=2, op="tools"))["id"] == 2


async def test_in_a_replay_there_is_nothing_to_call(tmp_path: Path) -> None:
    async with (
        standing(tmp_path) as house,
        house.session.ws_connect(house.server.addresses.agent_url, headers=key(house)) as socket,
    ):
        program = Peer(socket)

        assert await program.ask(id=1, op="tools") == {"id": 1, "ok": True, "value": []}
        assert "no show but a replay" in (await program.ask(id=2, op="call", tool="echo"))["error"]


async def test_a_renewed_token_sees_the_program_off(house: Standing, program: Peer) -> None:
    house.server.renew(["agent"])

    assert (await program.goodbye())[0] == 1008
