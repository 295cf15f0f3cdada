"""The outboxes of all channels, each with a task of its own while it has something to write."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import anyio
from anyio.abc import TaskGroup

from performer.chats.discord.io import DiscordIO
from performer.chats.discord.mirror.outbox import Outbox
from performer.chats.discord.mirror.post import Post
from performer.clock import Clock

FAREWELL_S: Final = 2.0
"""How long the last words may take."""
_MOST_CHANNELS: Final = 64


class Outboxes:
    """Takes posts for any channel, at once and without waiting.

    Args:
        clock: Whose seconds count.
        io: The link to Discord.
        told: Says how many lines were dropped, past the guard.
    """

    def __init__(self, clock: Clock, io: DiscordIO, told: Callable[[int], str]) -> None:
        self._clock = clock
        self._io = io
        self._told = told
        self._boxes: dict[str, Outbox] = {}
        self._tasks: TaskGroup | None = None

    def put(self, channel: str, post: Post) -> None:
        """Have a post sent to a channel, after those that wait."""
        box = self._box(channel)
        box.put(post)
        self._start(box)

    def changed(self, channel: str, post: Post) -> None:
        """Take in that a post is wanted otherwise than before, or is due now."""
        box = self._box(channel)
        box.changed(post)
        self._start(box)

    def withdraw(self, channel: str, post: Post) -> None:
        """Let a post go that has not been sent."""
        self._box(channel).withdraw(post)

    def try_again(self) -> None:
        """Go on at once with what waits: the link is there."""
        for box in self._boxes.values():
            box.try_again()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Write for as long as the block lasts, and then the rest, within two seconds."""
        async with anyio.create_task_group() as tasks:
            self._tasks = tasks
            for box in self._boxes.values():
                box.start(tasks)
            try:
                yield
            finally:
                self._tasks = None
            await self.finish()
            tasks.cancel_scope.cancel()

    async def finish(self) -> None:
        """Have the rest written without pauses, and return when it is, or after two seconds."""
        with self._clock.move_on_after(FAREWELL_S):
            async with anyio.create_task_group() as last_words:
                for box in self._boxes.values():
                    last_words.start_soon(box.finish)

    def _box(self, channel: str) -> Outbox:
        if channel not in self._boxes:
            self._forget_some()
            self._boxes[channel] = Outbox(self._clock, self._io, channel, self._told)
        return self._boxes[channel]

    def _start(self, box: Outbox) -> None:
        if self._tasks:
            box.start(self._tasks)

    def _forget_some(self) -> None:
        """Forget channels in which nothing is written, so that many of them take no room."""
        at_rest = [channel for channel, box in self._boxes.items() if box.is_at_rest]
        for channel in at_rest[: max(0, len(self._boxes) - _MOST_CHANNELS)]:
            del self._boxes[channel]
