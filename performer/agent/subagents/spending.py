"""The budget of a turn: what all its sub-agents may cost together, however they are nested, as a streamer sets it.

Which sub-agents there are is said under [prototypes.NAME].
"""

from collections import Counter, OrderedDict
from dataclasses import field
from typing import Final

from pydantic import Field

from performer.core.own_text import own
from performer.core.settings import Live, Settings
from performer.core.values import dataclass

_MOST_TURNS: Final = 256
"""Turns that are remembered; none of so long ago sends anybody."""


class SubAgentSettings(Settings):
    """How many helpers a turn may have, how much they may cost, and whether one of them reads the chat."""

    depth: int = Field(default=2, ge=0, le=2)
    """2: a turn may send helpers, and these may once more; 1: they may not; 0: there are none."""
    breadth: Live[int] = Field(default=3, ge=1, le=5)
    """How many helpers a turn, or a helper, may send in all."""
    steps: Live[int] = Field(default=20, ge=1, le=200)
    """How often the models of all helpers of a turn may be asked."""
    tokens: Live[int] = Field(default=60_000, ge=1000, le=5_000_000)
    """How many tokens, read and written, all helpers of a turn may cost."""
    chat_reader: bool = False
    """true: a helper decides which lines of the chat are answered, but for those that speak to the performer."""


@dataclass(eq=False)
class Budget:
    """Counts the model's steps and tokens, and who sends how many."""

    settings: SubAgentSettings
    steps: int = 0
    tokens: int = 0
    sent: Counter[str] = field(default_factory=Counter)

    def send(self, parent: str) -> bool:
        """Count a child of a parent's; False: it may have no more."""
        if self.sent[parent] >= self.settings.breadth:
            return False
        self.sent[parent] += 1
        return True

    def spend(self, tokens: int) -> None:
        """Count a step, and what it cost."""
        self.steps += 1
        self.tokens += tokens

    @property
    def spent(self) -> str:
        """Return which allowance is spent; empty while some is left of all."""
        if self.steps >= self.settings.steps:
            most = self.settings.steps
            return own("the helpers of a turn may ask their models {most} times in all", most=most)
        if self.tokens >= self.settings.tokens:
            return own("the helpers of a turn may cost {most} tokens in all", most=self.settings.tokens)
        return ""


class Budgets:
    """The budgets of the newest turns."""

    def __init__(self, settings: SubAgentSettings) -> None:
        self._settings = settings
        self._turns: OrderedDict[int, Budget] = OrderedDict()
        self._unknown = Budget(settings)

    def of(self, turn: int | None) -> Budget:
        """Return a turn's; what belongs to no turn has one of its own."""
        budget = Budget(self._settings)
        if turn is None:
            return budget
        budget = self._turns.setdefault(turn, budget)
        if len(self._turns) > _MOST_TURNS:
            self._turns.popitem(last=False)
        return budget

    def find_remaining(self, turn: int | None) -> Budget:
        """Return the budget that is left for a call that had to wait for a yes.

        All of which nobody knows the turn any more, such as those of an earlier run, have one budget together: no yes
        may make it begin anew.
        """
        return self._unknown if turn is None else self.of(turn)
