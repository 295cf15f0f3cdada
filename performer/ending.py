"""The end of the show: Ctrl+C, SIGTERM, or the time that was asked for."""

import asyncio
import signal
import sys

import anyio


async def until_end(seconds: float | None) -> None:
    """Return after that many seconds (None: never), or as soon as the process is asked to end."""
    with anyio.CancelScope() as scope:
        if seconds is not None:
            scope.deadline = anyio.current_time() + seconds
        await _asked_to_end()


async def _asked_to_end() -> None:
    if sys.platform == "win32":
        await _interrupted()
    else:
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
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
