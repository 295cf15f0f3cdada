"""A reaction: one short request, one line, and at most one gesture that nobody waits for.

Second tries: how seldom a reaction may ask twice, for every request takes from the game.
"""

from dataclasses import replace
from typing import Final

from performer.agent.expression.gestures import TurnGestures
from performer.agent.prompt.scene import TurnPrompt
from performer.agent.prompt.short_form import build_retry
from performer.agent.turn.spoken_output import TurnOutput
from performer.agent.turn.steps import ModelQuestion, TurnProgress
from performer.agent.turn.tool_calls import ToolCallRunner
from performer.core.clock import Clock
from performer.core.cues import Cue, GameCue, OperatorCue, SceneCue, SilenceCue
from performer.core.events.stream import EventStream
from performer.models.load.line_time import LineTime
from performer.models.model import Model, Step, StepRequest, ToolCalls

_EARNED: Final = 0.08
"""What each reaction earns of a second try; with the first one that makes 1.1 requests a reaction in the long run."""
_MOST: Final = 2.0


class SecondTries:
    """Counts second tries against reactions; what is not used may be used later, as far as two at once."""

    def __init__(self) -> None:
        self._left = 1.0

    def earn(self) -> None:
        """Add what one more reaction earns."""
        self._left = min(self._left + _EARNED, _MOST)

    def take(self) -> bool:
        """Use one, and return whether there was one."""
        has_one = self._left >= 1.0
        self._left -= has_one
        return has_one


def is_reaction(cue: Cue) -> bool:
    """Whether a cue wants one line about what happens, and nobody waits for an answer to words of theirs."""
    match cue:
        case SceneCue() | SilenceCue() | GameCue():
            return True
        case OperatorCue(text=text):
            return not text
        case _:
            return False


class Reaction:
    """Performs one reaction.

    Args:
        clock: Times it.
        stream: Hears of it.
        model: Who is asked.
        turn: Whose it is.
        speech: Takes the words.
        deeds: Does the gesture.
        gesturing: Thinks of one for a model that only talks.
        tempo: Is told how long a line takes.
        second_tries: Knows whether a line may be asked for once more, where none came that may be heard.
        progress: Told how far it has come.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        model: Model,
        *,
        turn: int,
        speech: TurnOutput,
        deeds: ToolCallRunner,
        gesturing: TurnGestures,
        tempo: LineTime,
        second_tries: SecondTries,
        progress: TurnProgress,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._model = model
        self._turn = turn
        self._speech = speech
        self._deeds = deeds
        self._gesturing = gesturing
        self._tempo = tempo
        self._second_tries = second_tries
        self._progress = progress

    async def perform(self, told: TurnPrompt, cue: Cue) -> None:
        """Ask for the line, do the gesture, and note why the turn is over.

        Raises:
            ServiceError: when the model failed; what was said before stands.
        """
        progress, speech = self._progress, self._speech
        request = StepRequest(messages=told.messages, short=told.short, tools=self._deeds.specs, cue=cue, phase="react")
        self._second_tries.earn()
        for is_last in (False, True):
            began_s = self._clock.now()
            step = await self._asked(request, told)
            if step is None:
                progress.reason = "stale"
                return
            if is_last or not self._may_try_again(step, self._clock.now() - began_s):
                break
            if speech.repeat:
                request = replace(request, messages=build_retry(told.messages, speech.repeat.said))
            if not speech.dropped:  # its gesture came without a word
                request = replace(request, tools=())
        progress.reason = "final" if speech.count or not speech.dropped else speech.why_dropped

    async def _asked(self, request: StepRequest, told: TurnPrompt) -> Step | None:
        progress, speech = self._progress, self._speech
        progress.steps += 1
        ask = ModelQuestion(self._model, speech, self._clock, self._stream, turn=self._turn, number=progress.steps)
        step = await ask.step(request)
        if speech.first_s is not None and (step is None or step.usage.mode):
            self._tempo.took(speech.first_s - ask.asked_s, mode=step.usage.mode if step else "")
        if step is None:
            return None
        progress.count(step.usage)
        wanted = step if isinstance(step, ToolCalls) else self._gesturing.of(step, speech.step_text, told.seen)
        if wanted and (speech.count or not speech.dropped):
            await self._deeds.do(wanted, number=progress.steps, asked_s=ask.asked_s, said=speech.step_text)
        return step

    def _may_try_again(self, step: Step, took_s: float) -> bool:
        """Whether a line was dropped or only a gesture made, a line could be heard in time, and may be asked for."""
        lacks_words = bool(self._speech.dropped) or isinstance(step, ToolCalls)
        return lacks_words and not self._speech.count and self._is_time_for(took_s) and self._second_tries.take()

    def _is_time_for(self, took_s: float) -> bool:
        """Whether another try, which takes as long, would still be about what is seen."""
        fresh_until_s = self._speech.fresh_until_s
        return fresh_until_s is None or self._clock.now() + took_s < fresh_until_s
