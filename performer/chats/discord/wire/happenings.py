"""What happens at Discord, as it is told to the brain: facts, in the order in which Discord told them."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from performer.chats.discord.wire.values import Me, Message, Person, Snowflake, Value


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


Happening = Annotated[
    MessageCreated | MessageEdited | MessageDeleted | Interaction | LinkChanged, Field(union_mode="left_to_right")
]
HAPPENINGS: tuple[type[Value], ...] = (MessageCreated, MessageEdited, MessageDeleted, Interaction, LinkChanged)
