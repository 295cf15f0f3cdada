"""The bare prompt: one plain line asks a model for another; the performer has to be better than what comes of that."""

from dataclasses import asdict, fields
from typing import Final, Literal

from performer import events
from performer.bench.show.wiring import Seat
from performer.cues import Cue, SceneCue, SilenceCue, lines_of
from performer.director import Acts
from performer.errors import ServiceError
from performer.frames import Frame
from performer.guard import Drop
from performer.models.model import StepRequest, SystemMessage, Usage, UserMessage
from performer.prompts import prompt
from performer.untrusted import NONE, Prompt, joined, stated
from performer.voices.sentences import SentenceCutter

_WORDS_CHARS: Final = 600
_Kind = Literal["final", "silence", "failed", "cut"]
_OF_A_STEP: Final = frozenset(each.name for each in fields(events.StepEnded))


def bare(seat: Seat) -> Acts:
    """Have each cue answered by one question without rules, examples or tools."""
    return Bare(seat)


class Bare:
    """Says the first sentence of each answer that the guard lets pass; no freshness, no memory of what was said.

    Args:
        seat: Where it sits, and whom it asks.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._clock = seat.house.clock
        self._stream = seat.house.stream

    async def perform(self, turn: int, cue: Cue) -> None:
        """Ask once; the answer is read to its end, though only its first sentence is heard."""
        began_s = self._clock.now()
        frame = self._seat.scene.newest
        reason, answer = "nothing to see", _Answer(self._seat, turn)
        if frame is not None or not isinstance(cue, SceneCue | SilenceCue):
            reason = "deadline"
            with self._clock.move_on_after(self._seat.house.config.turn.deadline_s):
                try:
                    await answer.ask(await self._request(frame, cue))
                    reason = "final"
                except ServiceError as failure:
                    reason = f"model failed: {failure}"
        took_s = round(self._clock.now() - began_s, 3)
        ended = events.TurnEnded(turn=turn, reason=reason, steps=1, sentences=answer.said, took_s=took_s)
        self._stream.publish(ended)

    async def _request(self, frame: Frame | None, cue: Cue) -> StepRequest:
        sees = self._seat.brain.model.sees
        pictures = (frame.jpeg,) if frame and sees else ()
        described = await self._seat.in_words.scene(frame, cue) if frame and not sees else ""
        seen = prompt("bench/bare_picture") if pictures else NONE
        if described:
            seen = prompt("bench/bare_words", words=stated(described, _WORDS_CHARS))
        told = joined(seen, _question(cue), by="\n")
        return StepRequest(
            messages=(SystemMessage(text=prompt("bench/bare")), UserMessage(text=told, pictures=pictures)), cue=cue
        )


class _Answer:
    """One answer on its way to the mouth."""

    def __init__(self, seat: Seat, turn: int) -> None:
        self.said = 0
        self._model = seat.brain.model
        self._guard = seat.house.guard
        self._stream = seat.house.stream
        self._clock = seat.house.clock
        self._turn = turn
        self._cutter = SentenceCutter()
        self._asked_s = 0.0
        self._is_over = False

    async def ask(self, request: StepRequest) -> None:
        """Ask, and have the first sentence spoken as soon as it is whole."""
        pictures = sum(len(each.pictures) for each in request.messages if isinstance(each, UserMessage))
        started = events.StepStarted(turn=self._turn, step=1, model=self._model.name, pictures=pictures)
        self._stream.publish(started)
        self._asked_s = self._clock.now()
        usage = Usage()
        kind: _Kind = "cut"
        try:
            answer = await self._model.step(request, lambda piece: self._say(self._cutter.feed(piece)))
            self._say(self._cutter.finish())
            usage = answer.usage
            kind = "final" if self.said else "silence"
        except ServiceError:
            kind = "failed"
            raise
        finally:
            self._end(kind, usage)

    def _say(self, sentences: list[str]) -> None:
        if self._is_over or not sentences:
            return
        self._is_over = True
        verdict = self._guard.sentence(sentences[0])
        if isinstance(verdict, Drop):
            self._stream.publish(events.SentenceBlocked(turn=self._turn, reason=verdict.reason))
        elif verdict.text:
            self.said = 1
            self._stream.publish(events.SentenceReady(turn=self._turn, text=verdict.text))

    def _end(self, kind: _Kind, usage: Usage) -> None:
        told = {name: value for name, value in asdict(usage).items() if name in _OF_A_STEP}
        after_s = round(self._clock.now() - self._asked_s, 4)
        self._stream.publish(events.StepEnded(turn=self._turn, step=1, kind=kind, after_s=after_s, **told))


def _question(cue: Cue) -> Prompt:
    """Tell what a viewer wrote, if one did."""
    asked = " / ".join(line.text for line in lines_of(cue))
    return prompt("bench/bare_asked", words=stated(asked, _WORDS_CHARS)) if asked else NONE
