"""Discord's things and events as plain values, checked at the edge, inside the performer and on the wire to it.

Numbers of Discord's (snowflakes) are texts, as in Discord's own JSON: they have more digits than JavaScript keeps.
Events are facts, in the order in which Discord told them.
"""

from datetime import UTC, datetime, timedelta
from typing import Annotated, ClassVar, Final, Literal

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
    WrapValidator,
)

from performer.core.own_text import OwnText
from performer.core.text import format_iso


def _read_digits(value: object) -> object:
    """Return a number as text; true and false are no numbers."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Snowflake = Annotated[str, Field(pattern=r"^[0-9]{1,20}$"), BeforeValidator(_read_digits)]
"""A number of Discord's: of a message, channel, server, person or file."""
_FIRST_SNOWFLAKE: Final = datetime(2015, 1, 1, tzinfo=UTC)
Instant = Annotated[
    AwareDatetime,
    AfterValidator(lambda at: at.astimezone(UTC)),
    PlainSerializer(lambda at: format_iso(at, "milliseconds"), return_type=str, when_used="json"),
]
"""A wall time; in JSON `2026-11-22T13:37:00.000Z`."""


def read_snowflake_time(number: str) -> datetime:
    """Return when the thing was made that has this number."""
    return _FIRST_SNOWFLAKE + timedelta(milliseconds=int(number) >> 22)


ChannelType = Literal["text", "news", "thread", "forum", "voice", "stage", "category", "dm", "other"]


Reason = Annotated[
    str,
    WrapValidator(lambda text, check: text if isinstance(text, OwnText) else check(text)),
    WithJsonSchema({"type": "string"}),
]
"""A text that is ours, or others' once it went over a wire."""


class Value(BaseModel):
    """A frozen value; fields that a newer side adds are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True, use_attribute_docstrings=True)


class Author(Value):
    """The author of a message."""

    id: Snowflake
    name: str
    """The name shown in the channel: a stranger's words."""
    bot: bool = False
    """Also true of a webhook."""


class File(Value):
    """A file put to a message; all but its number is a stranger's claim."""

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
    last_message_id: Snowflake | None = None
    """The number of the newest message there, which may be gone; None where it is not known."""


class Guild(Value):
    """A server of Discord's."""

    guild_id: Snowflake
    name: str
    members: int | None = None
    owner_id: Snowflake | None = None
    """The number of its owner."""


class Me(Value):
    """The bot's own account."""

    user_id: Snowflake
    application_id: Snowflake
    name: str


class Person(Value):
    """A person who pressed or typed, with their rights there."""

    id: Snowflake
    name: str
    role_ids: tuple[Snowflake, ...] = ()
    """Their roles on that server; none in a direct message."""
    is_guild_owner: bool = False
    manages_guild: bool = False
    """Whether they may manage that server."""


class MessageCreated(Value):
    """A new message, maybe the performer's own."""

    op: ClassVar[str] = "event/discord.message"
    message: Message
    parent_id: Snowflake | None = None
    """Of a thread's message the channel that the thread belongs to."""


class MessageEdited(Value):
    """A message whose text was changed."""

    op: ClassVar[str] = "event/discord.message_edited"
    message: Message
    parent_id: Snowflake | None = None


class MessageDeleted(Value):
    """Messages that are gone."""

    op: ClassVar[str] = "event/discord.message_deleted"
    channel_id: Snowflake
    guild_id: Snowflake | None = None
    message_ids: tuple[Snowflake, ...]


class Interaction(Value):
    """A use of a command, a press of a button, or an option with choices that is being typed."""

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
    """The state of the link to Discord, told at the start and whenever it changes."""

    op: ClassVar[str] = "event/discord.link"
    is_up: bool
    me: Me | None = None
    """The bot's account, once the link has been up."""
    reason: Reason = ""
    """Why the link is down, or what does not work while it is up, and what to do; for the streamer."""


DiscordEvent = Annotated[
    MessageCreated | MessageEdited | MessageDeleted | Interaction | LinkChanged, Field(union_mode="left_to_right")
]
EVENT_TYPES: tuple[type[Value], ...] = (MessageCreated, MessageEdited, MessageDeleted, Interaction, LinkChanged)
