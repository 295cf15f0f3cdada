"""The remembered part of a conversation as a turn gets it, and the protocols of the memory that stores it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field
from datetime import datetime
from typing import Literal, Protocol

from performer.core.cues import Cue
from performer.core.values import dataclass

STAGE = "stage"
"""The channel of lines that were said on the stage only."""


@dataclass(frozen=True, kw_only=True)
class RememberedMessage:
    """A message of a channel, by a person or by the performer, or a tool's answer to the performer."""

    role: Literal["user", "assistant", "tool"]
    text: str
    at: datetime
    """Wall time, UTC."""
    author: str = ""
    """The author's name as the channel shows it; untrusted, as the text is."""
    author_id: str = ""
    message: str = ""
    """The message's number in its channel; empty when there is none."""
    reply_to: str = ""
    """The number of the message that this one answers."""
    pictures: int = 0
    """The number of attached pictures; the pictures themselves are not stored."""
    tool: str = ""
    arguments: str = ""
    """The arguments of the tool call, as JSON."""
    result: str = ""


@dataclass(frozen=True, kw_only=True)
class Recollection:
    """The memory that a turn gets; every text in it is untrusted, the performer's own too."""

    summary: str = ""
    """The summary of older messages."""
    lines: tuple[RememberedMessage, ...] = ()
    """The last messages, the oldest first, without those of the cue itself."""
    notes: tuple[str, ...] = ()
    """The notes about the channel and about the people who speak now."""
    pictures: tuple[bytes, ...] = field(default=(), repr=False)
    """The pictures attached to the lines that are answered, at most 4: JPEG, checked and encoded anew."""


Recall = Callable[[Cue], Awaitable[Recollection]]
"""Returns the memory for a cue; never raises, and takes little time."""


async def recall_nothing(_cue: Cue) -> Recollection:
    """Return an empty memory, for a show that remembers nothing."""
    return Recollection()


class MessageMemory(Protocol):
    """The memory of a chat's messages; no method waits for the storage."""

    def heard(self, channel: str, said: RememberedMessage) -> None:
        """Add a message; one whose number is known already changes nothing."""
        ...

    def edited(self, channel: str, message: str, text: str) -> None:
        """Replace the text of a message."""
        ...

    def deleted(self, channel: str, messages: Sequence[str]) -> None:
        """Remove messages that were deleted."""
        ...

    def remaining(self, channel: str, messages: Sequence[str], *, since: datetime, before: str) -> None:
        """Remove the messages of a part of a channel that is read again, but for these, which are left.

        The part begins at `since` and ends before a message; with the newest one when `before` is empty.
        """
        ...


class KeyValueStore(Protocol):
    """A store of small texts by name, which outlives the process."""

    async def kept(self, name: str) -> str:
        """Return the text of a name; empty when there is none."""
        ...

    async def keep(self, name: str, value: str) -> None:
        """Store the text of a name; it is written when this returns."""
        ...
