"""Recollection: what is remembered of a conversation, as a turn is told of it, and who is asked to remember."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from performer.core.cues import Cue

STAGE = "stage"
"""The channel of what was said on the stage alone."""


@dataclass(frozen=True, kw_only=True)
class RememberedMessage:
    """One message of a channel, by a person, by the performer itself, or a tool's answer to it."""

    role: Literal["user", "assistant", "tool"]
    text: str
    at: datetime
    """Wall time, UTC."""
    author: str = ""
    """Who, as the channel shows them; untrusted, as the text is."""
    author_id: str = ""
    message: str = ""
    """Its number in its channel; empty where there is none."""
    reply_to: str = ""
    """The number of the message that it answers."""
    pictures: int = 0
    """How many were put to it; they are not kept."""
    tool: str = ""
    arguments: str = ""
    """Of a tool's: as JSON."""
    result: str = ""


@dataclass(frozen=True, kw_only=True)
class Recollection:
    """What a turn is told of what was before; every text in it is untrusted, the performer's own too."""

    summary: str = ""
    """Of what lies further back."""
    lines: tuple[RememberedMessage, ...] = ()
    """The last ones, the oldest first, without those of the cue itself."""
    notes: tuple[str, ...] = ()
    """What was kept on purpose, of the channel and of the people who speak now."""
    pictures: tuple[bytes, ...] = field(default=(), repr=False)
    """What people put to the lines that are answered: JPEG, checked and written anew, 4 at most."""


Recall = Callable[[Cue], Awaitable[Recollection]]
"""Tells what is remembered for a cue; it never raises, and takes little time."""


async def recall_nothing(_cue: Cue) -> Recollection:
    """Remember nothing."""
    return Recollection()


class MessageMemory(Protocol):
    """Takes in what is said in a channel, without anybody waiting for it."""

    def heard(self, channel: str, said: RememberedMessage) -> None:
        """Take in a message; one whose number is known already changes nothing."""
        ...

    def edited(self, channel: str, message: str, text: str) -> None:
        """Take in that a message reads otherwise now."""
        ...

    def deleted(self, channel: str, messages: Sequence[str]) -> None:
        """Forget messages that are gone."""
        ...

    def remaining(self, channel: str, messages: Sequence[str], *, since: datetime, before: str) -> None:
        """Take in that a channel was read again: of what was said there since then, these messages are left.

        Args:
            channel: Which one.
            messages: All their numbers.
            since: From when on it was read.
            before: Up to which message, itself not included; empty: to the newest.
        """
        ...


class KeyValueStore(Protocol):
    """Keeps small texts over restarts, by name."""

    async def kept(self, name: str) -> str:
        """Give what is kept by this name; empty when nothing is."""
        ...

    async def keep(self, name: str, value: str) -> None:
        """Keep it; written when this returns."""
        ...
