"""The port of a chat: a place where people write lines to the performer."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Protocol

from anyio.abc import TaskStatus

from performer.core.cues import ChatLine

PostLine = Callable[[ChatLine], None]
"""Takes a line in, at once: a chat never waits for what becomes of a line."""


class Chat(Protocol):
    """A place of lines, each of which is posted once and in order.

    The lines are untrusted text, and never empty. The channel of a line begins with the chat's name.
    """

    name: str
    """The chat in the start-up table and in the channels of its lines: `console`, `discord`."""

    @abstractmethod
    async def run(self, post: PostLine, *, task_status: TaskStatus[None]) -> None:
        """Read lines until cancelled, or until the place is closed; ready once the next line will be read.

        Raises:
            ServiceError: when the place is gone.
        """
        ...
