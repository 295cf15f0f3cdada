"""The chat port: a place where people write lines."""

from collections.abc import Callable
from typing import Protocol

from anyio.abc import TaskStatus

from performer.core.cues import ChatLine


class Chat(Protocol):
    """A chat hands every line that people write to `post`, until it is cancelled or its place is closed.

    The lines are untrusted text. A chat never waits for what becomes of a line.
    """

    name: str
    """For the start-up table: `console`."""

    async def run(self, post: Callable[[ChatLine], None], *, task_status: TaskStatus[None]) -> None:
        """Read lines; raises ServiceError when the place is gone."""
        ...
