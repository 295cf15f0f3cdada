"""Asking the model once: what it says goes to the speech as it comes, and the step's beginning and end are stated."""

from dataclasses import replace
from typing import Literal

import anyio

from performer import events
from performer.clock import Clock
from performer.errors import ServiceError
from performer.events import EventStream
from performer.models.model import Model, Step, StepRequest, ToolCalls, Usage, UserMessage
from performer.speech import Speech

_Kind = Literal["calls", "final", "silence", "stale", "failed", "cut"]


class Ask:
    """One step of a turn.

    Args:
        model: Who is asked.
        speech: Takes the words.
        clock: Times the step.
        stream: Hears of it.
        turn: Whose step it is.
        number: Which of its steps, from 1.
    """

    def __init__(
        self, model: Model, speech: Speech, clock: Clock, stream: EventStream, *, turn: int, number: int
    ) -> None:
        self.asked_s = clock.now()
        """When the model was asked, an instant of the clock."""
        self._model = model
        self._speech = speech
        self._clock = clock
        self._stream = stream
        self._turn = turn
        self._number = number
        self._scope = anyio.CancelScope()
        self._has_text = False

    async def step(self, request: StepRequest) -> Step | None:
        """Ask; None when the first sentence came too late, at which the asking was ended. Of a pick nothing is said.

        Raises:
            ServiceError: when the model failed; what was said before stands.
        """
        self._begin(request)
        step: Step | None = None
        kind: _Kind = "cut"
        on_text = _unheard if request.phase == "pick" else self._hear
        try:
            with self._scope:
                asked = replace(request, enough=self._is_enough, taken_over=self._speech.taken_over)
                step = await self._model.step(asked, on_text)
                self._speech.end_step(cut=step.cut)
                await self._speech.settled()
            kind = _kind(step, is_stale=self._speech.is_stale)
        except ServiceError:
            kind = "failed"
            raise
        finally:
            self._end(step, kind)
        return None if kind == "stale" else step

    def _begin(self, request: StepRequest) -> None:
        pictures = sum(len(message.pictures) for message in request.messages if isinstance(message, UserMessage))
        self._stream.publish(
            events.StepStarted(turn=self._turn, step=self._number, model=self._model.name, pictures=pictures)
        )
        self._speech.begin_step()

    def _hear(self, piece: str) -> None:
        if not self._has_text:
            self._has_text = True
            self._stream.publish(events.FirstText(turn=self._turn, step=self._number, after_s=self._after_s()))
        self._speech.hear(piece)
        if self._speech.is_stale:
            self._scope.cancel()

    def _is_enough(self) -> bool:
        return self._speech.is_full

    def _end(self, step: Step | None, kind: _Kind) -> None:
        usage = step.usage if step else Usage()
        self._stream.publish(
            events.StepEnded(
                turn=self._turn,
                step=self._number,
                kind=kind,
                after_s=self._after_s(),
                calls=len(step.calls) if isinstance(step, ToolCalls) else 0,
                misprints=len(step.misprints) if isinstance(step, ToolCalls) else 0,
                prompt_tokens=usage.prompt_tokens,
                answer_tokens=usage.answer_tokens,
                load_s=round(usage.load_s, 4),
                read_s=round(usage.read_s, 4),
                answer_s=round(usage.answer_s, 4),
                mode=usage.mode,
                cold=usage.cold,
            )
        )

    def _after_s(self) -> float:
        return round(self._clock.now() - self.asked_s, 4)


def _unheard(_piece: str) -> None:
    """Let words pass that are not for anybody."""


def _kind(step: Step | None, *, is_stale: bool) -> _Kind:
    if step is None or is_stale:
        return "stale"
    if isinstance(step, ToolCalls):
        return "calls"
    return "final" if step.text.strip() else "silence"
