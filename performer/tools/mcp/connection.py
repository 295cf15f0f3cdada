"""The connection to a server, by the SDK: starting to talk, listing tools and calling them.

The SDK takes half a second to import: only whoever opens a connection imports this module.
"""

import json
import logging
import math
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

import anyio
import httpx2
import mcp_types as types
from mcp import Client, MCPError
from mcp.client._transport import Transport
from mcp.client.session import IncomingMessage
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import SubscriptionLost
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import TypeAdapter, ValidationError

from performer.core.clock import Clock
from performer.core.errors import ServiceError, ToolFailedError
from performer.core.own_text import own
from performer.core.text import map_arguments
from performer.core.values import dataclass
from performer.tools.mcp.http_transport import WebTransport
from performer.tools.mcp.results import parse_result
from performer.tools.mcp.server_process import ServerProcess
from performer.tools.mcp.stdio_transport import Lose, run_pipes
from performer.tools.mcp.tool_pages import read_tools
from performer.tools.result import Progress, ToolResult

# Its troubles are told by us, in a sentence each; it would log a traceback for every one.
for _name in ("mcp.client", "client"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)

_CLOSED: Final = "Connection closed"
"""What the SDK says to whoever waits for an answer when the other side is gone."""
_FORGOTTEN: Final = "Session terminated"
"""What the SDK says of a server that has begun anew meanwhile."""
_WRAPPED: Final = re.compile(r"^(?:Failed to parse JSON response|SSE stream failed): (?=its answer has )")
"""What the SDK puts before our reason why an answer was not read."""
_SAID: Final = 300
"""Characters of what a server says went wrong."""
_ME: Final = types.Implementation(name="stream-performer", version="0")
_ANSWER: Final[TypeAdapter[types.CallToolResult | types.InputRequiredResult]] = TypeAdapter(
    types.CallToolResult | types.InputRequiredResult
)
_TROUBLES: Final = (
    MCPError,
    ValidationError,
    httpx2.HTTPError,
    httpx2.InvalidURL,
    httpx2.StreamError,
    OSError,
    RuntimeError,
    anyio.BrokenResourceError,
    anyio.ClosedResourceError,
)
"""What the SDK raises when the other side is not as it should be."""


@dataclass(frozen=True, slots=True)
class McpConnection:
    """A server that answers, and where it is; `_lose` is told when the server is there, but has forgotten us."""

    _client: Client
    at: ServerProcess | WebTransport
    _lose: Lose

    async def ping(self) -> None:
        """Ping the server, and wait until it has answered, if only that it does not know what it was asked.

        Raises:
            ServiceError: when what came is no answer of its own.
        """
        try:
            await self._client.session.send_ping()
        except (MCPError, ValidationError) as error:
            await _wait_for_end(error)
            self._note_forgotten(error)
            if trouble := self.at.refusal or self.at.outage:
                raise trouble from None

    async def tools(self) -> list[Mapping[str, Any]]:
        """Return the server's tools as the wire has them, so many pages and no more.

        Raises:
            ServiceError: when it cannot.
        """
        try:
            return await read_tools(self._client)
        except (MCPError, ValidationError) as error:
            await _wait_for_end(error)
            raise ServiceError(f"it does not list its tools: {_describe_error(error)}") from None

    async def call(
        self, tool: str, arguments: Mapping[str, object], report: Callable[[Progress], None], *, told_as: str
    ) -> ToolResult:
        """Call a tool and return its result; cancelling this cancels the call there too.

        What the answer is to look like is not checked: it would be by a schema of the server's own, whose patterns
        can take for ever.

        Raises:
            ToolFailedError: when it comes to nothing; with a sentence for the model.
        """
        params = types.CallToolRequestParams(name=tool, arguments=_make_sendable(arguments, told_as))

        async def tell(progress: float, total: float | None, message: str | None) -> None:
            report(Progress(text=(message or "")[:_SAID], done=_keep_finite(progress), total=_keep_finite(total)))

        try:
            request = types.CallToolRequest(params=params)
            answer = await self._client.session.send_request(request, _ANSWER, progress_callback=tell)
        except (MCPError, ValidationError) as error:
            await _wait_for_end(error)
            self._note_forgotten(error)
            raise ToolFailedError(
                own("{told_as}: {why}", told_as=told_as, why=self.at.refusal or _describe_error(error))
            ) from None
        if isinstance(answer, types.InputRequiredResult):
            raise ToolFailedError(own("{told_as} asks a person for more, and nobody here answers it.", told_as=told_as))
        return parse_result(told_as, answer)

    def _note_forgotten(self, error: Exception) -> None:
        if isinstance(error, MCPError) and error.message == _FORGOTTEN:
            self._lose("it knows no more of us")

    async def watch(self, changed: Callable[[], None]) -> None:
        """Wait for changes of the tools on a newer server, which has to be asked for them; an older one just tells."""
        if self._client.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return
        try:
            async with self._client.listen(tools_list_changed=True) as changes:
                changed()  # they may have, before it knew that somebody listens
                async for _ in changes:
                    changed()
        except (MCPError, SubscriptionLost):
            return


@asynccontextmanager
async def connect(
    clock: Clock, at: ServerProcess | WebTransport, lose: Lose, changed: Callable[[], None]
) -> AsyncIterator[McpConnection]:
    """Yield a connection with a server for as long as the block.

    Raises:
        ServiceError: when it does not answer as it should, or is gone.
    """

    async def heard(message: IncomingMessage) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            changed()

    async with AsyncExitStack() as stack:
        if isinstance(at, ServerProcess):
            transport: Transport = run_pipes(clock, at, lose)
        else:
            http = await stack.enter_async_context(at.client(lose))
            transport = streamable_http_client(at.url, http_client=http, max_sse_event_size=None)
        try:
            async with Client(transport, message_handler=heard, client_info=_ME, cache=None) as client:
                yield McpConnection(client, at, lose)
        except BaseExceptionGroup as group:
            known, others = group.split(_TROUBLES)
            if others is not None or known is None:
                raise
            raise await _explain_failure(_find_first(known), at) from None
        except _TROUBLES as error:
            raise await _explain_failure(error, at) from None


def _make_sendable(arguments: Mapping[str, object], told_as: str) -> dict[str, Any]:
    """Return arguments as the wire can carry them: half a character as `?`.

    Raises:
        ToolFailedError: for what no JSON can hold, such as a number without an end.
    """
    try:
        whole = map_arguments(arguments, lambda text: text.encode(errors="replace").decode())
        json.dumps(whole, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise ToolFailedError(
            own("{told_as}: an argument is nothing that can be sent; give texts and numbers.", told_as=told_as)
        ) from None
    return whole


def _keep_finite(number: float | None) -> float | None:
    """Return a number that can be shown, or None; a server may say that it is at no number of infinitely many."""
    return number if number is not None and math.isfinite(number) else None


async def _wait_for_end(error: Exception) -> None:
    """Wait, when the connection is closed, until whoever knows why ends this: here no more is known."""
    if isinstance(error, MCPError) and error.message == _CLOSED:
        await anyio.sleep_forever()


async def _explain_failure(error: BaseException, at: ServerProcess | WebTransport) -> ServiceError:
    if isinstance(at, ServerProcess) and isinstance(error, MCPError) and error.message == _CLOSED:
        return ServiceError(await at.ended_soon())
    if isinstance(at, WebTransport) and isinstance(error, httpx2.ConnectError):
        return ServiceError(f"nobody is there at {at.host}")
    said = "it answers: " if isinstance(error, MCPError) else ""
    return at.refusal or ServiceError(f"{said}{_describe_error(error)}")


def _find_first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    first = group.exceptions[0]
    return _find_first(first) if isinstance(first, BaseExceptionGroup) else first


def _describe_error(error: BaseException) -> str:
    """Return what went wrong in a few words; they may be the server's own."""
    match error:
        case ValidationError():
            return "what it answers is not as the protocol has it"
        case MCPError():
            return _WRAPPED.sub("", " ".join(error.message.split()))[:_SAID]
        case httpx2.HTTPError() | httpx2.StreamError() | httpx2.InvalidURL() | OSError():
            return f"{type(error).__name__} {' '.join(str(error).split())}".strip()[:_SAID]
        case _:
            return " ".join(str(error).split())[:_SAID] or type(error).__name__
