"""The calls of Discord: each a class, its arguments the fields, its method and its answer's type beside them.

The first eight are also tools for a model; the others are what the mirror, the chat and the commands need.
"""

from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, Unpack

from pydantic import ConfigDict, Field

from performer.chats.discord.wire.values import Channel, ChannelType, Guild, Me, Message, Snowflake, Value

T = TypeVar("T")

MOST_MESSAGES = 50
MOST_HITS = 25
MOST_AROUND = 5
"""Messages before a hit, and after it."""
MOST_CONTENT = 2000
"""Characters of one message, Discord's own limit."""
MOST_EMBEDS = 10
Scope = Literal["channel", "guild", "dm"]


class Call(Value, Generic[T]):
    """A call; unknown arguments are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    method: ClassVar[str]
    answer: ClassVar[Any]
    """The type of the answer, for reading and for the schema."""
    repeats: ClassVar[bool] = True
    """Whether doing it twice is the same as doing it once."""

    def __init_subclass__(cls, *, method: str, answer: Any, repeats: bool = True, **config: Unpack[ConfigDict]) -> None:
        super().__init_subclass__(**config)
        cls.method, cls.answer, cls.repeats = method, answer, repeats

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
    """The outcome of a search."""

    hits: tuple[Hit, ...]
    scanned: int
    """How many messages were looked at one by one; 0 when Discord's own search answered."""
    by: Literal["search", "scan"]
    is_complete: bool
    """False when older messages were not looked at, or there are more hits."""
    before: Snowflake | None = None
    """Ask with this for older hits; None when there are none, or several channels were looked through one by one."""


class FileContent(Value):
    """A file's bytes; a picture is checked and written anew before, unless its full size was asked for."""

    id: Snowflake
    filename: str
    content_type: str
    """image/jpeg of a picture that was written anew; else what the file claims to be."""
    width: int | None = None
    """In pixels; only of pictures and films."""
    height: int | None = None
    size: int
    """In bytes."""
    base64: str = Field(repr=False)


class Guilds(Call[tuple[Guild, ...]], method="discord.guilds", answer=tuple[Guild, ...]):
    """List the servers that the bot is on."""


class GuildChannels(Call[tuple[Channel, ...]], method="discord.guild.channels", answer=tuple[Channel, ...]):
    """List the channels of a server, threads that are open too."""

    guild_id: Snowflake
    types: tuple[ChannelType, ...] = ()
    """Only these; empty: all."""


class ChannelInfo(Call[Channel], method="discord.channel.info", answer=Channel):
    """Read what a channel is."""

    channel_id: Snowflake


class ChannelMessages(Call[Page], method="discord.channel.messages", answer=Page):
    """Read messages of a channel, the newest first; one of before, after and around at most."""

    channel_id: Snowflake
    limit: int = 20
    """How many, 1 to 50; anything else is brought into that range."""
    before: Snowflake | None = None
    """Older ones than this message."""
    after: Snowflake | None = None
    """Those that follow this message."""
    around: Snowflake | None = None
    """Those on both sides of this message."""


class DmMessages(Call[Page], method="discord.dm.messages", answer=Page):
    """Read the direct messages between the bot and a person, the newest first."""

    user_id: Snowflake
    limit: int = 20
    """How many, 1 to 50; anything else is brought into that range."""
    before: Snowflake | None = None
    """Older ones than this message."""
    after: Snowflake | None = None
    """Those that follow this message."""
    around: Snowflake | None = None
    """Those on both sides of this message."""


class SearchWindow(Call[Hits], method="discord.search.window", answer=Hits):
    """Search messages that hold a text, in a channel, a server or the direct messages with a person, the newest first.

    Exactly one of channel_id, guild_id and user_id is given.
    """

    query: Annotated[str, Field(min_length=1, max_length=200)]
    channel_id: Snowflake | None = None
    guild_id: Snowflake | None = None
    user_id: Snowflake | None = None
    scope: Scope | None = None
    """How far to look: in the channel, on the whole server (its own with guild_id, or that of channel_id), or in the
    direct messages with user_id; as the id says that is given, when left out."""
    before: Snowflake | None = None
    """Only messages older than this one."""
    author_id: Snowflake | None = None
    limit: int = 5
    """How many hits, 1 to 25; anything else is brought into that range."""
    window: int = 2
    """How many messages before and after each, 0 to 5."""


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
    """A picture that is sent with a message."""

    filename: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,60}\.(png|jpg|gif|webp)$")]
    base64: str = Field(repr=False, max_length=14_000_000)
    description: Annotated[str, Field(max_length=1024)] = ""


class Button(Value):
    """A button under a message; a press of it comes as an Interaction of its id."""

    id: Annotated[str, Field(min_length=1, max_length=100)]
    label: Annotated[str, Field(min_length=1, max_length=80)]
    style: Literal["primary", "secondary", "success", "danger"] = "secondary"


class Send(Call[Message], method="discord.send", answer=Message, repeats=False):
    """Write a message; nobody is pinged by it, and links in it show no preview."""

    channel_id: Snowflake
    content: Annotated[str, Field(max_length=MOST_CONTENT)] = ""
    reply_to: Snowflake | None = None
    """The message that it answers; one that is gone meanwhile does no harm."""
    cards: tuple[EmbedCard, ...] = Field(default=(), max_length=MOST_EMBEDS)
    pictures: tuple[Picture, ...] = Field(default=(), max_length=4)
    buttons: tuple[Button, ...] = Field(default=(), max_length=5)
    is_silent: bool = True
    """Nobody's telephone rings for it."""
    nonce: Annotated[str, Field(max_length=25)] = Field(default="", repr=False)
    """Of several messages with the same one Discord writes the first, within minutes; empty: one is made up."""


class AttachmentBase64(Call[FileContent], method="discord.attachment.base64", answer=FileContent):
    """Read a file of a message, by its numbers or by its address; of any type, `discord.attachment_mb` at most."""

    channel_id: Snowflake | None = None
    message_id: Snowflake | None = None
    attachment_id: Snowflake | None = None
    url: Annotated[str, Field(max_length=2048)] | None = None
    """Its address at Discord's own file servers, instead of the numbers; no other address is asked."""
    is_full_size: bool = False
    """Whether a picture comes as it was sent, unchecked, and not as a small JPEG that was written anew."""


class Edit(Call[Message], method="discord.edit", answer=Message):
    """Change a message of the bot's own; what is None stays as it is."""

    channel_id: Snowflake
    message_id: Snowflake
    content: Annotated[str, Field(max_length=MOST_CONTENT)] | None = None
    cards: tuple[EmbedCard, ...] | None = None
    buttons: tuple[Button, ...] | None = None


class Delete(Call[None], method="discord.delete", answer=None):
    """Delete a message of the bot's own."""

    channel_id: Snowflake
    message_id: Snowflake


class Typing(Call[None], method="discord.typing", answer=None):
    """Show for ten seconds, or until it writes, that the bot is typing."""

    channel_id: Snowflake


class AddReaction(Call[None], method="discord.react", answer=None):
    """Put an emoji under a message."""

    channel_id: Snowflake
    message_id: Snowflake
    emoji: Annotated[str, Field(min_length=1, max_length=64)]


class Whoami(Call[Me], method="discord.me", answer=Me):
    """Read who the bot is."""


class Answer(Call[None], method="discord.interaction.answer", answer=None):
    """Answer an interaction; a further answer to the same one changes the first.

    Whoever holds the link to Discord defers by itself when no answer has come within 2 s.
    """

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
    """An argument of a command."""

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


class SyncCommands(Call[bool], method="discord.commands.sync", answer=bool):
    """Set the commands that Discord offers; returns whether anything had to be changed."""

    commands: tuple[Command, ...]


CALLS: tuple[type[Call[Any]], ...] = tuple(Call.__subclasses__())
"""The calls, in the order in which they stand here and in the documentation."""
TOOLS: tuple[type[Call[Any]], ...] = CALLS[:8]
"""The calls that a model may be given."""
BY_METHOD: dict[str, type[Call[Any]]] = {call.method: call for call in CALLS}
