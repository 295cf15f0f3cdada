"""The link to the running show: found by the file that it writes into its home, and renewed when a show starts."""

import itertools
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import aiohttp
import anyio
import anyio.to_thread
from anyio.abc import TaskStatus
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.core.redact.redact import add_secret
from performer.tools.result import Progress, ToolResult, decode_progress, decode_result


def read_address(stage_file: Path) -> tuple[str, str] | None:
    """Read where a show takes calls of programs, and its token, from `run/stage.json`; None where none does."""
    facts = _read_object(stage_file)
    url, token = facts.get("agent_url"), _find_token(facts.get("tokens"))
    return (url, token) if isinstance(url, str) and token else None


def read_token(tokens_file: Path) -> str:
    """Read the agents' token that is good now; empty where there is none."""
    return _find_token(_read_object(tokens_file))


def _read_object(file: Path) -> Mapping[str, Any]:
    try:
        return _parse_object(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return {}


def _find_token(tokens: object) -> str:
    token = tokens.get("agent") if isinstance(tokens, dict) else None
    if not isinstance(token, str):
        return ""
    add_secret(token)
    return token


_log = logging.getLogger(__name__)

NOT_RUNNING: Final = f"The performer is not running: start it with {COMMAND}"
ENDED: Final = f"The performer ended before this was done. Start it again with {COMMAND}"
_LOOK_EVERY_S: Final = 2.0
"""How often it is looked whether a show has begun."""
_WAIT_S: Final = 3.0
"""How long a call waits for a show that may be there."""
_CONNECT_S: Final = 3.0
_HEARTBEAT_S: Final = 10.0
_MOST_BYTES: Final = 8 * 1024 * 1024
"""Of one message: a result with its pictures in Base64."""
_MOST_WAITING: Final = 64
_MOST_PROGRESS: Final = 16
"""Notes on how far a call is that may wait to be read; the newest are then left out."""

_Message = Mapping[str, Any]
Tell = Callable[[Progress], Awaitable[None]]


class ShowLink:
    """The link to the show that runs in a home, whichever that is at the time."""

    def __init__(self, clock: Clock, home: Home) -> None:
        self._changed = anyio.Event()
        """Set when other tools may be offered than before: a show began, or has other choices."""
        self._clock = clock
        self._home = home
        self._ids = itertools.count(1)
        self._waiting: dict[object, MemoryObjectSendStream[_Message]] = {}
        """Who waits for an answer, by the order's id."""
        self._outgoing: MemoryObjectSendStream[str] | None = None
        """Takes what goes to the show; None while there is no line."""
        self._looked = anyio.Event()
        """Set when it is known anew whether there is a line."""
        self._wanted = anyio.Event()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Run the link until cancelled; whoever calls before it was tried once waits for that."""
        task_status.started()
        while True:
            self._wanted = anyio.Event()
            address = await anyio.to_thread.run_sync(read_address, self._home.stage_file)
            if address:
                await self._try(*address)
            self._tell_looked()
            with self._clock.move_on_after(_LOOK_EVERY_S):
                await self._wanted.wait()

    async def wait_for_change(self) -> None:
        """Wait until other tools may be offered than before."""
        await self._changed.wait()
        self._changed = anyio.Event()

    async def tools(self) -> Sequence[_Message]:
        """Return the tools that the show offers.

        Raises:
            ServiceError: when no show runs.
        """
        async with self._ask({"op": "tools"}) as answers:
            listed = _get_value(await answers.receive())
        return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []

    async def call(self, agent: str, tool: str, arguments: Mapping[str, Any], tell: Tell) -> ToolResult:
        """Run a tool in the show, and return its result; cancelling this ends it there too.

        Raises:
            ServiceError: when it came to nothing, with the sentence of whoever refused it; when no show runs, or it
                ends meanwhile.
        """
        order = {"op": "call", "agent": agent, "tool": tool, "arguments": arguments}
        async with self._ask(order) as answers:
            while "progress" in (message := await answers.receive()):
                await tell(decode_progress(message["progress"]))
        try:
            return decode_result(_get_value(message))
        except ValueError as error:
            raise ServiceError(f"The performer's answer cannot be read: {error}.") from None

    async def _try(self, url: str, token: str) -> None:
        limit = aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT_S)
        key = {"Authorization": f"Bearer {token}"}
        try:
            async with (
                aiohttp.ClientSession(timeout=limit, headers=key) as session,
                session.ws_connect(url, heartbeat=_HEARTBEAT_S, max_msg_size=_MOST_BYTES) as socket,
            ):
                await self._hold(socket)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            # The file of a performer that was killed, or of one that is just going.
            _log.info("No line to the show: %s.", type(error).__name__)

    async def _hold(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        outgoing, to_send = anyio.create_memory_object_stream[str](_MOST_WAITING)
        try:
            async with outgoing, to_send, anyio.create_task_group() as tasks:
                tasks.start_soon(_send_all, to_send, socket)
                self._outgoing = outgoing
                self._tell_looked()
                self._changed.set()
                async for frame in socket:
                    self._hear(frame)
                tasks.cancel_scope.cancel()
        finally:
            self._outgoing = None
            while self._waiting:  # there will be no answer
                self._waiting.popitem()[1].close()

    def _tell_looked(self) -> None:
        self._looked.set()
        self._looked = anyio.Event()

    def _hear(self, frame: aiohttp.WSMessage) -> None:
        message = _parse_object(frame.data) if frame.type is aiohttp.WSMsgType.TEXT else {}
        if message.get("op") == "tools_changed":
            self._changed.set()
        waiting = self._waiting.get(message.get("id"))
        if waiting is None:
            return
        if "progress" not in message:
            del self._waiting[message["id"]]
            with waiting:
                waiting.send_nowait(message)
        elif waiting.statistics().current_buffer_used < _MOST_PROGRESS:
            waiting.send_nowait(message)

    @asynccontextmanager
    async def _ask(self, order: _Message) -> AsyncIterator[MemoryObjectReceiveStream[_Message]]:
        """Send an order and yield its answers; it is cancelled there when the block ends before the last of them."""
        outgoing = await self._line()
        id_ = next(self._ids)
        waiting, answers = anyio.create_memory_object_stream[_Message](_MOST_PROGRESS + 1)
        with answers:
            try:
                outgoing.send_nowait(json.dumps({**order, "id": id_}))
                self._waiting[id_] = waiting
                yield answers
            except anyio.WouldBlock:
                raise ServiceError("Too many calls wait for the performer; try again later.") from None
            except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
                raise ServiceError(ENDED) from None
            finally:
                waiting.close()
                if self._waiting.pop(id_, None) and self._outgoing is not None:
                    with suppress(anyio.WouldBlock, anyio.BrokenResourceError, anyio.ClosedResourceError):
                        self._outgoing.send_nowait(json.dumps({"id": id_, "op": "cancel"}))

    async def _line(self) -> MemoryObjectSendStream[str]:
        if self._outgoing is None:
            self._wanted.set()
            with self._clock.move_on_after(_WAIT_S):
                await self._looked.wait()
        if self._outgoing is None:
            raise ServiceError(NOT_RUNNING)
        return self._outgoing


async def _send_all(texts: MemoryObjectReceiveStream[str], socket: aiohttp.ClientWebSocketResponse) -> None:
    with suppress(ConnectionResetError):  # whoever reads hears of it too
        async for text in texts:
            await socket.send_str(text)


def _parse_object(text: str) -> _Message:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _get_value(message: _Message) -> object:
    if message.get("ok") is not True:
        raise ServiceError(str(message.get("error") or ENDED))
    return message.get("value")
