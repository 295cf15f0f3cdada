"""A board in memory that speaks the port DiscordIO: it keeps what is written, may be slow, and may fail."""

import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.hub import DiscordFailed, Trouble
from performer.chats.discord.mirror.kept_messages import KeptMessages
from performer.chats.discord.mirror.mirror import DiscordMirror
from performer.chats.discord.wire.calls import Call, Edit, EmbedCard, Send
from performer.chats.discord.wire.values import Author, DiscordEvent, Message
from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.core.images.store import PictureStore
from performer.core.storage import Store
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime

T = TypeVar("T")
STAGE = "300"
ASKED = "400"
TROUBLES: tuple[Trouble | None, ...] = (None, "link", "deadline", "discord_error", "unknown_outcome")


@dataclass
class Shown:
    """A message as the channel has it."""

    channel: str
    sent: Send
    content: str
    cards: tuple[EmbedCard, ...]
    at: list[float]
    """When it was written, each time."""


class Board:
    """Takes each call after `takes_s`, one after the other or not, and fails as `trouble` says."""

    def __init__(self, clock: VirtualClock) -> None:
        self.takes_s = 0.0
        self.trouble: list[Trouble | DiscordFailed | None] = []
        """Of the next calls."""
        self.is_up = True
        self.forbidden = ""
        """A word that is refused in every message, as by AutoMod; empty: none is."""
        self.shown: dict[str, Shown] = {}
        self.calls: list[Call[Any]] = []
        self.does_unknown = False
        """Whether what came to an unknown outcome, or over its time, was done."""
        self.never_answers = False
        """Whether what is asked for is done, and nobody ever told."""
        self._by_nonce: dict[str, Message] = {}
        self._clock = clock
        self._numbers = itertools.count(1000)

    async def run(
        self, hear: Callable[[DiscordEvent], None], *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        raise NotImplementedError

    async def call(self, call: Call[T]) -> T:
        self.calls.append(call)
        if self.takes_s:
            await self._clock.sleep(self.takes_s)
        kind = "link" if not self.is_up else self.trouble.pop(0) if self.trouble else None
        if kind is None and self.forbidden and self.forbidden in str(getattr(call, "content", "")).split():
            kind = DiscordFailed("discord_error", "AutoMod stopped it.", call.method, about="words")
        if kind in ("unknown_outcome", "deadline") and self.does_unknown:
            self._write(call)
        if isinstance(kind, DiscordFailed):
            raise kind
        if kind:
            raise DiscordFailed(kind, f"It is {kind}.", call.method)
        answer = cast("T", self._write(call))
        if self.never_answers:
            await anyio.sleep_forever()
        return answer

    def texts(self, channel: str) -> list[str]:
        return [each.content for each in self.shown.values() if each.channel == channel and not each.cards]

    def cards(self, channel: str) -> list[tuple[EmbedCard, ...]]:
        return [each.cards for each in self.shown.values() if each.channel == channel and each.cards]

    def _write(self, call: Call[Any]) -> Message:
        match call:
            case Send() if call.nonce in self._by_nonce:
                return self._by_nonce[call.nonce]
            case Send():
                number = str(next(self._numbers))
                self.shown[number] = Shown(call.channel_id, call, call.content, call.cards, [self._clock.now()])
            case Edit(message_id=number):
                shown = self.shown[number]
                shown.content = shown.content if call.content is None else call.content
                shown.cards = shown.cards if call.cards is None else call.cards
                shown.at.append(self._clock.now())
            case _:
                raise AssertionError(call)
        author, at = Author(id="1", name="Owlet", bot=True), self._clock.utc()
        message = Message(message_id=number, channel_id=call.channel_id, author=author, content="", time=at)
        if isinstance(call, Send) and call.nonce:
            self._by_nonce[call.nonce] = message
        return message


def slowed(again_in_s: float) -> DiscordFailed:
    """Return what a channel in slow mode answers."""
    told = f"It is slow: {again_in_s:g} s."
    return DiscordFailed("discord_error", told, "discord.send", about="moment", again_in_s=again_in_s)


@dataclass
class Show:
    """A show that is mirrored on a board."""

    clock: VirtualClock
    stream: EventStream
    board: Board
    mirror: DiscordMirror
    store: PictureStore
    is_over: anyio.Event
    """Set when the mirror has ended."""
    turns: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    async def tell(self, *facts: events.Event, after_s: float = 0.0) -> None:
        """State facts, and let everybody settle."""
        for fact in facts:
            self.stream.publish(fact)
        await self.clock.advance(after_s)

    async def asked(self, message: str = "7", channel: str = f"discord:{ASKED}", *, is_direct: bool = True) -> int:
        """Begin a turn that answers in a channel."""
        turn = next(self.turns)
        await self.tell(events.CueTaken(turn=turn, kind="chat", channel=channel, message=message, is_direct=is_direct))
        return turn

    async def on_stage(self) -> int:
        """Begin a turn of the stage's own."""
        turn = next(self.turns)
        await self.tell(events.CueTaken(turn=turn, kind="scene"))
        return turn


@asynccontextmanager
async def mirrored(
    clock: VirtualClock,
    *,
    guard: Guard | None = None,
    stage: str = STAGE,
    board: Board | None = None,
    database: Store | None = None,
    stream: EventStream | None = None,
) -> AsyncIterator[Show]:
    """Have a mirror that runs, and ends with the show; a board and a database may outlive it."""
    stream, board, store = stream or EventStream(clock), board or Board(clock), PictureStore()
    runtime, kept = Runtime(clock, stream, guard or Guard()), KeptMessages(clock, database)
    mirror = DiscordMirror(runtime, board, stage_channel=stage, find=store.find, kept=kept)
    show = Show(clock, stream, board, mirror, store, anyio.Event())

    async def run() -> None:
        await mirror.run()
        show.is_over.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(run)
        await clock.advance(0)
        yield show
        stream.close()
        await clock.advance(3)
        tasks.cancel_scope.cancel()


def ready(turn: int, text: str) -> events.SentenceReady:
    return events.SentenceReady(turn=turn, text=text)


def heard(turn: int, text: str, *, cut: bool = False) -> events.SpeechEnded:
    return events.SpeechEnded(turn=turn, sentence="s", text=text, heard=text, heard_s=1, cut=cut)


def ended(turn: int) -> events.TurnEnded:
    return events.TurnEnded(turn=turn, reason="final", steps=1, sentences=1, took_s=1)


async def lines(show: Show, count: int, *, long: int = 0) -> None:
    """Have that many turns of one line each be heard."""
    for number in range(count):
        turn = next(show.turns)
        for fact in (events.CueTaken(turn=turn, kind="scene"), heard(turn, f"Line {turn}{'.' * long}"), ended(turn)):
            show.stream.publish(fact)
        if number % 20 == 19:
            await show.tell()
    await show.tell()
