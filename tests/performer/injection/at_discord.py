"""A stranger's text that comes in at Discord: in what is written there now, and in what is remembered of it."""

from typing import Final, Literal

from performer.chats.discord.channels import format_channel
from performer.chats.discord.chat.lines import format_message_text, make_chat_line, make_remembered_message
from performer.chats.discord.tool_results import format_answer
from performer.chats.discord.wire.calls import Page
from performer.chats.discord.wire.values import Author, File, Message
from performer.core.clock import Clock
from performer.core.cues import AnswerCue, ChatCue, Cue, ScheduleCue
from performer.core.remembered_conversation import RememberedMessage
from performer.core.storage import Store
from performer.guard.guard import Guard
from performer.memory.messages import MessageStore
from performer.memory.notes import Notes
from performer.memory.recall import Recaller

DiscordPlace = Literal[
    "line at Discord",
    "name at Discord",
    "line before",
    "name before",
    "own line before",
    "call before",
    "note",
    "person of a note",
    "stranger's plan",
    "answer to a call",
    "lines in a channel",
    "files in a channel",
]
AS_IT_IS: Final = ("line at Discord", "name at Discord", "lines in a channel", "files in a channel")
"""Places where a forbidden word is masked; elsewhere the guard lets nothing of a text pass that holds one."""
HERE: Final = "300"
_READ: Final = ("lines in a channel", "files in a channel")


class Evening:
    """What was said and is said in a channel, with a text in one place.

    Args:
        clock: Tells the time.
        guard: Decides of what is recalled.
        store: Keeps what was said.
        text: The stranger's.
        place: Where it is.
    """

    def __init__(self, clock: Clock, guard: Guard, store: Store, text: str, place: DiscordPlace) -> None:
        self._clock = clock
        self._text = text
        self._place = place
        self._messages = MessageStore(clock, store)
        self._notes = Notes(clock, store)
        self.recall = Recaller(clock, store, guard)

    async def remember(self) -> None:
        """Have all of it remembered that lies before the cue."""
        match self._place:
            case "line before" | "name before":
                before = self._message(900)
                self._messages.heard(format_channel(HERE), make_remembered_message(before, format_message_text(before)))
            case "own line before":
                self._messages.heard(
                    format_channel(HERE), RememberedMessage(role="assistant", text=self._text, at=self._clock.utc())
                )
            case "call before":
                call = RememberedMessage(
                    role="tool",
                    text="",
                    at=self._clock.utc(),
                    tool="look_up",
                    arguments=f'{{"query": "{self._text}"}}',
                    result=self._text,
                )
                self._messages.heard(format_channel(HERE), call)
            case "note":
                await self._notes.keep(self._text, format_channel(HERE))
            case "person of a note":
                await self._notes.keep("likes owls", format_channel(HERE), "21", self._text)

    @property
    def cue(self) -> Cue:
        """Why the turn begins."""
        match self._place:
            case "stranger's plan":
                return ScheduleCue(text=self._text, channel=format_channel(HERE), is_own=False)
            case "answer to a call":
                return AnswerCue(tool="look_up", arguments="{}", text=self._text, origin=self._asked)
            case _:
                return self._asked

    @property
    def told(self) -> str:
        """What a tool tells that reads the channel; empty where the text is elsewhere."""
        return format_answer(Page(messages=(self._message(900),))) if self._place in _READ else ""

    @property
    def _asked(self) -> ChatCue:
        message = self._message(901) if self._place.endswith("at Discord") else _message(901, "hello")
        return ChatCue(
            lines=(make_chat_line(message, format_message_text(message), direct=True, at_s=self._clock.now()),)
        )

    def _message(self, number: int) -> Message:
        """Write a message in which the text is somewhere."""
        if self._place.startswith("name"):
            return _message(number, "hello", author=self._text, clock=self._clock)
        if self._place.startswith("files"):
            return _message(number, "", filename=self._text, clock=self._clock)
        return _message(number, self._text, clock=self._clock)


def _message(
    number: int, content: str, *, author: str = "Ann", filename: str = "", clock: Clock | None = None
) -> Message:
    file = File(id="7", url="https://cdn.discordapp.com/7", filename=filename, content_type="image/png", size=9)
    return Message.model_validate(
        {
            "message_id": str(number),
            "channel_id": HERE,
            "author": Author(id="21", name=author),
            "content": content,
            "time": clock.utc() if clock else "2026-01-01T00:00:00Z",
            "attachments": (file,) if filename else (),
        }
    )
