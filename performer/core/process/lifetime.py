"""The lifetime of a show, which ends by Ctrl+C, SIGTERM, a closed terminal, a log-off, or by itself."""

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Final

import anyio
from anyio.abc import TaskGroup

from performer.core.events.stream import EventStream
from performer.core.platform import watch_end_requests

_LAST_WORDS_S = 0.5
"""The time that readers get, after the end, for the events that they still hold."""
_FAREWELL_S: Final = 2.5
"""The time limit of the farewell: messages to other machines need a moment."""


class ShowEnd:
    """The end of a show, which any part may ask for; it comes once, and for good."""

    def __init__(self) -> None:
        self._over = anyio.Event()
        self._preparing = anyio.CancelScope()
        self.begins_again = False
        """Whether the show was ended to begin again, with the settings as they are then."""

    @property
    def has_come(self) -> bool:
        """Whether the end was asked for."""
        return self._over.is_set()

    def come(self, *, begins_again: bool = False) -> None:
        """End the show, or its preparation."""
        self.begins_again = begins_again and not self.has_come
        self._over.set()
        self._preparing.cancel()

    async def wait(self) -> None:
        """Wait for the end."""
        await self._over.wait()

    @contextmanager
    def cancel_at_end(self) -> Iterator[None]:
        """Cancel the block when the end comes; see `has_come`. Only one block may use it."""
        with self._preparing:
            yield

    @contextmanager
    def end_on_signal(self) -> Iterator[None]:
        """Treat each signal that asks the process to end as the end of the show, while the block runs."""
        with watch_end_requests(self.come):
            yield


async def run_whole_show(
    begin: Callable[[TaskGroup, TaskGroup], Coroutine[Any, Any, None]],
    *,
    stream: EventStream,
    ending: ShowEnd,
    farewell: Callable[[], Awaitable[None]],
) -> None:
    """Run a show until its end; all readers of the stream have finished when this returns.

    `begin` starts the readers in the first group and all other services in the second, and is cancelled at the end.
    Before the services are stopped `farewell` runs, for two and a half seconds at most. When they have stopped, the
    stream is closed, so that its readers end.
    """
    async with anyio.create_task_group() as readers:
        try:
            async with anyio.create_task_group() as services:
                services.start_soon(begin, readers, services)
                await ending.wait()
                with anyio.move_on_after(_FAREWELL_S):
                    await farewell()
                services.cancel_scope.cancel()
        finally:
            stream.close()
            readers.cancel_scope.deadline = anyio.current_time() + _LAST_WORDS_S
