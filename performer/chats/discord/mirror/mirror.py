"""The mirror at Discord: what is heard on the stage in its channel, and answers where somebody asked, as they are made.

It may miss something rather than hold anybody up. Whatever it writes has passed the guard.

The deeds: what becomes of calls, on the cards of their turns.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.channels import parse_channel_id
from performer.chats.discord.escape import escape_mentions
from performer.chats.discord.hub import DiscordIO
from performer.chats.discord.mirror.cards import ToolCallCards, ToolEnded
from performer.chats.discord.mirror.health import WatchedIO
from performer.chats.discord.mirror.message import AttachedPicture, MirrorMessage
from performer.chats.discord.mirror.mirrored_messages import ChannelOutboxes, TurnMessage
from performer.chats.discord.wire.values import DiscordEvent, LinkChanged
from performer.core import events
from performer.core.clock import Clock
from performer.core.events.stream import Event, EventStream, PublishedEvent
from performer.core.redact.redact import redact
from performer.guard.guard import Guard
from performer.guard.verdict import Dropped

KINDS: Final = (*events.OF_CALLS, events.AgentStarted)
"""What is told of calls."""
_MOST_ERRANDS: Final = 32


class ToolCallMirror:
    """Brings what is told of calls to the cards that show them.

    Args:
        cards_of: Gives the cards of a turn, as long as it is known.
    """

    def __init__(self, cards_of: Callable[[int | None], ToolCallCards | None]) -> None:
        self._cards_of = cards_of
        self._jobs: dict[tuple[int | None, str], ToolCallCards] = {}
        """The cards of calls that go on by themselves: their turn may be long forgotten when they end."""

    def take(self, event: Event) -> None:
        """Take in what is told of calls, but for a call of the show's own that begins."""
        match event:
            case events.ToolCalled() | events.AgentStarted() | events.ErrandStarted():
                self._begin(event)
            case events.ToolProgressed(agent=""):
                if cards := self._showing(event):
                    cards.progressed(event)
            case events.ToolReturned(agent="") | events.ToolRefused(agent="") | events.ToolFailed(agent=""):
                self._end(event)
            case events.ErrandEnded():
                self._end(event)
                self._jobs.pop((event.turn, event.call), None)

    def _begin(self, event: events.ToolCalled | events.AgentStarted | events.ErrandStarted) -> None:
        cards = self._cards_of(event.turn)
        if cards is None:
            return
        match event:
            case events.ToolCalled():
                cards.count(event)
            case events.AgentStarted():
                cards.sent(event)
            case events.ErrandStarted():
                cards.note_background(event)
                self._keep(event, cards)

    def _keep(self, errand: events.ErrandStarted, cards: ToolCallCards) -> None:
        self._jobs[errand.turn, errand.call] = cards
        if len(self._jobs) > _MOST_ERRANDS:
            del self._jobs[next(iter(self._jobs))]

    def _end(self, event: ToolEnded) -> None:
        if cards := self._showing(event):
            cards.ended(event)

    def _showing(self, event: events.ToolProgressed | ToolEnded) -> ToolCallCards | None:
        """Find the cards on which a call is shown, if it is."""
        return self._cards_of(event.turn) or self._jobs.get((event.turn, event.call))


_MOST_TURNS: Final = 32
"""Those of which something may still come."""
_PAUSE_S: Final = 6.0
"""After so long a silence in what is heard, a new paragraph begins."""
_CUT: Final = "—"
_MOST_CAPTION: Final = 200
_MOST_NOTICE: Final = 60
_KINDS: Final = {b"\xff\xd8\xff": "jpg", b"\x89PNG": "png", b"GIF8": "gif", b"RIFF": "webp"}
"""By how a picture begins."""


class DiscordMirror:
    """Posts what is said and done.

    Args:
        clock: Whose seconds count.
        stream: Tells it, and is told when the stage's channel takes nothing.
        io: The link to Discord.
        guard: Decides of everything but the sentences, which have passed it.
        stage_channel: The number of the channel where the stage is mirrored; empty: nowhere.
        find: Gives a picture's bytes by its digest, if they are still there.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        io: DiscordIO,
        guard: Guard,
        *,
        stage_channel: str,
        find: Callable[[str], bytes | None],
    ) -> None:
        self._clock = clock
        self._reader = stream.lossy(
            "discord mirror",
            events.CueTaken,
            events.SentenceReady,
            events.SentenceWritten,
            events.SpeechStarted,
            events.SpeechEnded,
            events.TurnEnded,
            events.TurnCut,
            *KINDS,
            events.PictureKept,
        )
        self._guard = guard
        self._stage_channel = stage_channel
        self._find = find
        self._boxes = ChannelOutboxes(clock, WatchedIO(stream, io, stage_channel), self._told)
        self._turns: dict[int | None, _Turn] = {}
        """The newest turns, by their numbers."""
        self._deeds = ToolCallMirror(self._cards_of)
        self._heard_turn: int | None = None
        self._paragraph: TurnMessage | None = None
        """What that turn says, as it is heard."""
        self._silent_since_s = 0.0

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Post until the stream closes, and then what is left, for two seconds at most."""
        async with self._boxes.open():
            task_status.started()
            async for published in self._reader:
                self._take(published)

    async def farewell(self) -> None:
        """Post what is left, for two seconds at most, while the link is still there: the show is about to end."""
        for published in self._reader.taken():
            self._take(published)
        await self._boxes.finish()

    def hear(self, event: DiscordEvent) -> None:
        """Take in that the link is there again: what waits need not wait any longer."""
        if isinstance(event, LinkChanged) and event.is_up:
            self._boxes.try_again()

    def _take(self, published: PublishedEvent) -> None:
        match published.event:
            case events.CueTaken() as taken:
                self._begin(taken)
            case events.SentenceReady() | events.SentenceWritten() as sentence:
                self._write(sentence)
            case events.SpeechStarted():
                self._pause(published.t)
            case events.SpeechEnded() as spoken:
                self._silent_since_s = published.t
                self._hear(spoken)
            case events.TurnEnded(turn=turn):
                self._end(turn, is_cut=False)
            case events.TurnCut(turn=turn):
                self._end(turn, is_cut=True)
            case events.PictureKept() as kept:
                self._show(kept)
            case events.ToolCalled(agent="") as called:
                self._call(called)
            case other:
                self._deeds.take(other)

    def _begin(self, taken: events.CueTaken) -> None:
        """Make a place for a turn, in the channel where it is answered, or else the stage's."""
        asked_in = parse_channel_id(taken.channel)
        channel = asked_in or self._stage_channel
        if not channel:
            return
        page = TurnMessage(self._boxes, channel, taken.message) if asked_in else None
        cards = ToolCallCards(self._boxes, channel, self._clock, self._passed)
        self._turns[taken.turn] = _Turn(channel=channel, is_answer=bool(asked_in), page=page, cards=cards)
        if len(self._turns) > _MOST_TURNS:
            del self._turns[next(iter(self._turns))]

    def _write(self, sentence: events.SentenceReady | events.SentenceWritten) -> None:
        turn = self._turns.get(sentence.turn)
        if turn and turn.page:
            turn.cards.part()
            turn.page.add(sentence.text)

    def _call(self, called: events.ToolCalled) -> None:
        """Show a call; what is said after it stands below it."""
        turn = self._turns.get(called.turn)
        if turn is None or not turn.cards.called(called):
            return
        if turn.page:
            turn.page.part()
        elif called.turn == self._heard_turn:
            self._end_paragraph()

    def _cards_of(self, number: int | None) -> ToolCallCards | None:
        turn = self._turns.get(number)
        return turn.cards if turn else None

    def _end(self, number: int | None, *, is_cut: bool) -> None:
        """Close what a turn says; one that was finished before it was cut stays whole."""
        turn = self._turns.get(number)
        if turn and turn.page:
            turn.page.cut() if is_cut else turn.page.close()
            turn.page = None

    def _pause(self, now_s: float) -> None:
        if now_s - self._silent_since_s > _PAUSE_S:
            self._end_paragraph()

    def _hear(self, spoken: events.SpeechEnded) -> None:
        """Go on with the paragraph of what is heard; an answer in a channel stands there already."""
        turn = self._turns.get(spoken.turn)
        if not spoken.heard or not self._stage_channel or (turn and turn.is_answer):
            return
        if spoken.turn != self._heard_turn:
            self._end_paragraph()
        self._heard_turn = spoken.turn
        if turn:
            turn.cards.part()
        self._paragraph = self._paragraph or TurnMessage(self._boxes, self._stage_channel)
        self._paragraph.add(f"{spoken.heard}{_CUT}" if spoken.cut else spoken.heard)

    def _end_paragraph(self) -> None:
        if self._paragraph:
            self._paragraph.close()
        self._paragraph = None

    def _show(self, kept: events.PictureKept) -> None:
        turn = self._turns.get(kept.turn)
        channel = parse_channel_id(kept.channel) or (turn.channel if turn else self._stage_channel)
        content = self._find(kept.digest)
        kind = next((kind for begin, kind in _KINDS.items() if content and content.startswith(begin)), None)
        if not channel or not content or not kind:
            return
        caption = self._passed(kept.caption, _MOST_CAPTION) if kept.caption else ""
        picture = AttachedPicture(name=f"{kept.digest}.{kind}", content=content, description=caption)
        self._boxes.put(channel, MirrorMessage(text=escape_mentions(caption), picture=picture))

    def _told(self, count: int) -> str:
        return self._passed(f"… {count} {'line was' if count == 1 else 'lines were'} not shown", _MOST_NOTICE)

    def _passed(self, text: str, most: int) -> str:
        """Give what the guard lets pass; empty: nothing."""
        verdict = self._guard.check(redact(text), limit=most, where="discord")
        return "" if isinstance(verdict, Dropped) else verdict.text


@dataclass(kw_only=True)
class _Turn:
    """Where a turn is shown."""

    channel: str
    is_answer: bool
    """Whether somebody asked there."""
    page: TurnMessage | None
    """What it says there, while it does."""
    cards: ToolCallCards
