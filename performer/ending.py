"""A show from its beginning to its end, which is Ctrl+C, SIGTERM, a closed terminal, or its own."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import anyio
from anyio.abc import TaskGroup

from performer.events import EventStream

_LAST_WORDS_S = 0.5
"""How long a show may take for its farewell, and its readers then for what they still hold."""


async def whole_show(
    begin: Callable[[TaskGroup, TaskGroup], Coroutine[Any, Any, None]],
    *,
    stream: EventStream,
    over: anyio.Event,
    farewell: Callable[[], Awaitable[None]],
) -> None:
    """Play until the end; every word of the readers is out when this returns.

    Args:
        begin: Starts the readers in the first group and all who play in the second; it may be ended at any moment.
        stream: Closed when nobody plays any more, so that its readers end.
        over: Set by a show that ends by itself.
        farewell: What is to be done before everybody is stopped; it has half a second.
    """
    async with anyio.create_task_group() as readers:
        try:
            async with anyio.create_task_group() as playing:
                playing.start_soon(begin, readers, playing)
                await until_end(over)
                with anyio.move_on_after(_LAST_WORDS_S):
                    await farewell()
                playing.cancel_scope.cancel()
        finally:
            stream.close()
            readers.cancel_scope.deadline = anyio.current_time() + _LAST_WORDS_S


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
