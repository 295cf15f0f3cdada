"""The mirror's health: whether the stage's channel takes what is written there, published as a service's state."""

from typing import Final, TypeVar

from anyio.abc import TaskStatus

from performer.chats.discord.hub import About, DiscordFailed, DiscordIO, EventReader
from performer.chats.discord.wire.calls import Call, Send
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.own_text import own

T = TypeVar("T")

SERVICE: Final = own("discord mirror")
_REFUSALS: Final = ("denied", "discord_error")
"""What the channel does not take; a link that is down is the hub's to tell."""
_TOLD: Final[dict[About, str]] = {
    "place": "misses lines: {why} If that is the wrong channel, set discord.stage_channel.",
    "words": "misses a line: {why}",
    "moment": "is slower than the show: {why} Lines wait up to two minutes, and are dropped and counted then.",
}


class WatchedIO:
    """A link that publishes when the stage's channel refuses a message, and when it takes one again."""

    def __init__(self, stream: EventStream, io: DiscordIO, stage_channel: str) -> None:
        self._stream = stream
        self._io = io
        self._stage_channel = stage_channel
        self._refused: set[str] | None = None
        """What every refused message had besides text, while the channel counts as down; None: it does not."""
        self._passing: set[About] = set()
        """Refusals that come and go, and were told once: of words and moments."""

    async def run(self, hear: EventReader, *, task_status: TaskStatus[None]) -> None:
        """Keep the link up."""
        await self._io.run(hear, task_status=task_status)

    async def call(self, call: Call[T]) -> T:
        """Make a call, and return its answer, as `DiscordIO` says."""
        watched = call if isinstance(call, Send) and call.channel_id == self._stage_channel else None
        try:
            answer = await self._io.call(call)
        except DiscordFailed as failure:
            if watched and failure.kind in _REFUSALS:
                self._note_refusal(watched, failure)
            raise
        # Where cards alone were refused, a text that gets through shows nothing.
        if watched and self._refused is not None and self._refused <= _list_parts(watched):
            self._refused = None
            self._stream.publish(ServiceUp(service=SERVICE, reason=own("The stage's channel takes what is written.")))
        return answer

    def _note_refusal(self, call: Send, failure: DiscordFailed) -> None:
        """Publish that a message was refused, once for each kind of what is missing."""
        if failure.about in self._passing:
            return
        # Words and moments are no matter of what a message has besides: the next that gets through ends it.
        parts = _list_parts(call) if failure.about == "place" else set()
        if self._refused is not None:
            self._refused &= parts
            return
        self._refused = parts
        if failure.about != "place":
            self._passing.add(failure.about)
        told = own(_TOLD[failure.about], why=failure)
        number = int(call.channel_id) if call.channel_id.isdecimal() else call.channel_id
        reason = own("The stage's channel, {number}, {told}", number=number, told=told)
        self._stream.publish(ServiceDown(service=SERVICE, reason=reason))


def _list_parts(call: Send) -> set[str]:
    """Return what a message has besides text: for each of them the bot needs one more permission."""
    return {name for name in ("reply_to", "cards", "pictures") if getattr(call, name)}
