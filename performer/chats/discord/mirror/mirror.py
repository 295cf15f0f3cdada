"""The mirror at Discord: what is heard on the stage in its channel, and answers where somebody asked.

It may miss something rather than hold anybody up. Whatever it writes has passed the guard.
"""

import base64
from collections.abc import Callable
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.channels import parse_channel_id
from performer.chats.discord.escape import escape_mentions
from performer.chats.discord.hub import DiscordIO
from performer.chats.discord.mirror.cards import ToolCallCards
from performer.chats.discord.mirror.health import MirrorHealth
from performer.chats.discord.mirror.kept_messages import KeptMessages
from performer.chats.discord.mirror.message import COMMENT_WORTH_S, WORTH_S, MirrorMessage
from performer.chats.discord.mirror.mirrored_messages import ChannelOutboxes, TurnMessage
from performer.chats.discord.mirror.outbox import OutboxTools
from performer.chats.discord.wire.calls import Picture
from performer.chats.discord.wire.values import DiscordEvent, LinkChanged
from performer.core import events
from performer.core.events.stream import Event, PublishedEvent
from performer.core.own_text import OwnText
from performer.core.recent_dict import RecentDict
from performer.core.redact.redact import redact
from performer.core.values import dataclass
from performer.guard.runtime import Runtime

KINDS: Final = (*events.OF_CALLS, events.AgentStarted)
"""The events about calls."""
_MOST_JOBS: Final = 32
_MOST_TURNS: Final = 32
"""Turns of which something may still come."""
_CATCH_UP_S: Final = 3.0
_PAUSE_S: Final = 6.0
"""After so long a silence in what is heard, a new paragraph begins."""
_MOST_CAPTION: Final = 200
_KINDS: Final = {b"\xff\xd8\xff": "jpg", b"\x89PNG": "png", b"GIF8": "gif", b"RIFF": "webp"}
"""Picture formats, by their first bytes."""


@dataclass(kw_only=True)
class _Turn:
    """The place where a turn is shown."""

    channel: str
    is_answer: bool
    """Whether somebody asked there."""
    page: TurnMessage | None
    """What the turn says there, while it does."""
    cards: ToolCallCards


class DiscordMirror:
    """Posts what is said and done; without a `stage_channel` the stage is mirrored nowhere."""

    def __init__(
        self,
        runtime: Runtime,
        io: DiscordIO,
        *,
        stage_channel: str,
        find: Callable[[str], bytes | None],
        kept: KeptMessages | None = None,
    ) -> None:
        self._clock = runtime.clock
        self._reader = runtime.stream.lossy(
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
        self._guard = runtime.guard
        self._stage_channel = stage_channel
        self._find = find
        health = MirrorHealth(runtime.clock, runtime.stream, stage_channel)
        self._boxes = ChannelOutboxes(OutboxTools(runtime.clock, io, health, kept or KeptMessages(runtime.clock)))
        self._turns: RecentDict[int | None, _Turn] = RecentDict(_MOST_TURNS)
        """The newest turns, by their numbers."""
        self._jobs: RecentDict[tuple[int | None, str], ToolCallCards] = RecentDict(_MOST_JOBS)
        """The cards of calls that go on by themselves: their turn may be long forgotten when they end."""
        self._heard_turn: int | None = None
        self._paragraph: TurnMessage | None = None
        """The text of that turn, as it is heard."""
        self._silent_since_s = 0.0

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Post until the stream closes, and then what is left, for two seconds at most."""
        async with self._boxes.open():
            task_status.started()
            async for published in self._reader:
                self._take(published)

    async def catch_up(self, channel: str) -> None:
        """Wait until what was said so far stands in a channel, for three seconds at most: what follows stands below."""
        for published in self._reader.taken():
            self._take(published)
        with self._clock.move_on_after(_CATCH_UP_S):
            await self._boxes.find(channel).settle()

    async def farewell(self) -> None:
        """Post what is left, for two seconds at most, while the link is up: the show is about to end."""
        for published in self._reader.taken():
            self._take(published)
        await self._boxes.finish()

    def hear(self, event: DiscordEvent) -> None:
        """Go on at once when the link is up again: what waits need not wait any longer."""
        if isinstance(event, LinkChanged) and event.is_up:
            self._boxes.try_again()

    def _take(self, published: PublishedEvent) -> None:
        match published.event:
            case events.CueTaken() as taken:
                self._begin(taken)
            case events.SentenceReady(only_spoken=False, turn=number, text=text):
                self._write(number, text)
            case events.SentenceWritten(turn=number, text=text, gap=gap):
                self._write(number, text, gap)
            case events.SpeechStarted():
                if published.t - self._silent_since_s > _PAUSE_S:
                    self._end_paragraph()
            case events.SpeechEnded() as spoken:
                self._silent_since_s = published.t
                self._hear(spoken)
            case events.TurnEnded(turn=number) | events.TurnCut(turn=number):
                self._end(number, is_cut=isinstance(published.event, events.TurnCut))
            case events.PictureKept() as kept:
                self._show_picture(kept)
            case events.ToolCalled(agent="") as called:
                self._show_call(called)
            case other:
                self._show_progress(other)

    def _begin(self, taken: events.CueTaken) -> None:
        """Prepare a place for a turn, in the channel where it is answered, or else the stage's."""
        asked_in = parse_channel_id(taken.channel)
        channel = asked_in or self._stage_channel
        if not channel:
            return
        box = self._boxes.find(channel)
        worth_s = WORTH_S if taken.is_direct else COMMENT_WORTH_S
        page = TurnMessage(box, taken.message, is_answer=taken.is_direct, worth_s=worth_s) if asked_in else None
        cards = ToolCallCards(box, self._clock, self._pass_guard)
        self._turns[taken.turn] = _Turn(channel=channel, is_answer=bool(asked_in), page=page, cards=cards)

    def _write(self, number: int | None, text: str, gap: str = " ") -> None:
        """Add a sentence to what a turn says in its channel."""
        if (turn := self._turns.get(number)) and turn.page:
            turn.cards.part()
            turn.page.add(text, gap)

    def _show_call(self, called: events.ToolCalled) -> None:
        """Show a call; what is said after it stands below it."""
        turn = self._turns.get(called.turn)
        if turn is None or not turn.cards.show(called):
            return
        if turn.page:
            turn.page.part()
        elif called.turn == self._heard_turn:
            self._end_paragraph()

    def _show_progress(self, event: Event) -> None:
        """Show an event about a call, but for a call of the show's own that begins."""
        turn, job = self._turns.get(event.turn), (event.turn, getattr(event, "call", ""))
        cards = turn.cards if turn else self._jobs.get(job)
        match event:
            case _ if cards is None:
                pass
            case events.ToolCalled():
                cards.count(event)
            case events.AgentStarted():
                cards.note_sender(event)
            case events.ErrandStarted():
                cards.note_background(event)
                self._jobs[job] = cards
            case events.ToolProgressed(agent=""):
                cards.show_progress(event)
            case events.ToolReturned(agent="") | events.ToolRefused(agent="") | events.ToolFailed(agent=""):
                cards.end(event)
            case events.ErrandEnded():
                self._jobs.pop(job, None)
                cards.end(event)

    def _end(self, number: int | None, *, is_cut: bool) -> None:
        """Close the text of a turn; one that was finished before it was cut stays whole."""
        turn = self._turns.get(number)
        if turn and turn.page:
            turn.page.cut() if is_cut else turn.page.close()
            turn.page = None

    def _hear(self, spoken: events.SpeechEnded) -> None:
        """Add to the paragraph of what is heard; an answer in a channel stands there already.

        A sentence that was cut is left out: half of it tells nobody anything.
        """
        turn = self._turns.get(spoken.turn)
        if not spoken.heard or spoken.cut or not self._stage_channel or (turn and turn.is_answer):
            return
        if spoken.turn != self._heard_turn:
            self._end_paragraph()
        self._heard_turn = spoken.turn
        if turn:
            turn.cards.part()
        self._paragraph = self._paragraph or TurnMessage(self._boxes.find(self._stage_channel))
        self._paragraph.add(spoken.heard)

    def _end_paragraph(self) -> None:
        if self._paragraph:
            self._paragraph.close()
        self._paragraph = None

    def _show_picture(self, kept: events.PictureKept) -> None:
        turn = self._turns.get(kept.turn)
        channel = parse_channel_id(kept.channel) or (turn.channel if turn else self._stage_channel)
        content = self._find(kept.digest)
        kind = next((kind for begin, kind in _KINDS.items() if content and content.startswith(begin)), None)
        if not channel or not content or not kind:
            return
        caption = self._guard.passed(redact(kept.caption), limit=_MOST_CAPTION, where="discord")
        encoded = base64.b64encode(content).decode()
        picture = Picture(filename=f"{kept.digest}.{kind}", base64=encoded, description=caption)
        self._boxes.find(channel).put(MirrorMessage(text=escape_mentions(caption), picture=picture))

    def _pass_guard(self, text: str, most: int) -> OwnText:
        """Return a text as the guard lets it pass, with a placeholder for what it stops."""
        return self._guard.tell(text, limit=most, where="discord")
