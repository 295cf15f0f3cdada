"""A track: speech at known instants, for tests and benchmarks that have no microphone."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Final

import anyio

from performer.clock import Clock
from performer.ears.slices import SLICE_S, Slice, Slices

_LEVEL_DB: Final = -24.0
"""How loud somebody is who speaks close to a microphone."""


@dataclass(frozen=True, kw_only=True)
class Spell:
    """Somebody speaks from one instant to another, in seconds of the show's clock."""

    begin_s: float
    end_s: float
    level_db: float = _LEVEL_DB
    speech: float = 1.0
    """How sure a detector would be of it."""


class Track:
    """Plays spells of speech as a detector would tell of them: slice by slice, and nothing while nobody speaks.

    Args:
        clock: By whose seconds it is played; each slice comes at its end.
        spells: The earliest first; they do not overlap. One that is past is left out.
    """

    def __init__(self, clock: Clock, spells: Sequence[Spell]) -> None:
        self._clock = clock
        self._spells = spells

    async def slices(self) -> AsyncGenerator[Slices, None]:
        """Yield a slice at a time; never ends."""
        for spell in self._spells:
            count = max(1, round((spell.end_s - spell.begin_s) / SLICE_S))
            for number in range(1, count + 1):
                at_s = spell.begin_s + number * SLICE_S
                left_s = at_s - self._clock.now()
                if left_s < -SLICE_S:
                    continue
                await self._clock.sleep(left_s)
                yield [Slice(at_s=at_s, level_db=spell.level_db, speech=spell.speech)]
        await anyio.sleep_forever()
