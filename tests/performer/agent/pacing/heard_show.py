"""A show as the pacing hears it: lines that begin and end on the stream, in virtual time."""

from performer.core.clock import VirtualClock
from performer.core.events.parts import Hushed, HushEnded
from performer.core.events.speech import SpeechEnded, SpeechGrew, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.stream import EventStream
from performer.core.events.turns import TurnEnded


class HeardShow:
    """Publishes what a speaker would."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self._turn = 0

    async def line(self, seconds: float = 3.0, *, sentences: int = 1) -> None:
        """Have a turn heard from its first sentence to its end."""
        self._turn += 1
        for number in range(sentences):
            self.begin(seconds / sentences, sentence=f"{self._turn}-{number}")
            await self.clock.advance(seconds / sentences)
            self.end(seconds / sentences, sentence=f"{self._turn}-{number}")

    def begin(self, seconds: float, *, sentence: str = "s", turn: int | None = None) -> None:
        turn = turn or self._turn
        self.stream.publish(SpeechStarted(turn=turn, sentence=sentence, text="t", duration_s=seconds, audible=True))

    def grow(self, seconds: float) -> None:
        self.stream.publish(SpeechGrew(turn=self._turn, sentence="s", duration_s=seconds))

    def hold(self, heard_s: float) -> None:
        self.stream.publish(SpeechHeld(turn=self._turn, sentence="s", heard_s=heard_s))

    def resume(self, after_s: float) -> None:
        self.stream.publish(SpeechResumed(turn=self._turn, sentence="s", after_s=after_s))

    def end(self, heard_s: float, *, sentence: str = "s") -> None:
        self.stream.publish(SpeechEnded(turn=self._turn, sentence=sentence, text="t", heard_s=heard_s))

    def nothing_to_say(self, reason: str = "final") -> None:
        self._turn += 1
        self.stream.publish(TurnEnded(turn=self._turn, reason=reason, steps=1, sentences=0, took_s=1.0))

    def hush(self) -> None:
        self.stream.publish(Hushed())

    def end_hush(self) -> None:
        self.stream.publish(HushEnded())
