"""The turn: from a cue over the model's steps to the final word. A plain awaited function; cancelling it ends it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import anyio
from pydantic import BaseModel, ConfigDict, Field

from performer import events
from performer.clock import Clock
from performer.cues import ChatCue, Cue, GameCue, OperatorCue, SayCue, SceneCue, SilenceCue
from performer.errors import ServiceError, ToolFailed, ToolRefused
from performer.events import EventStream
from performer.frames import Frame
from performer.guard import Guard
from performer.models.model import (
    AssistantMessage,
    ChatMessage,
    Final,
    Model,
    Step,
    StepRequest,
    ToolMessage,
    UserMessage,
)
from performer.novelty import Manner, Novelty
from performer.prompts import prompt
from performer.scene import Describe, Scene
from performer.speech import Speech
from performer.tools import Toolbox, ToolCall

_ALL = 1000
"""Sentences: the streamer's own words are not cut short."""


class TurnSettings(BaseModel):
    """How long a turn may take and how much it may say."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    steps: int = Field(default=6, ge=1, le=20)
    """How often the model may be asked in one turn."""
    deadline_s: float = Field(default=45.0, gt=0, le=600)
    """A turn that takes longer is ended, in seconds."""
    sentences: int = Field(default=5, ge=1, le=20)
    """How many sentences an answer to somebody may have."""
    comment_sentences: int = Field(default=2, ge=1, le=20)
    """How many sentences a comment may have that nobody asked for."""
    freshness_s: float = Field(default=6.0, gt=0, le=120)
    """A comment that starts longer after its picture is dropped, in seconds."""


@dataclass
class _Progress:
    """How far a turn has come; kept outside the steps so that a deadline does not lose it."""

    steps: int = 0
    reason: str = ""
    asked_again: bool = False
    """Whether the model was told that it repeats itself."""
    done: list[ToolMessage] = field(default_factory=list)
    """What came of the calls so far."""


class Performer:
    """Performs turns, one at a time.

    The toolbox is asked for anew at the beginning of each turn, so that its choices follow the streamer's folders; what
    a turn is offered stays the same until it ends.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        settings: TurnSettings,
        *,
        model: Model,
        describe: Describe,
        toolbox: Callable[[], Toolbox],
        guard: Guard,
        scene: Scene,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._settings = settings
        self._model = model
        self._describe = describe
        self._toolbox = toolbox
        self._guard = guard
        self._scene = scene
        self._novelty = Novelty(stream)

    async def perform(self, turn: int, cue: Cue) -> None:
        """Turn a cue into words and deeds, and state how it ended; whatever fails, what was said stands."""
        began_s = self._clock.now()
        speech = self._speech(turn, cue)
        progress = _Progress()
        with self._clock.move_on_after(self._settings.deadline_s) as deadline:
            try:
                await self._steps(turn, cue, speech, progress)
            except ServiceError as failure:
                progress.reason = f"model failed: {failure}"
        self._stream.publish(
            events.TurnEnded(
                turn=turn,
                reason="deadline" if deadline.cancelled_caught else progress.reason,
                steps=progress.steps,
                sentences=speech.count,
                took_s=round(self._clock.now() - began_s, 3),
            )
        )

    async def _steps(self, turn: int, cue: Cue, speech: Speech, progress: _Progress) -> None:
        if isinstance(cue, SayCue):
            speech.hear(cue.text)
            speech.end_step()
            progress.reason = "final"
            return
        toolbox = self._toolbox()
        told = await self._scene.told(cue, sees=self._model.sees, describe=self._describe)
        speech.fresh_until_s = self._fresh_until_s(cue, told.frame)
        messages = told.messages
        while progress.steps < self._settings.steps:
            progress.steps += 1
            request = StepRequest(messages=messages, tools=toolbox.specs, cue=cue)
            step = await self._step(turn, progress.steps, request, speech)
            if step is None:
                progress.reason = "stale"
                return
            messages = (*messages, *await self._answers(turn, step, toolbox, speech, progress))
            if speech.repeat and not speech.count:
                if progress.asked_again or speech.is_late:
                    progress.reason = "said before"
                    return
                messages = (*messages, UserMessage(text=prompt("again", said=speech.repeat.said)))
                progress.asked_again = True
            elif isinstance(step, Final):
                progress.reason = "final"
                return
        progress.reason = "steps"

    async def _step(self, turn: int, number: int, request: StepRequest, speech: Speech) -> Step | None:
        """Ask the model once; None when its first sentence came too late, at which the asking was ended."""
        began_s = self._clock.now()
        pictures = sum(len(message.pictures) for message in request.messages if isinstance(message, UserMessage))
        self._stream.publish(events.StepStarted(turn=turn, step=number, model=self._model.name, pictures=pictures))
        first = True
        speech.begin_step()
        with anyio.CancelScope() as asking:

            def on_text(piece: str) -> None:
                nonlocal first
                if first:
                    after_s = round(self._clock.now() - began_s, 4)
                    self._stream.publish(events.FirstText(turn=turn, step=number, after_s=after_s))
                    first = False
                speech.hear(piece)
                if speech.is_stale:
                    asking.cancel()

            step = await self._model.step(request, on_text)
            speech.end_step(cut=step.cut)
            return None if speech.is_stale else step
        return None

    async def _answers(
        self, turn: int, step: Step, toolbox: Toolbox, speech: Speech, progress: _Progress
    ) -> tuple[ChatMessage, ...]:
        """Run the calls one after the other and write down what came of each.

        Of a step that repeated itself only what was let through is written down as said.
        """
        if isinstance(step, Final):
            return ()
        said = AssistantMessage(text=speech.step_text if speech.repeat else step.preface, calls=step.calls)
        answers = [await self._answer(turn, call, toolbox, progress) for call in step.calls]
        progress.done += answers
        return (said, *answers)

    async def _answer(self, turn: int, call: ToolCall, toolbox: Toolbox, progress: _Progress) -> ToolMessage:
        """Run a call; one that is made again because the model was asked again has its first answer."""
        if progress.asked_again and (known := _same_call(call, progress.done)):
            return ToolMessage(call=call, text=known.text)
        try:
            return ToolMessage(call=call, text=await toolbox.call(replace(call, turn=turn)))
        except (ToolRefused, ToolFailed) as no:
            return ToolMessage(call=call, text=str(no))

    def _fresh_until_s(self, cue: Cue, frame: Frame | None) -> float | None:
        """Comments on a picture go stale, counted from the picture that the model saw; answers to people keep."""
        is_comment = isinstance(cue, SceneCue | SilenceCue | GameCue)
        return frame.at_s + self._settings.freshness_s if frame and is_comment else None

    def _speech(self, turn: int, cue: Cue) -> Speech:
        match cue:
            case SayCue():
                manner, most = Manner.OWN, _ALL
            case OperatorCue() | ChatCue():
                manner, most = Manner.ANSWER, self._settings.sentences
            case _:
                manner, most = Manner.COMMENT, min(self._settings.sentences, self._settings.comment_sentences)
        return Speech(
            self._clock, self._stream, self._guard, self._novelty, turn=turn, manner=manner, most_sentences=most
        )


def _same_call(call: ToolCall, done: Sequence[ToolMessage]) -> ToolMessage | None:
    """Find what came of the same call, if it was made."""
    wanted = (call.name, call.arguments)
    return next((each for each in done if (each.call.name, each.call.arguments) == wanted), None)
