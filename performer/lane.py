"""A lane: things that take a while, done one after the other beside whoever puts them in."""

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio

from performer.errors import PerformerError

Job = Callable[[], Awaitable[None]]


class Lane:
    """Does what is put in, in its order; only while it is open.

    Args:
        most: How many may wait.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._jobs: deque[Job] = deque()
        self._is_at_work = False
        self._moved = anyio.Event()

    def put(self, job: Job) -> bool:
        """Have something done after what is in the lane already, if there is room; tells so at once."""
        if len(self._jobs) >= self._most:
            return False
        self._jobs.append(job)
        self._move()
        return True

    async def empty(self) -> None:
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
            await self.empty()
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
