"""Speech: the way of a turn's words from the model to the event stream, cut into sentences, each past the guard."""

from performer import events
from performer.events import EventStream
from performer.guard import Drop, Guard
from performer.voices.sentences import SentenceCutter


class Speech:
    """What one turn says; nothing reaches anybody but through `guard`."""

    def __init__(
        self,
        stream: EventStream,
        guard: Guard,
        *,
        turn: int,
        fresh_until_s: float | None,
        most_sentences: int,
    ) -> None:
        self._stream = stream
        self._guard = guard
        self._turn = turn
        self._fresh_until_s = fresh_until_s
        self._most_sentences = most_sentences
        self._cutter = SentenceCutter()
        self.count = 0
        """How many sentences were let through."""

    def hear(self, piece: str) -> None:
        """Take a piece of streamed text; sentences that are finished for certain go out now."""
        for sentence in self._cutter.feed(piece):
            self._pass(sentence)

    def end_step(self, *, cut: bool = False) -> None:
        """Let the rest of a step go out, but for the last sentence of an answer that was cut off: it is half."""
        rest = self._cutter.finish()
        if cut and rest:
            rest.pop()
            self._block("the answer was cut off in the middle of it")
        for sentence in rest:
            self._pass(sentence)

    def _pass(self, sentence: str) -> None:
        if self.count >= self._most_sentences:
            self._block(f"more than {self._most_sentences} sentences in a turn")
            return
        verdict = self._guard.sentence(sentence)
        if isinstance(verdict, Drop):
            self._block(verdict.reason)
        elif verdict.text:
            self.count += 1
            self._stream.publish(
                events.SentenceReady(turn=self._turn, text=verdict.text, fresh_until_s=self._fresh_until_s)
            )

    def _block(self, reason: str) -> None:
        self._stream.publish(events.SentenceBlocked(turn=self._turn, reason=reason))
