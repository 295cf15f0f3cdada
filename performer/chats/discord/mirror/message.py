"""A message of the mirror's, as it is wanted, and how far it has come at Discord."""

from dataclasses import dataclass
from typing import Literal

from performer.chats.discord.wire.calls import Edit, EmbedCard, Picture, Send

Written = tuple[str, tuple[EmbedCard, ...]]
"""The text and the cards of a message."""


@dataclass(eq=False, kw_only=True)
class MirrorMessage:
    """One message; whoever changes what is wanted tells the outbox, which makes it so."""

    text: str = ""
    """The wanted text: escaped and past the guard, no longer than `split.MOST`."""
    above: str = ""
    """The line that the outbox puts before it."""
    cards: tuple[EmbedCard, ...] = ()
    """The wanted cards."""
    picture: Picture | None = None
    reply_to: str = ""
    """The message that it answers; empty: none."""
    due_s: float = 0.0
    """When it may be sent at the earliest, an instant of the clock."""
    joins: bool = False
    """Whether it may become one message with its neighbours: nothing more will be added to it."""
    lines: int = 1
    """The number of lines, cards or pictures in it, for the count of what was dropped."""
    state: Literal["waiting", "there", "lost", "gone"] = "waiting"
    """lost: it will not be seen, or nobody knows; more goes into another message. gone: nor will more of it be."""
    id: str = ""
    """The message's number, once Discord has it."""
    written_s: float = 0.0
    """When it was sent or changed last."""
    failures: int = 0
    """How often in a row it could not be written."""
    written: Written = ("", ())
    """The text and the cards that were written last, or are being written."""

    @property
    def is_changed(self) -> bool:
        """Whether it is there, and differs from what is wanted."""
        return self.state == "there" and self.written != (self.text, self.cards)

    def send(self, channel: str) -> Send:
        """Return the call that sends it."""
        return Send(
            channel_id=channel,
            content=self._content,
            reply_to=self.reply_to or None,
            cards=self.cards,
            pictures=(self.picture,) if self.picture else (),
        )

    def edit(self, channel: str, before: Written) -> Edit:
        """Return the call that changes what differs from what was written before."""
        text, cards = before
        return Edit(
            channel_id=channel,
            message_id=self.id,
            content=self._content if self.text != text else None,
            cards=self.cards if self.cards != cards else None,
        )

    @property
    def _content(self) -> str:
        return f"{self.above}\n{self.text}" if self.above else self.text
