"""The turn: from a cue over the model's steps to the final word. A plain awaited function; cancelling it ends it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pydantic import BaseModel, ConfigDict, Field

from performer import events
from performer.clock import Clock
from performer.cues import Cue, SayCue, SceneCue, SilenceCue
from performer.errors import ServiceError, ToolFailed, ToolRefused
from performer.events import EventStream
from performer.guard import Guard
from performer.models.model import (
    AssistantMessage,
    ChatMessage,
    Final,
    Model,
    Step,
    StepRequest,
    ToolCalls,
    ToolMessage,
    UserMessage,
)
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
    """How many sentences one turn may say."""
    freshness_s: float = Field(default=6.0, gt=0, le=120)
    """A comment that starts longer after its picture is dropped, in seconds."""


@dataclass
class _Progress:
    """How far a turn has come; kept outside the steps so that a deadline does not lose it."""

    steps: int = 0
    reason: str = ""


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
        messages = await self._scene.messages(cue, sees=self._model.sees, describe=self._describe)
        while progress.steps < self._settings.steps:
            progress.steps += 1
            request = StepRequest(messages=messages, tools=toolbox.specs, cue=cue)
            step = await self._step(turn, progress.steps, request, speech)
            speech.end_step(cut=step.cut)
            if isinstance(step, Final):
                progress.reason = "final"
                return
            messages = (*messages, *await self._answers(turn, step, toolbox))
        progress.reason = "steps"

    async def _step(self, turn: int, number: int, request: StepRequest, speech: Speech) -> Step:
        began_s = self._clock.now()
        pictures = sum(len(message.pictures) for message in request.messages if isinstance(message, UserMessage))
        self._stream.publish(events.StepStarted(turn=turn, step=number, model=self._model.name, pictures=pictures))
        first = True

        def on_text(piece: str) -> None:
            nonlocal first
            if first:
                after_s = round(self._clock.now() - began_s, 4)
                self._stream.publish(events.FirstText(turn=turn, step=number, after_s=after_s))
                first = False
            speech.hear(piece)

        return await self._model.step(request, on_text)

    async def _answers(self, turn: int, step: ToolCalls, toolbox: Toolbox) -> tuple[ChatMessage, ...]:
        """Run the calls one after the other and write down what came of each."""
        said = AssistantMessage(text=step.preface, calls=step.calls)
        return (said, *[ToolMessage(call=call, text=await self._answer(turn, call, toolbox)) for call in step.calls])

    async def _answer(self, turn: int, call: ToolCall, toolbox: Toolbox) -> str:
        try:
            return await toolbox.call(replace(call, turn=turn))
        except (ToolRefused, ToolFailed) as no:
            return str(no)

    def _speech(self, turn: int, cue: Cue) -> Speech:
        """Comments on a picture go stale; answers to people keep."""
        frame = self._scene.newest if isinstance(cue, SceneCue | SilenceCue) else None
        fresh_until_s = frame.at_s + self._settings.freshness_s if frame else None
        return Speech(
            self._stream,
            self._guard,
            turn=turn,
            fresh_until_s=fresh_until_s,
            most_sentences=_ALL if isinstance(cue, SayCue) else self._settings.sentences,
        )
