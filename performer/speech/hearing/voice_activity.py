"""The streamer's talk, as far as it matters who has the floor: how long it has gone on, and when it is over.

The streamer's floor: taken while they speak, free when they have been silent for long enough.

Doubt: what speaks without end is no streamer but music or a television, and is not heeded until it falls silent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.lowlevel

from performer.core.clock import Clock
from performer.core.events.speech import FloorFreed, FloorTaken
from performer.core.events.stream import EventStream
from performer.speech.hearing.samples import SLICE_S


class MicrophoneFloor:
    """The floor of a show that listens; free until somebody takes it."""

    def __init__(self, clock: Clock, stream: EventStream) -> None:
        self._clock = clock
        self._stream = stream
        self._taken_s: float | None = None
        self._freed = anyio.Event()

    @property
    def is_free(self) -> bool:
        """Whether a line may begin now."""
        return self._taken_s is None

    @property
    def taken_s(self) -> float | None:
        """Since when it is taken, an instant of the show's clock; None when it is free."""
        return self._taken_s

    async def wait_until_free(self) -> None:
        """Return when it is free, at once when it is; it may be taken again by the time the caller goes on."""
        await anyio.lowlevel.checkpoint()
        while self._taken_s is not None:
            await self._freed.wait()

    def take(self) -> None:
        """State that the streamer speaks; no news while they have it already."""
        if self._taken_s is None:
            self._taken_s = self._clock.now()
            self._stream.publish(FloorTaken())

    def free(self) -> None:
        """State that they have done, or that nobody listens any more."""
        if self._taken_s is None:
            return
        after_s = self._clock.now() - self._taken_s
        self._taken_s = None
        self._freed.set()
        self._freed = anyio.Event()
        self._stream.publish(FloorFreed(after_s=round(after_s, 3)))


SHORT_S: Final = 0.6
"""Speech that is over sooner (a yes, a cough, a laugh) is not talk: it does not take our line away."""
AFTER_SHORT_S: Final = 0.3
"""How long it must be silent after so short a burst."""
AFTER_TALK_S: Final = 0.7
"""How long it must be silent after talk: people pause for less than that in the middle of what they say."""
_JOIN_S: Final = 0.3
"""Speech after a shorter silence still belongs to the same burst: people stop for breath, and detectors lose a word."""
_DENSE: Final = 0.6
"""Of a burst this much must be speech: a row of clicks is none."""
_CLEAR: Final = 0.35
"""And this much must be speech that is nobody else's."""
_SURE: Final = 0.75
"""The mean probability of speech that leaves no doubt."""


@dataclass
class SpeechBurst:
    """Speech without a longer silence in it."""

    begin_s: float
    end_s: float
    spoken_s: float = 0.0
    probability_s: float = 0.0
    masked_s: float = 0.0
    """What of it lay under our own voice, and may be speech or not."""

    @property
    def is_dense(self) -> bool:
        """Whether most of it is speech, as far as it can be heard."""
        length_s = self.end_s - self.begin_s
        return self.spoken_s >= max(_DENSE * (length_s - self.masked_s), _CLEAR * length_s)

    @property
    def is_sure(self) -> bool:
        """Whether the detector has little doubt about it."""
        return self.probability_s >= _SURE * self.spoken_s

    def lasts(self, seconds: float) -> bool:
        """Tell whether it has been speech for so long."""
        return self.is_dense and self.end_s - self.begin_s >= seconds - SLICE_S / 2


class Talk:
    """Follows one voice; it is asked at instants, and told of speech alone, for silence is what is not told."""

    def __init__(self) -> None:
        self.burst: SpeechBurst | None = None
        """The newest one, over or not."""
        self._is_talk = False
        self._free_s = 0.0
        self._masked_s = 0.0
        """What has been drowned since the burst's newest slice; part of it if it goes on."""

    @property
    def free_s(self) -> float:
        """The instant from which the floor is free again, if nothing more is said."""
        return self._free_s

    def lasts(self, seconds: float) -> bool:
        """Tell whether the newest burst has been speech for so long."""
        return self.burst is not None and self.burst.lasts(seconds)

    def speech(self, at_s: float, probability: float) -> None:
        """Take in a slice of speech that ended at an instant."""
        begin_s = at_s - SLICE_S
        if begin_s > self._free_s:
            self._is_talk = False
        burst = self.burst
        if burst is None or begin_s - burst.end_s > _JOIN_S:
            burst = self.burst = SpeechBurst(begin_s, at_s)
        else:
            burst.masked_s += self._masked_s
        self._masked_s = 0.0
        burst.end_s = max(burst.end_s, at_s)
        burst.spoken_s += SLICE_S
        burst.probability_s += SLICE_S * probability
        self._is_talk = self._is_talk or burst.lasts(SHORT_S)
        self._free_s = burst.end_s + (AFTER_TALK_S if self._is_talk else AFTER_SHORT_S)

    def masked(self, at_s: float) -> None:
        """Take in a slice that our own voice drowned."""
        if self.burst is not None and at_s - self.burst.end_s <= _JOIN_S:
            self._masked_s += SLICE_S

    def forget(self) -> None:
        """Take back whatever was heard: it was nobody, or nobody listens any more."""
        self.burst = None
        self._is_talk = False
        self._free_s = 0.0


LONGEST_TALK_S: Final = 60.0
"""Nobody keeps the floor for longer without a pause."""
_TICK_S: Final = 0.001
_NEVER: Final = float("inf")


class SpeechDoubt:
    """Whether what the detector takes for speech is not believed now; at the start it is.

    Args:
        on_change: Told when doubt begins (True), and when it is over.
    """

    def __init__(self, on_change: Callable[[bool], None]) -> None:
        self._on_change = on_change
        self._quiet_s = _NEVER

    @property
    def is_on(self) -> bool:
        """Whether speech counts for nothing now."""
        return self._quiet_s != _NEVER

    @property
    def quiet_s(self) -> float:
        """The instant at which doubt is over, if nothing more is heard; inf when there is none."""
        return self._quiet_s

    def begin(self, now_s: float) -> None:
        """Doubt from now on."""
        self._quiet_s = now_s + AFTER_TALK_S
        self._on_change(True)

    def heard(self, at_s: float) -> None:
        """Take in that there is no silence yet at an instant."""
        self._quiet_s = max(self._quiet_s, at_s + AFTER_TALK_S)

    def look(self, now_s: float) -> None:
        """Believe again if there has been a silence by now."""
        if now_s >= self._quiet_s - _TICK_S:
            self._quiet_s = _NEVER
            self._on_change(False)
