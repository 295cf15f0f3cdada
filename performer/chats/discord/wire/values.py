"""What happens at Discord, as it is told to the brain: facts, in the order in which Discord told them.

What Discord's things are inside the house, and on the wire to a brain elsewhere: plain values, checked at the edge.

Numbers of Discord's (snowflakes) are texts, as in Discord's own JSON: they have more digits than JavaScript keeps.
"""

from datetime import UTC, datetime
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

from performer.core.text import format_iso


def _digits(value: object) -> object:
    """Take a number where its text is expected; true and false are none."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _utc(at: datetime) -> str:
    return format_iso(at, "milliseconds")


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


class MessageCreated(Value):
    """Somebody wrote, maybe the performer itself."""

    op: ClassVar[str] = "event/discord.message"
    message: Message
    parent_id: Snowflake | None = None
    """Of a thread's message the channel that the thread belongs to."""


class MessageEdited(Value):
    """Somebody changed what was written."""

    op: ClassVar[str] = "event/discord.message_edited"
    message: Message
    parent_id: Snowflake | None = None


class MessageDeleted(Value):
    """Messages are gone."""

    op: ClassVar[str] = "event/discord.message_deleted"
    channel_id: Snowflake
    guild_id: Snowflake | None = None
    message_ids: tuple[Snowflake, ...]


class Interaction(Value):
    """Somebody used a command, pressed a button, or is typing an option that offers choices."""

    op: ClassVar[str] = "event/discord.interaction"
    interaction_id: Snowflake
    """By which it is answered (`discord.interaction.answer`), for 15 minutes; the first answer is due within 3 s."""
    kind: Literal["command", "button", "choices"]
    name: str
    """Of a command its path (`monitor add`), of a button its own id (`tool:ok:12`)."""
    options: dict[str, str | int | float | bool] = Field(default_factory=dict)
    """What was given, by the options' names; people, roles and channels as their numbers."""
    asked: str = ""
    """Of `choices`: the option that is being typed; what stands in it so far is in `options`."""
    person: Person
    channel_id: Snowflake
    guild_id: Snowflake | None = None
    message_id: Snowflake | None = None
    """Of a button: the message that it stands under."""


class LinkChanged(Value):
    """The link to Discord is there, or is not; told at the start and whenever it changes."""

    op: ClassVar[str] = "event/discord.link"
    is_up: bool
    me: Me | None = None
    """Once it has been up."""
    reason: str = ""
    """Why it is not, or what does not work while it is, and what to do; for the streamer."""


DiscordEvent = Annotated[
    MessageCreated | MessageEdited | MessageDeleted | Interaction | LinkChanged, Field(union_mode="left_to_right")
]
EVENT_TYPES: tuple[type[Value], ...] = (MessageCreated, MessageEdited, MessageDeleted, Interaction, LinkChanged)
