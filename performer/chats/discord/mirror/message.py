"""A post: one message of the mirror's, as it is wanted, and how far it has come at Discord."""

import base64
from dataclasses import dataclass
from typing import Literal

from performer.chats.discord.wire.calls import Edit, EmbedCard, Picture, Send

Written = tuple[str, tuple[EmbedCard, ...]]
"""The text and the cards of a message."""


@dataclass(frozen=True, kw_only=True)
class AttachedPicture:
    """A picture that goes out with a post."""

    name: str
    """As its file is called, with its ending."""
    content: bytes
    description: str = ""


@dataclass(eq=False, kw_only=True)
class MirrorMessage:
    """One message; whoever changes what is wanted tells its outbox, which sees to it that it is so."""

    text: str = ""
    """Wanted: escaped and past the guard, no longer than `split.MOST`."""
    above: str = ""
    """Said before it, by its outbox."""
    cards: tuple[EmbedCard, ...] = ()
    """Wanted."""
    picture: AttachedPicture | None = None
    reply_to: str = ""
    """The message that it answers; empty: none."""
    due_s: float = 0.0
    """When it may be sent at the earliest, an instant of the clock."""
    joins: bool = False
    """Whether it may become one message with its neighbours: nothing more will be added to it."""
    lines: int = 1
    """How many lines, cards or pictures are in it, for the count of what was dropped."""
    state: Literal["waiting", "there", "lost", "gone"] = "waiting"
    """lost: it will not be seen, or nobody knows; more goes into another post. gone: nor will more of it be."""
    id: str = ""
    """Its number, once it is there."""
    written_s: float = 0.0
    """When it was sent or changed last."""
    failures: int = 0
    """How often in a row it could not be written."""
    written: Written = ("", ())
    """The text and the cards that were written last, or are being written."""

    @property
    def is_changed(self) -> bool:
        """Whether it is there, otherwise than it is wanted."""
        return self.state == "there" and self.written != (self.text, self.cards)

    def send(self, channel: str) -> Send:
        """Make the call that sends it."""
        return Send(
            channel_id=channel,
            content=self._content,
            reply_to=self.reply_to or None,
            cards=self.cards,
            pictures=(_picture(self.picture),) if self.picture else (),
        )

    def edit(self, channel: str, before: Written) -> Edit:
        """Make the call that changes what is wanted otherwise than it was written before."""
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


def _picture(picture: AttachedPicture) -> Picture:
    encoded = base64.b64encode(picture.content).decode()
    return Picture(filename=picture.name, base64=encoded, description=picture.description)
