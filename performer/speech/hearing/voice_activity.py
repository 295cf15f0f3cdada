"""The streamer's talk: how long it has gone on, and whether the floor is theirs."""

from typing import Final

import anyio
import anyio.lowlevel

from performer.core.clock import Clock
from performer.core.events.speech import FloorFreed, FloorTaken
from performer.core.events.stream import EventStream
from performer.core.values import dataclass
from performer.speech.hearing.samples import SLICE_S


class MicrophoneFloor:
    """The floor of a show with a microphone; free until the streamer takes it."""

    def __init__(self, clock: Clock, stream: EventStream) -> None:
        self._clock, self._stream = clock, stream
        self.taken_s: float | None = None
        """Since when the floor is taken, an instant of the show's clock; None when it is free."""
        self._freed = anyio.Event()

    @property
    def is_free(self) -> bool:
        """Whether a line may begin now."""
        return self.taken_s is None

    async def wait_until_free(self) -> None:
        """Return when the floor is free; it may be taken again by the time the caller goes on."""
        await anyio.lowlevel.checkpoint()
        while not self.is_free:
            await self._freed.wait()

    def take(self) -> None:
        """Claim the floor for the streamer, and publish that; nothing happens while they have it."""
        if self.taken_s is None:
            self.taken_s = self._clock.now()
            self._stream.publish(FloorTaken())

    def free(self) -> None:
        """Free the floor, and publish that; nothing happens while it is free."""
        if self.taken_s is None:
            return
        after_s = self._clock.now() - self.taken_s
        self.taken_s = None
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
"""Share of a burst that must be speech: a row of clicks is none."""
_CLEAR: Final = 0.35
"""Share of a burst that must be speech of nobody else."""
_SURE: Final = 0.75
"""The mean probability of speech that leaves no doubt."""


@dataclass
class SpeechBurst:
    """A stretch of speech without a longer silence in it."""

    begin_s: float
    end_s: float
    spoken_s: float = 0.0
    probability_s: float = 0.0
    masked_s: float = 0.0
    """What of it lay under our own voice, and may be speech or not."""

    @property
    def is_dense(self) -> bool:
        """Whether most of the burst is speech, as far as it can be heard."""
        length_s = self.end_s - self.begin_s
        return self.spoken_s >= max(_DENSE * (length_s - self.masked_s), _CLEAR * length_s)

    @property
    def is_sure(self) -> bool:
        """Whether the detector has little doubt about the burst."""
        return self.probability_s >= _SURE * self.spoken_s

    def lasts(self, seconds: float) -> bool:
        """Whether the burst has been speech for so many seconds."""
        return self.is_dense and self.end_s - self.begin_s >= seconds - SLICE_S / 2


class Talk:
    """The bursts of one voice. Only speech is noted: what is not noted is silence."""

    def __init__(self) -> None:
        self.burst: SpeechBurst | None = None
        """The newest one, over or not."""
        self.free_s = 0.0
        """The instant from which the floor is free again, if nothing more is said."""
        self._is_talk = False
        self._masked_s = 0.0
        """What our voice has drowned since the burst's newest slice; part of the burst if the burst goes on."""

    def lasts(self, seconds: float) -> bool:
        """Whether the newest burst has been speech for so many seconds."""
        return self.burst is not None and self.burst.lasts(seconds)

    def note_speech(self, at_s: float, probability: float) -> None:
        """Note a slice of speech that ended at an instant."""
        begin_s = at_s - SLICE_S
        if begin_s > self.free_s:
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
        self.free_s = burst.end_s + (AFTER_TALK_S if self._is_talk else AFTER_SHORT_S)

    def note_masked(self, at_s: float) -> None:
        """Note a slice that our own voice drowned."""
        if self.burst is not None and at_s - self.burst.end_s <= _JOIN_S:
            self._masked_s += SLICE_S

    def forget(self) -> None:
        """Forget all speech: it was nobody's, or nobody listens any more."""
        self.burst = None
        self._is_talk = False
        self.free_s = 0.0
