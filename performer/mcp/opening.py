"""How a server is opened, whichever way it is reached; the SDK is imported here, when the first one is."""

import gc
import importlib
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import anyio.to_thread

from performer.clock import Clock
from performer.mcp.presets.known import check
from performer.mcp.program import started
from performer.mcp.settings import McpSettings
from performer.mcp.web import Web

if TYPE_CHECKING:
    from performer.mcp.connection import Connection

_SDK: Final = "performer.mcp.connection"


@asynccontextmanager
async def opened(
    clock: Clock,
    name: str,
    settings: McpSettings,
    *,
    lose: Callable[[str], None],
    changed: Callable[[], None],
    environ: Mapping[str, str] = os.environ,
) -> AsyncIterator["Connection"]:
    """Be connected with a server for as long as the block.

    Args:
        clock: Whose seconds count.
        name: What it is called.
        settings: How it is reached.
        lose: Told why, when it is gone or has to be put down; the block is to end then.
        changed: Told when its tools have changed.
        environ: Has the keys.

    Raises:
        ServiceError: when it cannot be reached, or does not answer as it should; with the remedy.
    """
    check(name, settings, environ)
    if settings.url:
        web = Web(clock, name, settings, environ)
        async with (await _sdk()).by_web(web, lose, changed) as connection:
            yield connection
        return
    async with (
        started(clock, name, settings, environ) as program,  # it starts while the SDK is imported
        (await _sdk()).by_pipes(clock, program, lose, changed) as connection,
    ):
        yield connection


async def _sdk() -> Any:
    """Import what speaks the protocol: half a second's work, and so in a thread."""
    return await anyio.to_thread.run_sync(_imported)


def _imported() -> ModuleType:
    """Import it, and keep what came from being looked through by every collection of garbage: these stop the show.

    Python's takes a tenth of a second of a processor for what the SDK makes, none of which is ever garbage.
    """
    is_new = _SDK not in sys.modules
    module = importlib.import_module(_SDK)
    if is_new:
        gc.freeze()
    return module
