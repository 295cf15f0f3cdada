"""The arcade: a game that plays itself; the same seed gives the same events and pictures, however it is asked."""

from bisect import bisect_right
from dataclasses import replace
from functools import lru_cache

from performer.frames.arcade.chronicle import ArcadeEvent, Entry, chronicle
from performer.frames.arcade.plot import Plot, write_plot
from performer.frames.arcade.state import ArcadeState
from performer.frames.arcade.view import view


class Arcade:
    """An endless row of rounds, each of about 55 to 100 s: menu, loading, a level, and victory or game over.

    It has no current time: any instant can be asked in any order.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._begins = [0.0]
        """When each round begins; one more than the rounds that are known."""
        self._best = [0]
        """The highest score before each round."""

    def state_at(self, at_s: float) -> ArcadeState:
        """Show the world at that second, from 0 on.

        Raises:
            ValueError: for an instant before the beginning.
        """
        index = self._round_at(at_s)
        plot, entries = _round(self.seed, index)
        return view(plot, entries, at_s - self._begins[index], at_s=at_s, best=self._best[index], opening=index == 0)

    def events_between(self, begin_s: float, end_s: float) -> list[ArcadeEvent]:
        """List what happens from `begin_s` up to, but not at, `end_s`, in order.

        Raises:
            ValueError: for an instant before the beginning.
        """
        found: list[ArcadeEvent] = []
        for index in range(self._round_at(begin_s), self._round_at(max(begin_s, end_s)) + 1):
            for entry in _round(self.seed, index)[1]:
                at_s = self._begins[index] + entry.event.at_s
                if begin_s <= at_s < end_s:
                    found.append(replace(entry.event, at_s=at_s))
        return found

    def _round_at(self, at_s: float) -> int:
        if at_s < 0:
            raise ValueError(f"The arcade was asked for second {at_s}. It begins at 0.")
        while self._begins[-1] <= at_s:
            plot, entries = _round(self.seed, len(self._begins) - 1)
            self._begins.append(self._begins[-1] + plot.length_s)
            self._best.append(max(self._best[-1], entries[-1].score))
        return bisect_right(self._begins, at_s) - 1


@lru_cache(maxsize=16)
def _round(seed: int, index: int) -> tuple[Plot, tuple[Entry, ...]]:
    plot = write_plot(seed, index)
    return plot, chronicle(plot)
