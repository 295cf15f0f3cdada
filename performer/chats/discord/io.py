"""The link to Discord as the brain sees it, whether the bot runs in this process or on another machine."""

from collections.abc import Callable
from typing import Literal, Protocol, TypeVar

from anyio.abc import TaskStatus

from performer.chats.discord.wire.calls import Call
from performer.chats.discord.wire.happenings import Happening
from performer.errors import ServiceError

T = TypeVar("T")

Trouble = Literal["unknown_method", "bad_arguments", "denied", "discord_error", "deadline", "link", "unknown_outcome"]
"""What kind of failure a call met. `link`: nothing leads to Discord now; `unknown_outcome`: it may have been done."""


About = Literal["place", "words", "moment"]
"""What a refusal is about: where something was to be done, what was to be said, or that it was too soon."""


class DiscordFailed(ServiceError):
    """Says why a call came to nothing, or that nobody knows.

    Args:
        kind: What kind of failure it is.
        message: One sentence for the streamer or the model, without secrets.
        method: Of which call.
        about: Of a `discord_error`: what is refused.
        again_in_s: Of a moment: when it may be tried again.
    """

    def __init__(
        self, kind: Trouble, message: str, method: str, *, about: About = "place", again_in_s: float = 0.0
    ) -> None:
        super().__init__(message, retry=kind in {"deadline", "link", "discord_error"})
        self.kind = kind
        self.method = method
        self.about = about
        self.again_in_s = again_in_s


class DiscordIO(Protocol):
    """A link to Discord.

    `run` keeps it up until cancelled, and hands what happens to `hear`, in order and without waiting for it; it is
    ready when it is known whether the link is up. It never raises for Discord's sake: it tells LinkChanged, and tries
    again where that may help. Calls may be made at any time, from any task of the same loop.
    """

    async def run(self, hear: Callable[[Happening], None], *, task_status: TaskStatus[None]) -> None:
        """Keep the link up."""
        ...

    async def call(self, call: Call[T]) -> T:
        """Do what is asked, and give its answer.

        Raises:
            DiscordFailed: when it came to nothing, or nobody knows.
        """
        ...


class NoncedIO(DiscordIO, Protocol):
    """A link that can be asked twice for the same message: the bot itself, behind a server of calls."""

    async def call(self, call: Call[T], *, nonce: str = "") -> T:
        """Do what is asked, and give its answer.

        Args:
            call: What is asked.
            nonce: Of a `Send`: Discord writes two with the same one, within minutes, once; up to 25 characters. Empty:
                one is made up.

        Raises:
            DiscordFailed: when it came to nothing, or nobody knows.
        """
        ...
