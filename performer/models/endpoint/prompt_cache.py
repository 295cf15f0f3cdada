"""The prompt cache of a server: whether it still knows how every reaction begins, so that it reads only what is new.

A server keeps what it read of the last request as far as the next one begins alike. So the opening of a reaction is
read once before the first cue, and again in a pause after anything else was asked; a reaction for which it was read
anew is cold: it waited for that.
"""

import logging
import math
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from statistics import median
from typing import Final

from performer.core.clock import Clock
from performer.models.model import Step, StepRequest

_log = logging.getLogger(__name__)

_COLD: Final = 2.0
"""Times as long as usual: reading what is new alone takes a third of reading it all."""
_NOTICED_S: Final = 0.2
"""A machine that reads all of it sooner has no cold reads worth a word."""
_KEPT: Final = 12
"""Reactions by which it is known how long one is usually read."""
_ENOUGH: Final = 4


class PromptCacheTracker:
    """Tracks for one endpoint whether its next reaction will be read from the beginning."""

    def __init__(self, clock: Clock) -> None:
        self.knows = False
        """Whether the last request was a reaction."""
        self.cold_s = 0.0
        """Seconds in which the opening was read after the model was loaded; 0: it was not read yet."""
        self.cold_tokens = 0
        self.cold_reads = 0
        """Reactions that were read from the beginning, for something else had been asked before."""
        self._clock = clock
        self._reads_s: deque[float] = deque(maxlen=_KEPT)
        """Seconds in which the last reactions were read, as the server told."""
        self._firsts_s: deque[float] = deque(maxlen=_KEPT)
        """Seconds until their first words: an answer that was closed early has no other sign."""

    async def read(self, opening: StepRequest, ask: Callable[[StepRequest], Awaitable[Step]]) -> None:
        """Read the shortest of reactions at the server; raise as `ask` does."""
        is_first, began_s = not self.cold_s, self._clock.now()
        step = await ask(replace(opening, tokens=1))
        self.knows = True
        if is_first:
            self.cold_s = step.usage.read_s or self._clock.now() - began_s
            self.cold_tokens = step.usage.prompt_tokens

    def forget(self) -> None:
        """Forget everything: the model was loaded anew, and reading may take another time."""
        self.knows, self.cold_s = False, 0.0
        self._reads_s.clear()
        self._firsts_s.clear()

    def mark_cold(self, request: StepRequest, step: Step, first_s: float | None, *, knew: bool) -> Step:
        """Return the step of an answer, marked if it is a reaction that was read from the beginning.

        It should not be when the server knew the beginning. Where that tells nothing, the first word counts.
        """
        self.knows = request.phase == "react" and request.way is None
        if not self.knows or request.tokens == 1:
            return step
        read_s = step.usage.read_s or first_s or 0.0
        usual_s = self._usual_s(self._reads_s if step.usage.read_s else self._firsts_s, knew=knew)
        if step.usage.read_s:
            self._reads_s.append(step.usage.read_s)
        if first_s:
            self._firsts_s.append(first_s)
        if read_s <= usual_s:
            return step
        self.cold_reads += 1
        why = "though nothing else had been asked of it" if knew else "for something else had been asked of it before"
        _log.info("A reaction was read in %.1f s, as if from the beginning, %s.", read_s, why)
        return replace(step, usage=replace(step.usage, cold=True))

    def _usual_s(self, lately_s: Collection[float], *, knew: bool) -> float:
        """Return how long a warm reaction takes to read at most; before some are known, half the opening's time."""
        if len(lately_s) >= _ENOUGH:
            return max(_NOTICED_S, _COLD * median(lately_s))
        return math.inf if knew else max(_NOTICED_S, self.cold_s / _COLD)
