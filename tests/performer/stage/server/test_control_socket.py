import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.core.errors import ConfigError
from performer.stage.server.control_socket import MOST_AT_ONCE
from tests.performer.stage.standing import Peer, Standing, standing


class Operations:
    def __init__(self) -> None:
        self.held = anyio.Event()
        self.cancelled = anyio.Event()
        self.done = anyio.Event()
        self.by_name = {
            "say": self.say,
            "status": self.status,
            "break": self.break_down,
            "wait": self.wait,
            "odd": self.odd,
        }

    async def say(self, args: Mapping[str, Any]) -> None:
        if not args.get("text"):
            raise ConfigError("say needs a text.")

    async def status(self, _args: Mapping[str, Any]) -> dict[str, Any]:
        return {"paused": False}

    async def break_down(self, _args: Mapping[str, Any]) -> None:
        raise ZeroDivisionError

    async def odd(self, _args: Mapping[str, Any]) -> object:
        return object()

    async def wait(self, _args: Mapping[str, Any]) -> None:
        try:
            await self.held.wait()
        except anyio.get_cancelled_exc_class():
            self.cancelled.set()
            raise
        self.done.set()


@pytest.fixture
def operations() -> Operations:
    return Operations()


@pytest.fixture
async def house(tmp_path: Path, operations: Operations) -> AsyncIterator[Standing]:
    async with standing(tmp_path, operations=operations.by_name) as it:
        yield it


@pytest.fixture
async def operator(house: Standing) -> AsyncIterator[Peer]:
    async with house.peer(house.server.addresses.control_url) as peer:
        yield peer


@pytest.mark.anyio
async def test_an_order_is_answered_with_its_id_and_value(operator: Peer) -> None:
    assert await operator.ask(id=1, op="status") == {"id": 1, "ok": True, "value": {"paused": False}}
    assert await operator.ask(id="b", op="say", args={"text": "Hi"}) == {"id": "b", "ok": True, "value": None}


@pytest.mark.anyio
async def test_what_the_house_refuses_is_answered_with_its_sentence(operator: Peer) -> None:
    assert await operator.ask(id=2, op="say", args={}) == {"id": 2, "ok": False, "error": "say needs a text."}


@pytest.mark.anyio
async def test_an_unknown_operation_is_answered_with_the_nearest(operator: Peer) -> None:
    answer = await operator.ask(id=3, op="statuss")

    assert answer["error"].startswith("There is no operation 'statuss'. Did you mean 'status'")


@pytest.mark.anyio
@pytest.mark.expects_log
@pytest.mark.parametrize("op", ["break", "odd"])
async def test_a_bug_is_logged_and_ends_neither_the_client_nor_the_show(operator: Peer, op: str) -> None:
    assert await operator.ask(id=4, op=op) == {"id": 4, "ok": False, "error": "internal error"}
    assert (await operator.ask(id=5, op="status"))["ok"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("text", "id_"),
    [("{", None), ("[]", None), ("[" * 30_000, None), ('{"id":7}', 7), ('{"id":7,"op":"say","args":[1]}', 7)],
)
async def test_what_is_no_order_is_answered_with_why(operator: Peer, text: str, id_: object) -> None:
    await operator.socket.send_str(text)
    answer = json.loads(await operator.text())

    assert answer["id"] == id_
    assert answer["ok"] is False
    assert answer["error"]


@pytest.mark.anyio
async def test_an_order_does_not_wait_behind_a_long_one(operator: Peer, operations: Operations) -> None:
    await operator.socket.send_json({"id": "long", "op": "wait"})
    assert (await operator.ask(id="short", op="status"))["id"] == "short"

    operations.held.set()
    assert json.loads(await operator.text())["id"] == "long"


@pytest.mark.anyio
async def test_too_many_orders_at_once_are_refused_by_their_ids(operator: Peer) -> None:
    for number in range(MOST_AT_ONCE):
        await operator.socket.send_json({"id": number, "op": "wait"})

    refused = await operator.ask(id="more", op="status")
    assert (refused["id"], refused["ok"]) == ("more", False)
    assert "at once" in refused["error"]


@pytest.mark.slow
@pytest.mark.anyio
async def test_orders_end_some_time_after_whoever_gave_them(operator: Peer, operations: Operations) -> None:
    await operator.socket.send_json({"id": 1, "op": "wait"})
    await operator.ask(id=2, op="status")
    await operator.socket.close()

    await operations.cancelled.wait()


@pytest.mark.anyio
async def test_an_order_that_was_given_right_before_leaving_is_done(operator: Peer, operations: Operations) -> None:
    await operator.socket.send_json({"id": 1, "op": "wait"})
    await operator.socket.close()
    operations.held.set()

    await operations.done.wait()


@pytest.mark.anyio
async def test_a_state_that_is_the_same_is_not_told_again(house: Standing) -> None:
    house.feed.publish({"turn": 1})
    async with house.peer(house.server.addresses.control_url) as peer:
        await peer.text()
        house.feed.publish({"turn": 1})
        house.feed.publish({"turn": 2})

        assert json.loads(await peer.text())["value"] == {"turn": 2}


@pytest.mark.anyio
async def test_pages_are_told_what_to_look_at_again(house: Standing, operator: Peer) -> None:
    house.feed.tell_change("guard.words")

    told = json.loads(await operator.text())
    assert (told["op"], told["value"]["keys"]) == ("settings", ["guard.words"])


@pytest.mark.anyio
async def test_the_state_is_told_on_connecting_and_whenever_it_changes(house: Standing) -> None:
    house.feed.publish({"paused": False})
    async with house.peer(house.server.addresses.control_url) as late:
        assert json.loads(await late.text()) == {"op": "state", "value": {"paused": False}}

        house.feed.publish({"paused": True})
        assert json.loads(await late.text()) == {"op": "state", "value": {"paused": True}}
