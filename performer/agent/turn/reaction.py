"""A reaction: one short request, one line, and at most one gesture that nobody waits for."""

from dataclasses import replace
from typing import Final

from performer.agent.prompt.short_form import build_retry
from performer.agent.turn.steps import TurnSteps
from performer.core.cues import Cue, GameCue, OperatorCue, SceneCue, SilenceCue
from performer.models.load.line_time import LineTime
from performer.models.model import Step, StepRequest, ToolCalls

_EARNED: Final = 0.08
"""What each reaction earns of a second try; with the first one that makes 1.1 requests a reaction in the long run."""
_MOST: Final = 2.0


class SecondTries:
    """Counts second tries against reactions, for every request takes from the game.

    What is not used may be used later, as far as two at once.
    """

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


async def react(steps: TurnSteps, line_time: LineTime, second_tries: SecondTries) -> None:
    """Ask for a line, show its gesture, and note why the turn is over.

    Where none came that may be heard, a line is asked for once more, as far as there are second tries.

    Raises:
        ServiceError: when the model failed; what was said before stands.
    """
    output, prompt = steps.output, steps.prompt
    request = StepRequest(
        messages=prompt.messages,
        short=prompt.short,
        tools=steps.calls.specs,
        cue=steps.cue,
        phase="react",
        is_brief=line_time.is_slow,
    )
    second_tries.earn()
    for is_last in (False, True):
        step = await _ask(steps, request, line_time)
        if step is None:
            steps.progress.reason = "stale"
            return
        if is_last or not _has_to_try_again(steps, step) or not second_tries.take():
            break
        if output.repeat:
            request = replace(request, messages=build_retry(prompt.messages, output.repeat.said))
        if not output.sentences.dropped:  # its gesture came without a word
            request = replace(request, tools=())
    await steps.held.finish()
    steps.progress.reason = "final" if output.sentences.passed or not output.sentences.dropped else output.why_dropped


async def _ask(steps: TurnSteps, request: StepRequest, line_time: LineTime) -> Step | None:
    output = steps.output
    step = await steps.ask(request)
    if output.first_s is not None and (step is None or step.usage.mode):
        line_time.took(output.first_s - steps.asked_s, mode=step.usage.mode if step else "")
    if step is None:
        return None
    wanted = step if isinstance(step, ToolCalls) else steps.think_of_gestures(step)
    await steps.held.make_kept()
    if wanted:
        await steps.held.do(wanted, number=steps.progress.steps, asked_s=steps.asked_s)
    return step


def _has_to_try_again(steps: TurnSteps, step: Step) -> bool:
    """Return whether a line was dropped or only a gesture made, and another that takes as long comes in time."""
    output, now_s = steps.output, steps.runtime.clock.now()
    took_s = now_s - steps.asked_s
    lacks_words = bool(output.sentences.dropped) or isinstance(step, ToolCalls)
    is_time = output.fresh_until_s is None or now_s + took_s < output.fresh_until_s
    return lacks_words and not output.sentences.passed and is_time
