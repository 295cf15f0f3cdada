"""Operations over a WebSocket, `{"id","op","args"}`, answered by `{"id","ok","value"|"error"}`; and the state."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import anyio
from anyio.abc import TaskGroup

from performer.core.asker import asked_by
from performer.core.errors import ConfigError, PerformerError
from performer.core.operations import Operation
from performer.core.own_text import own
from performer.core.process.supervisor import run_contained
from performer.core.redact.redact import count_known_secrets, redact_tree
from performer.core.text import format_near_miss
from performer.stage.connections import StageClient, StageClients
from performer.stage.server.watched_topics import WatchedTopics

MOST_AT_ONCE: Final = 16
"""The most orders of one client that may run together."""
LAST_ORDERS_S: Final = 2.0
"""How long orders still run whose client has left: what was changed or removed as a page was closed is to be done."""


class StateFeed:
    """The newest state of the show, for every control client, now and when one connects."""

    def __init__(self, clients: StageClients) -> None:
        self._clients = clients
        self._written: tuple[int, Any] | None = None
        self._newest = ""
        self.watched = WatchedTopics()

    def publish(self, state: Any) -> None:
        """Send a state, which JSON must be able to hold, to every control client, and keep it for those to come.

        One that is the same as before is not sent again.
        """
        written = count_known_secrets(), state
        if written == self._written:
            return
        self._written = written
        self._newest = _text({"op": "state", "value": state})
        self._clients.broadcast(self._newest, "control")

    def tell(self, op: str, value: Any) -> None:
        """Send news, which JSON must be able to hold, to every control client that is there now."""
        self._clients.broadcast(_text({"op": op, "value": value}), "control")

    def tell_change(self, key: str) -> None:
        """Send every control client a key whose value it should ask for anew, as after a change of the settings."""
        self.tell("settings", {"keys": [key], "by": "order", "trouble": ""})

    def greet(self, client: StageClient) -> None:
        """Send a new client the newest state, if there is one."""
        if self._newest:
            client.send(self._newest)


class ControlSocket:
    """The operations by name, and the state for clients that connect."""

    def __init__(self, operations: Mapping[str, Operation], state: StateFeed) -> None:
        self._operations = operations
        self._state = state

    async def attend(self, client: StageClient) -> None:
        """Serve one client until it leaves; its orders run side by side, so that Hush never waits, and end after it."""
        self._state.greet(client)
        try:
            async with anyio.create_task_group() as orders:
                await client.attend(partial(self._hear, client, orders, anyio.Semaphore(MOST_AT_ONCE)))
                orders.cancel_scope.deadline = anyio.current_time() + LAST_ORDERS_S
        finally:
            self._state.watched.leave(client)

    def _hear(self, client: StageClient, orders: TaskGroup, under_way: anyio.Semaphore, text: str) -> None:
        order = _parse_order(text)
        if isinstance(order, str):
            client.send(order)
            return
        try:
            under_way.acquire_nowait()
        except anyio.WouldBlock:
            client.send(_refusal(order[0], f"More than {MOST_AT_ONCE} orders at once: wait for their answers."))
        else:
            orders.start_soon(self._obey, client, under_way, *order)

    async def _obey(
        self, client: StageClient, under_way: anyio.Semaphore, id_: object, op: str, args: Mapping[str, Any]
    ) -> None:
        try:
            with asked_by("page" if client.is_page else "program"):
                answer = await self._answer(client, id_, op, args)
            client.send(answer)
        finally:
            under_way.release()

    async def order(self, op: str, args: Mapping[str, Any]) -> Any:
        """Run an operation and return its value.

        Raises:
            PerformerError: when the operation fails; a ConfigError when the order is wrong.
        """
        operation = self._operations.get(op)
        if operation is None:
            raise ConfigError(
                own("There is no operation '{op}'. {op_2}", op=op, op_2=format_near_miss(op, self._operations))
            )
        return redact_tree(await operation(args))

    async def _answer(self, client: StageClient, id_: object, op: str, args: Mapping[str, Any]) -> str:
        try:
            if op == "watch":  # the only operation that is about the asker
                return _text({"id": id_, "ok": True, "value": self._state.watched.watch(client, args)})
            run = partial(self._done, id_, op, args)
            return await run_contained(f"Operation '{op}'", run, _refusal(id_, "internal error"))
        except PerformerError as error:
            return _refusal(id_, str(error))

    async def _done(self, id_: object, op: str, args: Mapping[str, Any]) -> str:
        return _text({"id": id_, "ok": True, "value": await self.order(op, args)})


def _parse_order(text: str) -> tuple[object, str, Mapping[str, Any]] | str:
    """Parse the id, the operation and the arguments of an order, or return the answer to a text that is none."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        return _refusal(None, f"Not JSON: {error}.")
    if not isinstance(fields, dict):
        return _refusal(None, "An order is a JSON object with id, op and args.")
    op, args = fields.get("op"), fields.get("args") or {}
    if not isinstance(op, str) or not isinstance(args, dict):
        return _refusal(fields.get("id"), "An order has a text 'op' and an object 'args'.")
    return fields.get("id"), op, args


def _refusal(id_: object, why: str) -> str:
    return _text({"id": id_, "ok": False, "error": why})


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(redact_tree(value), ensure_ascii=False, separators=(",", ":"))
