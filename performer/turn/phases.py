"""The phases of a turn: with a plan its first steps pick tools, one at a time, and its last writes the line."""

from dataclasses import replace

from performer.cues import Cue
from performer.models.model import ChatMessage, Phase, Step, StepRequest, ToolCalls
from performer.tools import ToolSpec


class Phases:
    """Says what each step is for. A plan costs a second question each turn, and a further one for each tool.

    Args:
        plan: Whether tools are picked first; else every step is free.
        steps: How often the model may be asked: the last time it only writes.
    """

    def __init__(self, *, plan: bool, steps: int) -> None:
        self.now: Phase = "free"
        """That of the step that was asked for last."""
        self._plan = plan
        self._left = steps
        self._may_pick = plan

    @property
    def is_over(self) -> bool:
        """Whether the model may not be asked again."""
        return self._left <= 0

    def ask(self, messages: tuple[ChatMessage, ...], tools: tuple[ToolSpec, ...], cue: Cue | None) -> StepRequest:
        """Put together what the next step asks."""
        self._left -= 1
        if self._plan:
            self.now = "pick" if self._may_pick and tools and self._left > 0 else "write"
        offered = () if self.now == "write" else tools
        return StepRequest(messages=messages, tools=offered, cue=cue, phase=self.now)

    def wanted(self, step: Step) -> ToolCalls | None:
        """Give what is to be done of a step: of a pick one call alone, and of the last step none."""
        if not isinstance(step, ToolCalls) or self.now == "write":
            return None
        return _one_of(step) if self.now == "pick" else step

    def picked(self, *, has_news: bool) -> None:
        """Take in whether a step came to something that the model does not know; if not, there is nothing to pick."""
        self._may_pick = self._may_pick and has_news


def _one_of(step: ToolCalls) -> ToolCalls:
    calls = step.calls[:1]
    return replace(step, calls=calls, misprints=() if calls else step.misprints[:1])
