"""The mirror's health: whether Discord takes what is written, and what was lost, published as a service's state."""

from typing import Final

from performer.chats.discord.hub import About, DiscordFailed
from performer.chats.discord.mirror.message import LINE_WORTH_S, MirrorMessage
from performer.chats.discord.wire.calls import Send
from performer.core.clock import Clock
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.own_text import OwnText, join_own, own
from performer.core.recent_dict import RecentDict
from performer.core.values import dataclass

SERVICE: Final = own("discord mirror")
TOLD_S: Final = 120.0
"""How long it is told at least that something was lost: who plays does not look at once."""
_MOST_CHANNELS: Final = 16
_REFUSALS: Final = ("denied", "discord_error")
"""What the channel does not take; a link that is down is the hub's to tell."""
_TOLD: Final[dict[About, str]] = {
    "place": "misses lines: {why} If that is the wrong channel, set discord.stage_channel.",
    "words": "misses a line: {why}",
    "moment": "is slower than the show: {why} Lines wait up to {s:.0f} s, and are dropped and counted then.",
}


@dataclass
class _Loss:
    """What was lost of one channel."""

    at_s: float = 0.0
    """When the last of it was."""
    answers: int = 0
    lines: int = 0


class MirrorHealth:
    """Publishes when the stage's channel refuses a message, when anything was lost, and when Discord takes it again."""

    def __init__(self, clock: Clock, stream: EventStream, stage_channel: str) -> None:
        self._clock = clock
        self._stream = stream
        self._stage_channel = stage_channel
        self._refused: set[str] | None = None
        """What every refused message had besides text, while the stage's channel counts as down; None: it does not."""
        self._passing: set[About] = set()
        """Refusals that come and go, and were told once: of words and moments."""
        self._lost: RecentDict[str, _Loss] = RecentDict(_MOST_CHANNELS)
        """What was lost, by channel, for as long as that is told."""

    def note_sent(self, call: Send) -> None:
        """Note that Discord has taken a message."""
        was_refused, had_lost = self._refused is not None, bool(self._lost)
        # Where cards alone were refused, a text that gets through shows nothing.
        if call.channel_id == self._stage_channel and self._refused is not None and self._refused <= _list_parts(call):
            self._refused = None
        self._forget_old_losses()
        if (was_refused or had_lost) and self._refused is None and not self._lost:
            where = own("The stage's channel") if was_refused else own("Discord")
            self._stream.publish(ServiceUp(service=SERVICE, reason=own("{where} takes what is written.", where=where)))

    def note_refusal(self, call: Send, failure: DiscordFailed) -> None:
        """Publish that the stage's channel refused a message, once for each kind of what is missing."""
        if call.channel_id != self._stage_channel or failure.kind not in _REFUSALS or failure.about in self._passing:
            return
        # Words and moments are no matter of what a message has besides: the next that gets through ends it.
        parts = _list_parts(call) if failure.about == "place" else set()
        if self._refused is not None:
            self._refused &= parts
            return
        self._refused = parts
        if failure.about != "place":
            self._passing.add(failure.about)
        told = own(_TOLD[failure.about], why=failure, s=LINE_WORTH_S)
        self._publish(own("The stage's channel, {number}, {told}", number=_name(call.channel_id), told=told))

    def note_loss(self, channel: str, message: MirrorMessage, why: str, *, is_refused: bool = False) -> None:
        """Publish that a message will not be written: each answer, and the first of lines that nobody asked for.

        What the stage's channel has refused is told already.
        """
        is_known = self._refused is not None or (is_refused and not message.is_answer)
        if not message.text or (channel == self._stage_channel and is_known):
            return
        self._forget_old_losses()
        is_news = message.is_answer or channel not in self._lost
        loss = self._lost[channel] = self._lost.get(channel) or _Loss()
        loss.at_s = self._clock.now()
        loss.answers += message.is_answer
        loss.lines += 0 if message.is_answer else message.lines
        if is_news:
            what, number = _format_lost(loss), _name(channel)
            self._publish(own("Channel {number} did not get {what}: {why}", number=number, what=what, why=why))

    def _forget_old_losses(self) -> None:
        for channel in [channel for channel, loss in self._lost.items() if self._clock.now() - loss.at_s >= TOLD_S]:
            del self._lost[channel]

    def _publish(self, reason: OwnText) -> None:
        self._stream.publish(ServiceDown(service=SERVICE, reason=reason))


def _name(channel: str) -> int | str:
    return int(channel) if channel.isdecimal() else channel


def _format_lost(loss: _Loss) -> OwnText:
    answers = own("an answer") if loss.answers == 1 else own("{count} answers", count=loss.answers)
    lines = own("a line") if loss.lines == 1 else own("{count} lines", count=loss.lines)
    return join_own(" and ", [answers if loss.answers else "", lines if loss.lines else ""])


def _list_parts(call: Send) -> set[str]:
    """Return what a message has besides text: for each of them the bot needs one more permission."""
    return {name for name in ("reply_to", "cards", "pictures") if getattr(call, name)}
