"""Writes what the performer says and does as messages of its channels, as the stream tells of it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core.events.speech import SentenceReady, SentenceWritten, SpeechEnded
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueTaken, ToolCalled, ToolFailed, ToolRefused, ToolReturned
from performer.core.remembered_conversation import STAGE, RememberedMessage
from performer.core.storable_text import format_stored_arguments
from performer.memory.messages import GrowingMessage, MessageStore

_MOST_TURNS: Final = 50
"""That may still be heard or have calls that come back."""


@dataclass
class _Turn:
    channel: str = ""
    message: str = ""
    lines: dict[str, GrowingMessage] = field(default_factory=dict)
    """The performer's own message, by the channel where it stands."""
    calls: dict[str, GrowingMessage] = field(default_factory=dict)


class MessageWriter:
    """Keeps the performer's lines and calls: those of a turn of a channel there, others as they are heard.

    `stage_channel` is where people read what is heard on the stage, if there is such a channel.
    """

    def __init__(self, stream: EventStream, messages: MessageStore, stage_channel: str = "") -> None:
        self._messages, self._stage_channel = messages, stage_channel
        self._turns: dict[int | None, _Turn] = {}
        of_calls = (ToolCalled, ToolReturned, ToolRefused, ToolFailed)
        self._reader = stream.whole("memory", CueTaken, SentenceReady, SentenceWritten, SpeechEnded, *of_calls)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Write what is published until the stream closes."""
        task_status.started()
        async for published in self._reader:
            at = published.at
            match published.event:
                case CueTaken(turn=turn, channel=channel, message=message):
                    self._begin(turn, _Turn(channel=channel, message=message))
                case SentenceReady(turn=turn, text=text) | SentenceWritten(turn=turn, text=text):
                    if channel := self._get_turn(turn).channel:
                        self._say(self._get_turn(turn), channel, text, at)
                case SpeechEnded(turn=turn, heard=heard) if heard:
                    self._hear(self._get_turn(turn), heard, at)
                case ToolCalled(turn=turn, call=call, tool=tool, arguments=arguments):
                    self._call(self._get_turn(turn), call, tool, format_stored_arguments(arguments), at)
                case ToolReturned(turn=turn, call=call, text=text):
                    self._finish_call(self._get_turn(turn), call, text)
                case ToolRefused(turn=turn, call=call, reason=reason):
                    self._finish_call(self._get_turn(turn), call, f"refused: {reason}")
                case ToolFailed(turn=turn, call=call, reason=reason):
                    self._finish_call(self._get_turn(turn), call, f"failed: {reason}")

    def _begin(self, number: int | None, turn: _Turn) -> None:
        self._turns[number] = turn
        while len(self._turns) > _MOST_TURNS:
            del self._turns[next(iter(self._turns))]

    def _get_turn(self, number: int | None) -> _Turn:
        if number not in self._turns:
            self._begin(number, _Turn())
        return self._turns[number]

    def _hear(self, turn: _Turn, heard: str, at: datetime) -> None:
        """Write what was heard on the stage: of a turn that belongs nowhere else, also where people read the stage."""
        self._say(turn, STAGE, heard, at)
        if not turn.channel and self._stage_channel:
            self._say(turn, self._stage_channel, heard, at)

    def _say(self, turn: _Turn, channel: str, text: str, at: datetime) -> None:
        if channel in turn.lines:
            turn.lines[channel].add(text)
            return
        reply_to = turn.message if channel == turn.channel else ""
        said = RememberedMessage(role="assistant", text=text, at=at, reply_to=reply_to)
        turn.lines[channel] = self._messages.growing(channel, said)

    def _call(self, turn: _Turn, call: str, tool: str, arguments: str, at: datetime) -> None:
        said = RememberedMessage(role="tool", text="", at=at, tool=tool, arguments=arguments, reply_to=turn.message)
        turn.calls[call] = self._messages.growing(turn.channel or STAGE, said)

    def _finish_call(self, turn: _Turn, call: str, result: str) -> None:
        if growing := turn.calls.pop(call, None):
            growing.came(result)
