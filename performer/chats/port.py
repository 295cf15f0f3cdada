"""The port of a chat: a place where people write lines to the performer."""

from abc import abstractmethod
from collections.abc import Callable, Collection
from typing import Protocol

from anyio.abc import TaskStatus

from performer.core.cues import ChatCue

PostCue = Callable[[ChatCue], None]
"""Takes in a cue of one line, at once: a chat never waits for what becomes of a line."""


class ChatInbox(Protocol):
    """A queue in which the lines of chats wait for their turn."""

    def put(self, cue: ChatCue) -> None:
        """Add lines."""
        ...

    def forget_lines(self, channel: str, messages: Collection[str]) -> None:
        """Remove lines, by their numbers, that their authors took back."""
        ...

    def reword_line(self, channel: str, message: str, text: str) -> None:
        """Replace the text of a line that waits by what its author has made of it."""
        ...


class Chat(Protocol):
    """A place of lines, each of which is posted once and in order.

    The lines are untrusted text, and never empty. The channel of a line begins with the chat's name.
    """

    name: str
    """The chat in the start-up table and in the channels of its lines: `console`, `discord`."""

    @abstractmethod
    async def run(self, post: PostCue, *, task_status: TaskStatus[None]) -> None:
        """Read lines until cancelled, or until the place is closed; ready once the next line will be read.

        Raises ServiceError when the place is gone.
        """
        ...
