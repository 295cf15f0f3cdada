"""A show from its beginning to its end, which is Ctrl+C, SIGTERM, a closed terminal, or its own."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Final

import anyio
from anyio.abc import TaskGroup

from performer.core.events.stream import EventStream

_LAST_WORDS_S = 0.5
"""How long readers may take, when all is over, for what they still hold."""
_FAREWELL_S: Final = 2.5
"""How long a show may take for its farewell: what goes to other machines needs a moment."""
_REQUESTS: Final = () if sys.platform == "win32" else (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What an event loop can be told to listen for; on Windows nothing."""


class ShowEnd:
    """The end of a show, whoever asks for it; it comes once, and for good."""

    def __init__(self) -> None:
        self._over = anyio.Event()
        self._preparing = anyio.CancelScope()

    @property
    def has_come(self) -> bool:
        """Whether the end was asked for."""
        return self._over.is_set()

    def come(self) -> None:
        """End the show, or what prepares it."""
        self._over.set()
        self._preparing.cancel()

    async def wait(self) -> None:
        """Return when the end has come."""
        await self._over.wait()

    @contextmanager
    def cancel_at_end(self) -> Iterator[None]:
        """Leave the block when the end comes, cancelling what it does; see `has_come`. For one block."""
        with self._preparing:
            yield

    @contextmanager
    def end_on_signal(self) -> Iterator[None]:
        """Take a request to end the process as the end, for as long as the block runs: none is missed in it."""
        if sys.platform == "win32":
            with self._on_interrupt():
                yield
            return
        loop = asyncio.get_running_loop()
        for request in _REQUESTS:
            loop.add_signal_handler(request, self.come)
        try:
            yield
        finally:
            for request in _REQUESTS:
                loop.remove_signal_handler(request)

    @contextmanager
    def _on_interrupt(self) -> Iterator[None]:
        """Take Ctrl+C where the event loop takes no signals: the handler wakes it from outside."""
        loop = asyncio.get_running_loop()
        before = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(self.come))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


async def run_whole_show(
    begin: Callable[[TaskGroup, TaskGroup], Coroutine[Any, Any, None]],
    *,
    stream: EventStream,
    ending: ShowEnd,
    farewell: Callable[[], Awaitable[None]],
) -> None:
    """Play until the end; every word of the readers is out when this returns.

    Args:
        begin: Starts the readers in the first group and all who play in the second; it may be ended at any moment.
        stream: Closed when nobody plays any more, so that its readers end.
        ending: Comes when somebody asks for it, or when the show itself says so.
        farewell: What is to be done before everybody is stopped; it has two and a half seconds.
    """
    async with anyio.create_task_group() as readers:
        try:
            async with anyio.create_task_group() as playing:
                playing.start_soon(begin, readers, playing)
                await ending.wait()
                with anyio.move_on_after(_FAREWELL_S):
                    await farewell()
                playing.cancel_scope.cancel()
        finally:
            stream.close()
            readers.cancel_scope.deadline = anyio.current_time() + _LAST_WORDS_S
