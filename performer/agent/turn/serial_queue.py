"""The serial queue: jobs that are done one after the other while it is open."""

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio

from performer.core.errors import PerformerError

Job = Callable[[], Awaitable[None]]


class SerialQueue:
    """Does what is put in, in its order; only while it is open. At most so many may wait."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._jobs: deque[Job] = deque()
        self._is_at_work = False
        self._moved = anyio.Event()

    def put(self, job: Job) -> bool:
        """Queue a job behind those that are queued, if there is room, and return whether there was."""
        if len(self._jobs) >= self._most:
            return False
        self._jobs.append(job)
        self._move()
        return True

    async def wait_until_empty(self) -> None:
        """Return once all that is in it is done."""
        while self._jobs or self._is_at_work:
            await self._moved.wait()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Work through it for as long as the block lasts, and then to its end; a block that is cut off leaves the rest.

        A PerformerError of the block goes up after that, as it is.
        """
        failure: PerformerError | None = None
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._work)
            try:
                yield
            except PerformerError as error:
                failure = error
            await self.wait_until_empty()
            tasks.cancel_scope.cancel()
        if failure:
            raise failure

    async def _work(self) -> None:
        while True:
            while self._jobs:
                self._is_at_work = True
                await self._jobs.popleft()()
                self._is_at_work = False
                self._move()
            await self._moved.wait()

    def _move(self) -> None:
        self._moved.set()
        self._moved = anyio.Event()
