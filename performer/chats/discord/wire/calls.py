"""What can be asked of Discord: each call a class, its arguments the fields, its method and its answer beside them.

The first eight are also tools for a model; the others are what the mirror, the chat and the commands need.
"""

from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field

from performer.chats.discord.wire.values import Channel, ChannelType, File, Guild, Me, Message, Snowflake, Value

T = TypeVar("T")

MOST_MESSAGES = 50
MOST_HITS = 25
MOST_AROUND = 5
"""Messages before a hit, and after it."""
MOST_CONTENT = 2000
"""Characters of one message, Discord's own limit."""
MOST_EMBEDS = 10


class Call(Value, Generic[T]):
    """A call; unknown arguments are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    method: ClassVar[str]
    answer: ClassVar[Any]
    """The type of what comes back, for reading and for the schema."""
    repeats: ClassVar[bool] = True
    """Whether doing it twice is the same as doing it once."""

    def __class_getitem__(cls, _answer: object) -> "type[Call[Any]]":
        # No field has the answer's type; a class of Pydantic's own for each would take 20 ms of every start.
        return cls


class Page(Value):
    """Messages of a channel, the newest first."""

    messages: tuple[Message, ...]
    before: Snowflake | None = None
    """Ask with this for the next older page; None when there is none."""


class Hit(Value):
    """A message that was looked for, and what stands around it."""

    message: Message
    window: tuple[Message, ...]
    """The messages around it and itself, the oldest first."""


class Hits(Value):
    """What a search came to."""

    hits: tuple[Hit, ...]
    scanned: int
    """How many messages were looked at one by one; 0 when Discord's own search answered."""
    by: Literal["search", "scan"]
    is_complete: bool
    """False when older messages were not looked at, or there are more hits."""


class FileContent(Value):
    """A file's bytes; a picture is checked and written anew before."""

    id: Snowflake
    filename: str
    content_type: str
    """image/png or image/jpeg."""
    width: int
    height: int
    size: int
    """In bytes."""
    base64: str = Field(repr=False)


class Guilds(Call[tuple[Guild, ...]]):
    """List the servers that the bot is on."""

    method: ClassVar[str] = "discord.guilds"
    answer: ClassVar[Any] = tuple[Guild, ...]


class GuildChannels(Call[tuple[Channel, ...]]):
    """List the channels of a server, threads that are open too."""

    method: ClassVar[str] = "discord.guild.channels"
    answer: ClassVar[Any] = tuple[Channel, ...]
    guild_id: Snowflake
    types: tuple[ChannelType, ...] = ()
    """Only these; empty: all."""


class ChannelInfo(Call[Channel]):
    """Tell what a channel is."""

    method: ClassVar[str] = "discord.channel.info"
    answer: ClassVar[Any] = Channel
    channel_id: Snowflake


class ChannelMessages(Call[Page]):
    """Read messages of a channel, the newest first; one of before, after and around at most."""

    method: ClassVar[str] = "discord.channel.messages"
    answer: ClassVar[Any] = Page
    channel_id: Snowflake
    limit: int = 20
    """How many, 1 to 50; anything else is brought into that range."""
    before: Snowflake | None = None
    """Older ones than this message."""
    after: Snowflake | None = None
    """Those that follow this message."""
    around: Snowflake | None = None
    """Those on both sides of this message."""


class DmMessages(Call[Page]):
    """Read the direct messages between the bot and a person, the newest first."""

    method: ClassVar[str] = "discord.dm.messages"
    answer: ClassVar[Any] = Page
    user_id: Snowflake
    limit: int = 20
    """How many, 1 to 50; anything else is brought into that range."""
    before: Snowflake | None = None
    """Older ones than this message."""
    after: Snowflake | None = None
    """Those that follow this message."""
    around: Snowflake | None = None
    """Those on both sides of this message."""


class SearchWindow(Call[Hits]):
    """Look for messages that hold a text, in a channel, a server or the direct messages with a person.

    Exactly one of channel_id, guild_id and user_id is given.
    """

    method: ClassVar[str] = "discord.search.window"
    answer: ClassVar[Any] = Hits
    query: Annotated[str, Field(min_length=1, max_length=200)]
    channel_id: Snowflake | None = None
    guild_id: Snowflake | None = None
    user_id: Snowflake | None = None
    author_id: Snowflake | None = None
    limit: int = 5
    """How many hits, 1 to 25; anything else is brought into that range."""
    window: int = 2
    """How many messages before and after each, 0 to 5."""


class Send(Call[Message]):
    """Write a message; nobody is pinged by it, and links in it show no preview."""

    method: ClassVar[str] = "discord.send"
    answer: ClassVar[Any] = Message
    repeats: ClassVar[bool] = False
    channel_id: Snowflake
    content: Annotated[str, Field(max_length=MOST_CONTENT)] = ""
    reply_to: Snowflake | None = None
    """The message that it answers; one that is gone meanwhile does no harm."""
    cards: "tuple[EmbedCard, ...]" = Field(default=(), max_length=MOST_EMBEDS)
    pictures: "tuple[Picture, ...]" = Field(default=(), max_length=4)
    buttons: "tuple[Button, ...]" = Field(default=(), max_length=5)
    is_silent: bool = True
    """Nobody's telephone rings for it."""


class AttachmentBase64(Call[FileContent]):
    """Read a picture that is put to a message, by its numbers and never by an address."""

    method: ClassVar[str] = "discord.attachment.base64"
    answer: ClassVar[Any] = FileContent
    channel_id: Snowflake
    message_id: Snowflake
    attachment_id: Snowflake


class EmbedCard(Value):
    """A small embed: plain text in a frame."""

    title: Annotated[str, Field(max_length=256)] = ""
    text: Annotated[str, Field(max_length=4096)] = ""
    color: Annotated[int, Field(ge=0, le=0xFFFFFF)] | None = None
    fields: tuple[tuple[Annotated[str, Field(max_length=256)], Annotated[str, Field(max_length=1024)]], ...] = Field(
        default=(), max_length=25
    )
    """Name and value of each."""
    footer: Annotated[str, Field(max_length=2048)] = ""


class Picture(Value):
    """A picture that goes out with a message."""

    filename: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,60}\.(png|jpg|gif|webp)$")]
    base64: str = Field(repr=False, max_length=14_000_000)
    description: Annotated[str, Field(max_length=1024)] = ""


class Button(Value):
    """A button under a message; whoever presses it is told of as an Interaction of its id."""

    id: Annotated[str, Field(min_length=1, max_length=100)]
    label: Annotated[str, Field(min_length=1, max_length=80)]
    style: Literal["primary", "secondary", "success", "danger"] = "secondary"


class Edit(Call[Message]):
    """Change a message of the bot's own; what is None stays as it is."""

    method: ClassVar[str] = "discord.edit"
    answer: ClassVar[Any] = Message
    channel_id: Snowflake
    message_id: Snowflake
    content: Annotated[str, Field(max_length=MOST_CONTENT)] | None = None
    cards: tuple[EmbedCard, ...] | None = None
    buttons: tuple[Button, ...] | None = None


class Delete(Call[None]):
    """Delete a message of the bot's own."""

    method: ClassVar[str] = "discord.delete"
    answer: ClassVar[Any] = None
    channel_id: Snowflake
    message_id: Snowflake


class Typing(Call[None]):
    """Show for ten seconds, or until it writes, that the bot is typing."""

    method: ClassVar[str] = "discord.typing"
    answer: ClassVar[Any] = None
    channel_id: Snowflake


class AddReaction(Call[None]):
    """Put an emoji under a message."""

    method: ClassVar[str] = "discord.react"
    answer: ClassVar[Any] = None
    channel_id: Snowflake
    message_id: Snowflake
    emoji: Annotated[str, Field(min_length=1, max_length=64)]


class Whoami(Call[Me]):
    """Tell who the bot is."""

    method: ClassVar[str] = "discord.me"
    answer: ClassVar[Any] = Me


class Answer(Call[None]):
    """Answer an interaction; a further answer to the same one changes the first.

    Whoever holds the link to Discord defers by itself when no answer has come within 2 s.
    """

    method: ClassVar[str] = "discord.interaction.answer"
    answer: ClassVar[Any] = None
    interaction_id: Snowflake
    content: Annotated[str, Field(max_length=MOST_CONTENT)] = ""
    cards: tuple[EmbedCard, ...] = Field(default=(), max_length=MOST_EMBEDS)
    choices: tuple[tuple[Annotated[str, Field(max_length=100)], Annotated[str, Field(max_length=100)]], ...] | None = (
        Field(default=None, max_length=25)
    )
    """For `choices`: what is shown and what it stands for."""
    is_private: bool = True
    """Only the person sees it."""
    updates_message: bool = False
    """Of a button: change the message it stands under (its content and cards, and take the buttons off) instead."""


class Option(Value):
    """What a command takes."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,32}$")]
    description: Annotated[str, Field(min_length=1, max_length=100)]
    type: Literal["text", "whole", "number", "flag", "person", "channel", "role"] = "text"
    is_required: bool = True
    offers_choices: bool = False
    """Whether choices are asked for while it is typed."""
    max_length: int | None = None


class Command(Value):
    """An app command; one with subcommands (a name of two words) is written as several."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,32}( [a-z0-9_]{1,32})?$")]
    description: Annotated[str, Field(min_length=1, max_length=100)]
    options: tuple[Option, ...] = ()
    for_managers: bool = False
    """Shown only to those who may manage the server, until its owner decides otherwise."""


class SyncCommands(Call[bool]):
    """Have Discord offer exactly these commands; tells whether anything had to be changed."""

    method: ClassVar[str] = "discord.commands.sync"
    answer: ClassVar[Any] = bool
    commands: tuple[Command, ...]


Send.model_rebuild()

CALLS: tuple[type[Call[Any]], ...] = (
    Guilds,
    GuildChannels,
    ChannelInfo,
    ChannelMessages,
    DmMessages,
    SearchWindow,
    Send,
    AttachmentBase64,
    Edit,
    Delete,
    Typing,
    AddReaction,
    Whoami,
    Answer,
    SyncCommands,
)
"""All of them, in the order of the documentation."""
TOOLS: tuple[type[Call[Any]], ...] = CALLS[:8]
"""Those that a model may be given."""
BY_METHOD: dict[str, type[Call[Any]]] = {call.method: call for call in CALLS}

__all__ = [*(call.__name__ for call in CALLS), "BY_METHOD", "CALLS", "TOOLS", "File"]
