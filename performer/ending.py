"""The end of the show: Ctrl+C, SIGTERM, a closed terminal, or the show's own."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable

import anyio


async def until_end(over: anyio.Event) -> None:
    """Return when `over` is set, or the process is asked to end; from its first moment on no request is missed."""
    async with anyio.create_task_group() as either:
        either.start_soon(_first, _asked_to_end, either.cancel_scope)
        either.start_soon(_first, over.wait, either.cancel_scope)


async def _first(wait: Callable[[], Awaitable[object]], others: anyio.CancelScope) -> None:
    await wait()
    others.cancel()


async def _asked_to_end() -> None:
    if sys.platform == "win32":
        await _interrupted()
    else:
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM, signal.SIGHUP) as signals:
            async for _ in signals:
                return


async def _interrupted() -> None:
    """Wait for Ctrl+C where the event loop takes no signals: the handler wakes it from outside."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    before = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(asked.set))
    try:
        await asked.wait()
    finally:
        signal.signal(signal.SIGINT, before)
