"""The pipes of a server's program, as the streams that the SDK's client speaks through.

The SDK's own transport reads lines of any length, and as many as come: a server that floods would take the show's
memory.
"""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.client._transport import TransportStreams
from mcp.shared.message import SessionMessage
from mcp_types import (
    INTERNAL_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    jsonrpc_message_adapter,
)

from performer.core.clock import Clock
from performer.core.text import make_printable
from performer.tools.mcp.message_limits import (
    NEWS,
    WISH,
    BoundExceededError,
    OversizedLine,
    TrafficMeter,
    read_lines,
    refuse_oversized,
)
from performer.tools.mcp.server_process import ServerProcess

_log = logging.getLogger(__name__)

_WAITING: Final = 256
"""Messages that wait to be written; a caller waits no longer than it takes to put one there."""
_WRITES_S: Final = 5.0
"""A server that reads nothing for so long hangs."""
_GARBAGE: Final = 50
"""Lines in a row that are no messages; some servers greet on their standard output."""

Lose = Callable[[str], None]
"""Takes why a server is gone."""


@asynccontextmanager
async def run_pipes(clock: Clock, process: ServerProcess, lose: Lose) -> AsyncIterator[TransportStreams]:
    """Run the pipes for as long as the block; `lose` is told what ends them."""
    heard, to_client = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    from_client, unsent = anyio.create_memory_object_stream[SessionMessage](_WAITING)
    with heard, to_client, from_client, unsent:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_read, clock, process, heard, lose)
            tasks.start_soon(_write, clock, process, unsent, lose)
            tasks.start_soon(_watch, process, lose)
            try:
                yield to_client, from_client
            finally:
                tasks.cancel_scope.cancel()


async def _watch(process: ServerProcess, lose: Lose) -> None:
    lose(await process.ended())


async def _read(
    clock: Clock, process: ServerProcess, heard: MemoryObjectSendStream[SessionMessage | Exception], lose: Lose
) -> None:
    assert process.process.stdout is not None
    meter, in_a_row = TrafficMeter(clock, process.longest), 0
    try:
        async for line in read_lines(process.process.stdout, meter, process.longest):
            if isinstance(line, OversizedLine):
                await _refuse(process.name, line, heard)
                continue
            message = _parse(line, in_a_row)
            in_a_row = 0 if message else in_a_row + 1
            if message is None:
                continue
            if isinstance(message.message, JSONRPCRequest | JSONRPCNotification):
                meter.take(0, WISH if isinstance(message.message, JSONRPCRequest) else NEWS)
            await heard.send(message)
    except BoundExceededError as error:
        process.is_given_up = True
        lose(str(error))
    except (anyio.BrokenResourceError, anyio.ClosedResourceError):
        return
    else:
        lose(await process.ended_soon())


async def _refuse(server: str, line: OversizedLine, heard: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
    """Answer whoever waits for a message that is too large; where nobody knows who that is, their time runs out."""
    told = refuse_oversized(server, line.why)
    if line.request is not None:
        error = ErrorData(code=INTERNAL_ERROR, message=told)
        await heard.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=line.request, error=error)))


async def _write(
    clock: Clock, process: ServerProcess, unsent: MemoryObjectReceiveStream[SessionMessage], lose: Lose
) -> None:
    assert process.process.stdin is not None
    async for each in unsent:
        line = each.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
        # When it has closed its input or is about to end, whoever watches it tells why.
        gone = suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError)
        with clock.move_on_after(_WRITES_S) as limit, gone:
            await process.process.stdin.send(line)
        if limit.cancelled_caught:
            process.is_given_up = True
            lose("it reads nothing")
            return


def _parse(line: bytes, garbage: int) -> SessionMessage | None:
    """Return the message of a line; None where it is none, as so many lines in a row before it were none."""
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError:
        if garbage == 0:
            _log.info("A server said what is no message: %s", make_printable(line[:200].decode(errors="replace")))
    if garbage >= _GARBAGE:
        raise BoundExceededError("what it says is not the Model Context Protocol")
    return None
