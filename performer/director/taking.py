"""Taking: a kept cue is performed once, by whoever gets it out of where it is kept."""

from performer.clock import Clock
from performer.cue_queue.keeper import CueKeeper
from performer.cues import Cue
from performer.director.ports import Acts
from performer.events import EventStream, TurnEnded


class Taking:
    """Has a turn performed once its cue is taken out; a cue that cannot be had ends its turn without a word.

    Args:
        clock: The show's clock.
        stream: Told of a turn that ends so.
        keeper: Who keeps cues.
        performer: Performs the turns.
    """

    def __init__(self, clock: Clock, stream: EventStream, keeper: CueKeeper, performer: Acts) -> None:
        self._clock = clock
        self._stream = stream
        self._keeper = keeper
        self._performer = performer

    async def perform(self, turn: int, cue: Cue) -> None:
        """Return when the turn is written; cancelling it cuts it."""
        began_s = self._clock.now()
        try:
            why_not = await self._keeper.take(cue)
            if not why_not:
                await self._performer.perform(turn, cue)
        finally:
            self._keeper.over(cue)
        if why_not:
            took_s = self._clock.now() - began_s
            self._stream.publish(TurnEnded(turn=turn, reason=why_not, steps=0, sentences=0, took_s=took_s))
