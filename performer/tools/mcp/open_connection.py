"""Opens a connection to a server, by a program's pipes or at an address; the SDK is imported with the first one."""

import gc
import importlib
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import anyio.to_thread

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.tools.mcp.definition import ToolListing
from performer.tools.mcp.http_transport import WebTransport
from performer.tools.mcp.presets.registry import apply_preset, check_server, find_preset, make_preset_listing
from performer.tools.mcp.program import run_program
from performer.tools.mcp.session import McpSession
from performer.tools.mcp.settings import McpSettings

if TYPE_CHECKING:
    from performer.tools.mcp.connection import McpConnection

_SDK: Final = "performer.tools.mcp.connection"


@asynccontextmanager
async def open_connection(
    clock: Clock,
    name: str,
    settings: McpSettings,
    *,
    lose: Callable[[str], None],
    changed: Callable[[], None],
    environ: Mapping[str, str] = os.environ,
) -> AsyncIterator["McpConnection"]:
    """Open a connection to a server for as long as the block.

    Args:
        clock: The show's clock.
        name: The server's name.
        settings: How the server is reached.
        lose: Told why, when the server is gone or has to be ended; the block is to end then.
        changed: Called when the server's tools have changed.
        environ: The variables with the keys.

    Raises:
        ServiceError: when it cannot be reached, or does not answer as it should; with the remedy.
    """
    check_server(name, settings, environ)
    if settings.url:
        web = WebTransport(clock, name, settings, environ)
        async with (await _load_sdk()).connect_by_web(web, lose, changed) as connection:
            yield connection
        return
    async with (
        run_program(clock, name, settings, environ) as program,  # it starts while the SDK is imported
        (await _load_sdk()).connect_by_pipes(clock, program, lose, changed) as connection,
    ):
        yield connection


async def _load_sdk() -> Any:
    """Import what speaks the protocol: half a second's work, and so in a thread."""
    return await anyio.to_thread.run_sync(_import_sdk)


def _import_sdk() -> ModuleType:
    """Import the SDK, and keep what came from being looked through by every collection of garbage: these stop the show.

    Python's takes a tenth of a second of a processor for what the SDK makes, none of which is ever garbage.
    """
    is_new = _SDK not in sys.modules
    module = importlib.import_module(_SDK)
    if is_new:
        gc.freeze()
    return module


async def list_server_tools(
    clock: Clock, name: str, settings: McpSettings, environ: Mapping[str, str] = os.environ
) -> ToolListing:
    """Start a server, and return what it lists.

    Raises:
        ServiceError: when it cannot be started, or does not answer; with the remedy.
    """
    preset = find_preset(settings)
    settings, found = apply_preset(settings, preset), list[ToolListing]()

    def take(told: list[Mapping[str, Any]]) -> None:
        found.append(make_preset_listing(name, settings, preset, told))
        session.lose("it was seen")

    session = McpSession(clock, name, start_s=settings.start_s, listed=take)
    end = await session.run(partial(open_connection, clock, name, settings, environ=environ))
    if not found:
        raise ServiceError(end.reason)
    return found[0]
