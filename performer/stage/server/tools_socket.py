"""Tools for programs over a WebSocket, `{"id","op"}`, answered by `{"id","ok","value"|"error"}`.

`tools` lists them; `call` with `tool`, `arguments` and the program's `agent` runs one, sends `{"id","progress"}`
meanwhile, and is ended by `cancel` with the same id, or when its program leaves. A change of the tools is sent as
`{"op":"tools_changed"}`.
"""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any, Final, Protocol

import anyio
from anyio.abc import TaskGroup

from performer.core.errors import PerformerError
from performer.core.text import MOST_DEPTH, is_too_deep
from performer.core.values import dataclass
from performer.stage.connections import StageClient, StageClients
from performer.tools.result import Progress

_log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 8
"""The most calls of one program that may run together."""
_CANCELLED: Final = "The call was cancelled."
_NO_SHOW: Final = "There are no tools here: this is no show but a replay."

Tell = Callable[[Progress], None]
"""Takes the progress of a call."""


class ToolsPort(Protocol):
    """Runs the calls of programs."""

    def tools(self) -> Sequence[Mapping[str, Any]]:
        """Return the offered tools as JSON: name, description, parameters, is_read_only."""

    async def call(self, agent: str, tool: str, arguments: Mapping[str, Any], tell: Tell) -> Mapping[str, Any]:
        """Run a call and return its result as JSON, checked by the guard; cancelling ends the call.

        Raises:
            PerformerError: with a sentence for the program.
        """


@dataclass
class _UnderWay:
    """The running calls of one program."""

    client: StageClient
    tasks: TaskGroup
    calls: dict[str, anyio.CancelScope] = field(default_factory=dict)
    """By their ids, as JSON text."""


def announce_tools(clients: StageClients) -> None:
    """Notify every program among the clients that the tools or their choices have changed."""
    clients.broadcast(_text({"op": "tools_changed"}), "agent")


class ToolsSocket:
    """Serves the programs that come with an agent's token; without a port there are no tools, as in a replay."""

    def __init__(self, port: ToolsPort | None = None) -> None:
        self._port = port

    async def attend(self, client: StageClient) -> None:
        """Serve one program until it leaves; its calls run side by side, and end with it."""
        async with anyio.create_task_group() as tasks:
            await client.attend(partial(self._hear, _UnderWay(client, tasks)))
            tasks.cancel_scope.cancel()

    def _hear(self, under_way: _UnderWay, text: str) -> None:
        order = _order(text)
        id_, op = order.get("id"), order.get("op")
        match op:
            case "tools":
                under_way.client.send(_answer(id_, [*self._port.tools()] if self._port else []))
            case "cancel" if _key(id_) in under_way.calls:
                under_way.calls[_key(id_)].cancel()
            case "cancel":
                return  # it was answered meanwhile
            case "call":
                self._begin(under_way, id_, order)
            case _:
                under_way.client.send(_refusal(id_, "Ask with an id and an op: tools, call or cancel."))

    def _begin(self, under_way: _UnderWay, id_: object, order: Mapping[str, Any]) -> None:
        tool, arguments = order.get("tool"), order.get("arguments") or {}
        if not isinstance(tool, str) or not isinstance(arguments, dict) or _key(id_) in under_way.calls:
            why = "A call has an id of its own, a text 'tool' and an object 'arguments'."
        elif is_too_deep(arguments):
            why = f"The arguments are nested deeper than {MOST_DEPTH} times."
        elif len(under_way.calls) >= MOST_AT_ONCE:
            why = f"More than {MOST_AT_ONCE} calls at once: wait for their answers."
        elif self._port is None:
            why = _NO_SHOW
        else:
            scope = under_way.calls[_key(id_)] = anyio.CancelScope()
            call = partial(self._port.call, str(order.get("agent", "")), tool, arguments)
            under_way.tasks.start_soon(self._run, under_way, id_, scope, call)
            return
        under_way.client.send(_refusal(id_, why))

    async def _run(
        self, under_way: _UnderWay, id_: object, scope: anyio.CancelScope, call: Callable[[Tell], Any]
    ) -> None:
        answer = _refusal(id_, _CANCELLED)
        with scope:
            try:
                answer = _answer(id_, await call(partial(_tell, under_way.client, id_)))
            except PerformerError as error:
                answer = _refusal(id_, str(error))
        under_way.calls.pop(_key(id_))
        under_way.client.send(answer)


def _tell(client: StageClient, id_: object, progress: Progress) -> None:
    fields = {"text": progress.text, "done": progress.done, "total": progress.total}
    client.send(_text({"id": id_, "progress": fields}))


def _order(text: str) -> Mapping[str, Any]:
    try:
        order = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return order if isinstance(order, dict) else {}


def _key(id_: object) -> str:
    return json.dumps(id_)


def _answer(id_: object, value: object) -> str:
    return _text({"id": id_, "ok": True, "value": value})


def _refusal(id_: object, why: str) -> str:
    return _text({"id": id_, "ok": False, "error": why})


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
