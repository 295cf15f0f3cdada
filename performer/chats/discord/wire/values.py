"""What Discord's things are inside the house, and on the wire to a brain elsewhere: plain values, checked at the edge.

Numbers of Discord's (snowflakes) are texts, as in Discord's own JSON: they have more digits than JavaScript keeps.
"""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

from performer.instants import iso_of


def _digits(value: object) -> object:
    """Take a number where its text is expected; true and false are none."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _utc(at: datetime) -> str:
    return iso_of(at, "milliseconds")


def _in_utc(at: datetime) -> datetime:
    return at.astimezone(UTC)


Snowflake = Annotated[str, Field(pattern=r"^[0-9]{1,20}$"), BeforeValidator(_digits)]
"""A number of Discord's: of a message, channel, server, person or file."""
Instant = Annotated[AwareDatetime, AfterValidator(_in_utc), PlainSerializer(_utc, return_type=str, when_used="json")]
"""A wall time; in JSON `2026-11-22T13:37:00.000Z`."""
ChannelType = Literal["text", "news", "thread", "forum", "voice", "stage", "category", "dm", "other"]


class Value(BaseModel):
    """A frozen value; what a newer side adds to it is passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True, use_attribute_docstrings=True)


class Author(Value):
    """Who wrote."""

    id: Snowflake
    name: str
    """As it is shown in the channel: a stranger's words."""
    bot: bool = False
    """Also true of a webhook."""


class File(Value):
    """A file put to a message; all but its number is what a stranger says of it."""

    id: Snowflake
    url: str = Field(repr=False)
    """Signed, and good for a day or so."""
    filename: str
    content_type: str | None = None
    width: int | None = None
    """In pixels; only of pictures and films."""
    height: int | None = None
    size: int
    """In bytes."""


class Message(Value):
    """One message of a channel."""

    message_id: Snowflake
    channel_id: Snowflake
    guild_id: Snowflake | None = None
    """None in a direct message."""
    author: Author
    content: str
    """Discord's markdown, as it was written; mentions as `<@123>`."""
    time: Instant
    edited: Instant | None = None
    reply_to: Snowflake | None = None
    """The message that it answers."""
    attachments: tuple[File, ...] = ()
    mentions: tuple[Author, ...] = ()
    """The people whom it names."""


class Channel(Value):
    """A place where people write."""

    channel_id: Snowflake
    guild_id: Snowflake | None = None
    name: str
    type: ChannelType
    topic: str = ""
    parent_id: Snowflake | None = None
    """Of a thread the channel that it belongs to, of a channel its category."""
    nsfw: bool = False


class Guild(Value):
    """A server of Discord's."""

    guild_id: Snowflake
    name: str
    members: int | None = None
    owner_id: Snowflake | None = None
    """Whose it is."""


class Me(Value):
    """The bot itself."""

    user_id: Snowflake
    application_id: Snowflake
    name: str


class Person(Value):
    """Who pressed or typed, and what Discord says of their rights there."""

    id: Snowflake
    name: str
    role_ids: tuple[Snowflake, ...] = ()
    """Their roles on that server; none in a direct message."""
    is_guild_owner: bool = False
    manages_guild: bool = False
    """Whether they may manage that server."""
