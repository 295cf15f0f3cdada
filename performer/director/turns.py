"""The turns that are going on: one is performed at a time, each is followed until it has been heard, or cut before."""

import logging
import math
from collections.abc import Callable
from typing import Final

import anyio.lowlevel

from performer import cues, events
from performer.clock import Clock
from performer.cues import Cue, GameCue, SceneCue
from performer.director.going import Going
from performer.director.ports import Acts, Mouth
from performer.events import EventStream
from performer.floor import Floor

_log = logging.getLogger(__name__)

_LONGEST_STILL_S: Final = 180.0
"""A speaker that begins and ends nothing for this long has lost the turn's end; the show goes on."""


class Turns:
    """At most one is heard, and at most one is written or waits behind it: the director sees to that.

    Args:
        clock: The show's clock.
        stream: Told of every turn's beginning and cut; tells which have words and are heard.
        performer: Performs them.
        mouth: Speaks them.
        floor: While it is taken, a line may have to wait for long.
        on_change: Called when a turn has its first words, is written, or is first heard.
        on_over: Called when a turn has been heard, was cut, or came to nothing.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        *,
        performer: Acts,
        mouth: Mouth,
        floor: Floor,
        on_change: Callable[[], None],
        on_over: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._performer = performer
        self._mouth = mouth
        self._floor = floor
        self._on_change = on_change
        self._on_over = on_over
        self._heard = stream.whole("director", events.SentenceReady, events.SpeechStarted, events.SpeechEnded)
        self._stirred_s = -math.inf
        """When the speaker last began or ended a sentence."""
        self._newest = 0
        self.going: list[Going] = []
        """The one that is heard first, then the one that is written or waits."""

    def begin(self, cue: Cue) -> Going:
        """Make a turn of a cue; it is performed by `perform`."""
        assert all(each.only_sounds for each in self.going), "a turn is written or waits already"
        self._newest += 1
        going = Going(turn=self._newest, cue=cue)
        self.going.append(going)
        channel, message = cues.place(cue)
        self._stream.publish(
            events.CueTaken(
                turn=going.turn,
                channel=channel,
                message=message,
                cue=cues.kept_id(cue),
                kind=cues.kind(cue),
                text=cues.words(cue),
                waited_s=round(self._clock.now() - cue.at_s, 3),
                importance=cue.importance if isinstance(cue, GameCue | SceneCue) else None,
            )
        )
        return going

    async def perform(self, going: Going) -> None:
        """Perform a turn and see it through; it is over when its last word has been heard.

        A bug in it goes up: what it leaves behind stands in every other's way until `clear_away`.
        """
        with going.scope:
            await anyio.lowlevel.checkpoint()  # it may have been cut before it began
            await self._performer.perform(going.turn, going.cue)
            self.catch_up()
            going.is_written = True
            self._on_change()
            if going.has_words:
                await self._until_heard(going.turn)
        self.going.remove(going)
        self._on_over()

    async def listen(self) -> None:
        """Take in whenever a turn finds its first words, or is first heard; until cancelled."""
        while await self._heard.wait():
            self.catch_up()
            self._on_change()

    def catch_up(self) -> None:
        """Take in what the stream has told of the turns that are on."""
        by_turn = {each.turn: each for each in self.going}
        for published in self._heard.taken():
            if not isinstance(published.event, events.SentenceReady):
                self._stirred_s = published.t
            going = by_turn.get(published.event.turn or 0)
            if going is not None:
                going.has_words = True
                going.has_begun = going.has_begun or isinstance(published.event, events.SpeechStarted)

    async def hush(self, reason: str) -> None:
        """Be silent at once, and cut every turn that is on."""
        going = list(self.going)
        await self._mouth.cut(self._newest, clips=True)
        for each in going:
            self._end(each, reason)

    async def cut(self, going: Going, reason: str) -> None:
        """Cut one turn: silence first. What only waits is dropped without a sound, whoever else is heard."""
        if going.has_begun or self._mouth.speaking == going.turn:
            await self._mouth.cut(going.turn)
        else:
            self._mouth.forget(going.turn)
        self._end(going, reason)

    def clear_away(self) -> None:
        """Cut what a bug has left behind."""
        for broken in self.going:
            self._end(broken, "it broke")
        self.going.clear()

    async def _until_heard(self, turn: int) -> None:
        """Return when a turn was heard, or when the speaker has been still for too long on a free floor."""
        since_s = self._clock.now()
        while True:
            with self._clock.move_on_after(since_s + _LONGEST_STILL_S - self._clock.now()):
                await self._mouth.finished(turn)
                return
            self.catch_up()
            if not self._floor.is_free:
                since_s = self._clock.now()
            elif self._stirred_s > since_s:
                since_s = self._stirred_s
            else:
                break
        self._mouth.forget(turn)
        _log.error("The speaker was still for %.0f s before the end of turn %d; going on.", _LONGEST_STILL_S, turn)

    def _end(self, going: Going, reason: str) -> None:
        if going.is_cut or going not in self.going:
            return
        going.is_cut = True
        going.scope.cancel()
        self._stream.publish(events.TurnCut(turn=going.turn, reason=reason))
