"""A stranger's text that comes in at Discord: in what is written there now, and in what is remembered of it."""

from typing import Final, Literal

from performer.chats.discord.channels import channel_of
from performer.chats.discord.chat.lines import line_of, said_of, text_of
from performer.chats.discord.told import told
from performer.chats.discord.wire.calls import Page
from performer.chats.discord.wire.values import Author, File, Message
from performer.clock import Clock
from performer.cues import AnswerCue, ChatCue, Cue, ScheduleCue
from performer.guard import Guard
from performer.memory.messages import Messages
from performer.memory.notes import Notes
from performer.memory.recall import Recaller
from performer.recollection import Said
from performer.store import Store

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
        self._messages = Messages(clock, store)
        self._notes = Notes(clock, store)
        self.recall = Recaller(clock, store, guard)

    async def remember(self) -> None:
        """Have all of it remembered that lies before the cue."""
        match self._place:
            case "line before" | "name before":
                before = self._message(900)
                self._messages.heard(channel_of(HERE), said_of(before, text_of(before)))
            case "own line before":
                self._messages.heard(channel_of(HERE), Said(role="assistant", text=self._text, at=self._clock.utc()))
            case "call before":
                call = Said(
                    role="tool",
                    text="",
                    at=self._clock.utc(),
                    tool="look_up",
                    arguments=f'{{"query": "{self._text}"}}',
                    result=self._text,
                )
                self._messages.heard(channel_of(HERE), call)
            case "note":
                await self._notes.keep(self._text, channel_of(HERE))
            case "person of a note":
                await self._notes.keep("likes owls", channel_of(HERE), "21", self._text)

    @property
    def cue(self) -> Cue:
        """Why the turn begins."""
        match self._place:
            case "stranger's plan":
                return ScheduleCue(text=self._text, channel=channel_of(HERE), is_own=False)
            case "answer to a call":
                return AnswerCue(tool="look_up", arguments="{}", text=self._text, origin=self._asked)
            case _:
                return self._asked

    @property
    def told(self) -> str:
        """What a tool tells that reads the channel; empty where the text is elsewhere."""
        return told(Page(messages=(self._message(900),))) if self._place in _READ else ""

    @property
    def _asked(self) -> ChatCue:
        message = self._message(901) if self._place.endswith("at Discord") else _message(901, "hello")
        return ChatCue(lines=(line_of(message, text_of(message), direct=True, at_s=self._clock.now()),))

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
