"""The turns that are on: at most one is heard, and at most one is written or waits behind it.

A turn is followed until it has been heard, or cut before. A kept cue becomes a turn once, by whoever takes it out of
where it is kept. The show is paused while any reason to keep quiet holds.
"""

import logging
import math
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import KW_ONLY, field
from types import MappingProxyType
from typing import Final

import anyio
import anyio.lowlevel

from performer.agent.director.ports import SpeakerPort, TurnPerformer
from performer.agent.queue.kept import CueKeeper
from performer.core import cues, events
from performer.core.clock import Clock
from performer.core.cues import CONSOLE, Cue, GameCue, OperatorCue, Rank, SceneCue, find_rank
from performer.core.events.stream import EventStream
from performer.core.events.turns import TurnEnded
from performer.core.speaking_turn import ALWAYS_FREE, Floor
from performer.core.values import dataclass


@dataclass(kw_only=True, eq=False)
class RunningTurn:
    """A turn, from the moment its cue was taken until it has been heard."""

    turn: int
    cue: Cue
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    is_written: bool = False
    """Whether its last step is over."""
    has_words: bool = False
    """Whether anything of it may be heard."""
    has_begun: bool = False
    """Whether anything of it was heard."""
    is_cut: bool = False

    @property
    def rank(self) -> Rank:
        """Whose turn it is."""
        return find_rank(self.cue)

    @property
    def is_operators(self) -> bool:
        """Whether the streamer asked for it."""
        return self.rank is Rank.OPERATOR

    @property
    def is_talk(self) -> bool:
        """Whether it answers what the streamer typed, who stops it as anybody stops a talk: by speaking."""
        return isinstance(self.cue, OperatorCue) and self.cue.channel == CONSOLE

    @property
    def is_only_heard(self) -> bool:
        """Whether nothing is left of it but to be heard to its end: the next turn can be written meanwhile."""
        return self.is_written and self.has_begun


_log = logging.getLogger(__name__)

_LONGEST_STILL_S: Final = 180.0
"""A speaker that begins and ends nothing for this long has lost the turn's end; the show goes on."""


class Pauses:
    """The reasons by who gave them, each begun and ended once on the stream."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._holding: dict[str, str] = {}
        self._overruled: dict[str, str] = {}
        self.holding: Mapping[str, str] = MappingProxyType(self._holding)
        """By whom: why."""
        self._ended = anyio.Event()

    def begin(self, by: str, reason: str) -> bool:
        """Add a reason, and return whether it is news; one that was overruled is none until it has ended."""
        if reason in (self._holding.get(by), self._overruled.get(by)):
            return False
        self._overruled.pop(by, None)
        self._holding[by] = reason
        self._stream.publish(events.Paused(by=by, reason=reason))
        return True

    def end(self, by: str) -> None:
        """Note that a reason is gone."""
        self._overruled.pop(by, None)
        if self._holding.pop(by, None) is not None:
            self._stream.publish(events.Resumed(by=by))
        self._ended.set()
        self._ended = anyio.Event()

    async def wait_for_end(self) -> None:
        """Return when the next reason ends, even one that was overruled."""
        await self._ended.wait()

    def overrule(self) -> None:
        """End every reason that holds now; it holds again when it comes anew."""
        overruled = dict(self._holding)
        for by in overruled:
            self.end(by)
        self._overruled.update(overruled)


@dataclass(eq=False)
class TurnRegister:
    """The turns that are on and the reasons to keep quiet: built before the director, who alone begins turns."""

    clock: Clock
    stream: EventStream
    """The stream of every turn's beginning and cut, which tells as well which have words and are heard."""
    speaker: SpeakerPort
    _: KW_ONLY
    floor: Floor = ALWAYS_FREE
    """The floor; while it is taken, a line may have to wait for long."""
    keeper: CueKeeper | None = None
    """Keeps cues until their turns begin; None: none are kept."""
    wake: Callable[[], None]
    """Called when a turn has its first words, is written, is first heard, or is over."""

    def __post_init__(self) -> None:
        self._over = anyio.Event()
        self.quiet_since_s = self.clock.now()
        """Since when no turn is on, an instant of the clock."""
        self.reasons = Pauses(self.stream)
        """The reasons to keep quiet."""
        self._heard = self.stream.whole("director", events.SentenceReady, events.SpeechStarted, events.SpeechEnded)
        self._stirred_s = -math.inf
        """When the speaker last began or ended a sentence."""
        self._newest = 0
        self.going: list[RunningTurn] = []
        """The one that is heard first, then the one that is written or waits."""

    @property
    def turn(self) -> int | None:
        """The number of the turn that is heard, or else written; None between turns."""
        return next((going.turn for going in self.going if not going.is_cut), None)

    @property
    def pauses(self) -> Mapping[str, str]:
        """The reasons to keep quiet that hold now, by who gave them."""
        return self.reasons.holding

    def is_paused(self) -> bool:
        """Return whether the show keeps quiet, for any reason."""
        return bool(self.reasons.holding)

    def is_idle(self) -> bool:
        """Return whether no turn is on."""
        return self.turn is None

    async def wait_until_over(self) -> None:
        """Return when a turn has been heard, was cut, or came to nothing."""
        await self._over.wait()

    async def drop(self, turn: int, reason: str) -> None:
        """Cut a turn that is still on, and nothing else; one that is over is left as it was."""
        self.read_speech_events()
        for each in [each for each in self.going if each.turn == turn and not each.is_cut]:
            await self.cut(each, reason)

    def begin(self, cue: Cue) -> RunningTurn:
        """Make a turn of a cue; it is performed by `perform`, and others hear of it by `publish_taken`."""
        assert all(each.is_only_heard for each in self.going), "a turn is written or waits already"
        self._newest += 1
        going = RunningTurn(turn=self._newest, cue=cue)
        self.going.append(going)
        return going

    def publish_taken(self, going: RunningTurn) -> None:
        """Publish that a cue has become a turn; before anything else is published of it."""
        cue = going.cue
        channel, message = cues.find_reply_place(cue)
        self.stream.publish(
            events.CueTaken(
                turn=going.turn,
                channel=channel,
                message=message,
                cue=cues.find_kept_id(cue),
                kind=cues.name_kind(cue),
                text=cues.format_words(cue),
                waited_s=round(self.clock.now() - cue.at_s, 3),
                is_direct=any(line.direct for line in cue.lines) if isinstance(cue, cues.ChatCue) else True,
                importance=cue.importance if isinstance(cue, GameCue | SceneCue) else None,
            )
        )

    async def perform(self, going: RunningTurn, performer: TurnPerformer) -> None:
        """Perform a turn and see it through; it is over when its last word has been heard.

        A kept cue is taken out first; one that cannot be had ends its turn without a word.

        A bug in it goes up: what it leaves behind stands in every other's way until `clear_away`.
        """
        with going.scope:
            await anyio.lowlevel.checkpoint()  # it may have been cut before it began
            began_s = self.clock.now()
            async with self.keeper.taking(going.cue) if self.keeper else nullcontext("") as why_not:
                if not why_not:
                    await performer.perform(going.turn, going.cue)
            if why_not:
                took_s = self.clock.now() - began_s
                self.stream.publish(TurnEnded(turn=going.turn, reason=why_not, steps=0, sentences=0, took_s=took_s))
            self.read_speech_events()
            going.is_written = True
            self.wake()
            if going.has_words:
                await self._until_heard(going.turn)
        self.going.remove(going)
        self.quiet_since_s = self.clock.now()
        self._over.set()
        self._over = anyio.Event()
        self.wake()

    async def listen(self) -> None:
        """Note whenever a turn finds its first words, or is first heard; until cancelled."""
        while await self._heard.wait():
            self.read_speech_events()
            self.wake()

    def read_speech_events(self) -> None:
        """Note what the stream has told of the turns that are on."""
        by_turn = {each.turn: each for each in self.going}
        for published in self._heard.taken():
            if not isinstance(published.event, events.SentenceReady):
                self._stirred_s = published.t
            going = by_turn.get(published.event.turn or 0)
            if going is not None:
                going.has_words = True
                going.has_begun = going.has_begun or isinstance(published.event, events.SpeechStarted)

    async def hush(self, reason: str) -> None:
        """Stop the speaker at once, and cut every turn that is on."""
        going = list(self.going)
        await self.speaker.cut(self._newest, clips=True)
        for each in going:
            self._end(each, reason)

    async def cut(self, going: RunningTurn, reason: str) -> None:
        """Cut one turn: silence first. What only waits is dropped without a sound, whoever else is heard."""
        if going.has_begun or self.speaker.speaking == going.turn:
            await self.speaker.cut(going.turn)
        else:
            self.speaker.forget(going.turn)
        self._end(going, reason)

    def drop_finished(self) -> None:
        """Cut what a bug has left behind."""
        for broken in self.going:
            self._end(broken, "it broke")
        self.going.clear()

    async def _until_heard(self, turn: int) -> None:
        """Return when a turn was heard, or when the speaker has been still for too long on a free floor."""
        since_s = self.clock.now()
        while True:
            with self.clock.move_on_after(since_s + _LONGEST_STILL_S - self.clock.now()):
                await self.speaker.finished(turn)
                return
            self.read_speech_events()
            if not self.floor.is_free:
                since_s = self.clock.now()
            elif self._stirred_s > since_s:
                since_s = self._stirred_s
            else:
                break
        self.speaker.forget(turn)
        _log.error("The speaker was still for %.0f s before the end of turn %d; going on.", _LONGEST_STILL_S, turn)

    def _end(self, going: RunningTurn, reason: str) -> None:
        if going.is_cut or going not in self.going:
            return
        going.is_cut = True
        going.scope.cancel()
        self.stream.publish(events.TurnCut(turn=going.turn, reason=reason))
