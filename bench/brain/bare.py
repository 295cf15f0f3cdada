"""The bare prompt: one plain line asks a model for a line; the performer has to be better than that."""

from dataclasses import asdict, dataclass, fields
from typing import Final, Literal

from bench.show.wiring import TakeStage
from performer.core import events
from performer.core.cues import Cue, SceneCue, SilenceCue, collect_lines
from performer.core.errors import ServiceError
from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import NONE, join_prompts, state_to_model
from performer.guard.verdict import Dropped
from performer.models.model import Model, StepRequest, SystemMessage, Usage, UserMessage
from performer.models.selection.build import ModelTeam
from performer.speech.sentences.cutter import SentenceCutter
from performer.vision.frame import Frame
from performer.wiring.sight import Sight

_WORDS_CHARS: Final = 600
_Kind = Literal["final", "silence", "failed", "cut"]
_OF_A_STEP: Final = frozenset(each.name for each in fields(events.StepEnded))


@dataclass(frozen=True)
class BarePerformer:
    """A performer that asks one question for each cue, without rules, examples or tools.

    It says the first sentence of each answer that the guard passes, however old its picture is.
    """

    _stage: TakeStage
    _brain: ModelTeam
    _sight: Sight

    async def perform(self, turn: int, cue: Cue) -> None:
        """Ask the model once; the answer is read to its end, though only its first sentence is heard."""
        clock = self._stage.clock
        began_s = clock.now()
        frame = self._sight.scene.newest
        reason, answer = "nothing to see", _Answer(self._stage, self._brain.model, turn)
        if frame is not None or not isinstance(cue, SceneCue | SilenceCue):
            reason = "deadline"
            with clock.move_on_after(self._stage.config.turn.deadline_s):
                try:
                    await answer.ask(await self._make_request(frame, cue))
                    reason = "final"
                except ServiceError as failure:
                    reason = f"{events.MODEL_FAILED}{failure}"
        took_s = round(clock.now() - began_s, 3)
        ended = events.TurnEnded(turn=turn, reason=reason, steps=1, sentences=answer.said, took_s=took_s)
        self._stage.stream.publish(ended)

    async def _make_request(self, frame: Frame | None, cue: Cue) -> StepRequest:
        sees = self._brain.model.sees
        pictures = (frame.jpeg,) if frame and sees else ()
        described = await self._sight.text.scene(frame, cue) if frame and not sees else ""
        seen = load_prompt("bench/bare_picture") if pictures else NONE
        if described:
            seen = load_prompt("bench/bare_words", words=state_to_model(described, _WORDS_CHARS))
        asked = " / ".join(line.text for line in collect_lines(cue))
        question = load_prompt("bench/bare_asked", words=state_to_model(asked, _WORDS_CHARS)) if asked else NONE
        user = UserMessage(text=join_prompts(seen, question, by="\n"), pictures=pictures)
        return StepRequest(messages=(SystemMessage(text=load_prompt("bench/bare")), user), cue=cue)


class _Answer:
    """One answer while it comes."""

    def __init__(self, stage: TakeStage, model: Model, turn: int) -> None:
        self.said = 0
        self._model = model
        self._guard = stage.guard
        self._stream = stage.stream
        self._clock = stage.clock
        self._turn = turn
        self._cutter = SentenceCutter()
        self._asked_s = 0.0
        self._is_over = False

    async def ask(self, request: StepRequest) -> None:
        """Ask the model, and publish the first sentence as soon as it is whole."""
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
        if isinstance(verdict, Dropped):
            self._stream.publish(events.SentenceBlocked(turn=self._turn, reason=verdict.reason))
        elif verdict.text:
            self.said = 1
            self._stream.publish(events.SentenceReady(turn=self._turn, text=verdict.text))

    def _end(self, kind: _Kind, usage: Usage) -> None:
        figures = {name: value for name, value in asdict(usage).items() if name in _OF_A_STEP}
        after_s = round(self._clock.now() - self._asked_s, 4)
        self._stream.publish(events.StepEnded(turn=self._turn, step=1, kind=kind, after_s=after_s, **figures))
