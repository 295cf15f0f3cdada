"""Opens a connection to a server, by a program's pipes or at an address; the SDK is imported with the first one."""

import gc
import importlib
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import anyio.to_thread

from performer.core.clock import Clock
from performer.tools.mcp.http_transport import WebTransport
from performer.tools.mcp.server_process import ServerProcess, run_process
from performer.tools.mcp.server_spec import ServerSpec

if TYPE_CHECKING:
    from performer.tools.mcp.connection import McpConnection

_SDK: Final = "performer.tools.mcp.connection"


@asynccontextmanager
async def open_connection(
    clock: Clock, spec: ServerSpec, *, lose: Callable[[str], None], changed: Callable[[], None]
) -> AsyncIterator["McpConnection"]:
    """Open a connection to a server for as long as the block.

    `lose` is told why, when the server is gone or has to be ended: the block is to end then. `changed` is called when
    the server's tools have changed.

    Raises:
        ServiceError: when it cannot be reached, or does not answer as it should; with the remedy.
    """
    spec.check()
    async with AsyncExitStack() as stack:
        if spec.settings.url:
            at: WebTransport | ServerProcess = WebTransport(clock, spec)
        else:
            at = await stack.enter_async_context(run_process(clock, spec))  # it starts while the SDK is imported
        sdk = await _load_sdk()
        yield await stack.enter_async_context(sdk.connect(clock, at, lose, changed))


async def _load_sdk() -> Any:
    """Import what speaks the protocol: half a second's work, and so in a thread.

    What came is kept from being looked through by every collection of garbage: these stop the show. Python's takes a
    tenth of a second of a processor for what the SDK makes, none of which is ever garbage.
    """

    def load() -> Any:
        is_new = _SDK not in sys.modules
        module = importlib.import_module(_SDK)
        if is_new:
            gc.freeze()
        return module

    return await anyio.to_thread.run_sync(load)
