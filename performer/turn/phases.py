"""The phases of a turn: with a plan its first steps pick tools, one at a time, and its last writes the line."""

from dataclasses import replace
from typing import Final

from performer.cues import Cue
from performer.models.model import ChatMessage, Phase, Step, StepRequest, ToolCalls
from performer.tools import ToolSpec

WORDS_TOKENS: Final = 60
"""The most tokens where a model that said nothing to be heard is asked for words: a sentence or two."""


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
        self._only_words = False
        self._only_talks = False

    @property
    def is_over(self) -> bool:
        """Whether the model may not be asked again."""
        return self._left <= 0

    def ask(self, messages: tuple[ChatMessage, ...], tools: tuple[ToolSpec, ...], cue: Cue | None) -> StepRequest:
        """Put together what the next step asks."""
        self._left -= 1
        if self._plan:
            self.now = "pick" if self._may_pick and tools and self._left > 0 else "write"
        elif self._only_words:
            self.now = "write"
        offered = () if self.now == "write" else tools
        phase: Phase = "free" if self._only_talks else self.now
        tokens = WORDS_TOKENS if self._only_words else None
        return StepRequest(messages=messages, tools=offered, cue=cue, phase=phase, tokens=tokens)

    def only_words(self, *, talks: bool) -> None:
        """Have the next step write a few words, and the turn end with it.

        Args:
            talks: Whether the model only talks: it is asked as before then, in the short form.
        """
        self._only_words, self._only_talks = True, talks

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
