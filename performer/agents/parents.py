"""Parents: who may send sub-agents, the show's own turns and those sub-agents that are at work, and with what."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from performer.agents.boxes import DELEGATE, Boxes
from performer.agents.budget import Budget, Budgets
from performer.agents.child import Mission
from performer.errors import ToolRefused
from performer.tools import Toolbox, ToolCall


@dataclass(frozen=True, kw_only=True)
class Parent:
    """Who sends: the show's own turn, or a sub-agent that is at work."""

    box: Toolbox
    budget: Budget
    lineage: tuple[str, ...] = ()
    """Empty: the show's own turn."""


class Parents:
    """Finds who sends, and knows a sub-agent as a parent of others while it works.

    Args:
        boxes: Makes the box of whoever it is.
        budgets: What they and their children may cost.
        depth: How deep sub-agents may be.
        leave: Told of each that is over.
    """

    def __init__(self, boxes: Boxes, budgets: Budgets, *, depth: int, leave: Callable[[str], None]) -> None:
        self._boxes = boxes
        self._budgets = budgets
        self._depth = depth
        self._leave = leave
        self._at_work: dict[str, Parent] = {}

    @property
    def at_work(self) -> tuple[str, ...]:
        """The ids of the sub-agents that are at work now."""
        return tuple(self._at_work)

    def of(self, call: ToolCall) -> Parent:
        """Find who sends by a call.

        Raises:
            ToolRefused: when they may not.
        """
        parent = self._remembered(call) if call.yes or not call.agent else self._at_work.get(call.agent)
        if parent is None:
            raise ToolRefused(f"{DELEGATE}: only the show and its own helpers may send helpers.")
        if len(parent.lineage) >= self._depth:
            raise ToolRefused(f"{DELEGATE}: you may send nobody; do it yourself.")
        return parent

    def _remembered(self, call: ToolCall) -> Parent | None:
        """Make again who made a call: the show, or a sub-agent that may be over by the yes to it."""
        if call.is_of_program:
            return None
        budget = self._budgets.left_of(call.yes.turn) if call.yes else self._budgets.of(call.turn)
        return Parent(box=self._boxes.of(call.lineage), budget=budget, lineage=call.lineage)

    @contextmanager
    def working(self, mission: Mission) -> Iterator[None]:
        """Know who has a mission as a parent of others for as long as the block."""
        self._at_work[mission.agent] = Parent(box=mission.toolbox, budget=mission.budget, lineage=mission.lineage)
        try:
            yield
        finally:
            del self._at_work[mission.agent]
            self._leave(mission.agent)

    def left(self, agent: str) -> None:
        """Take in that a call with its yes is over: a sub-agent that is so too keeps nothing for itself."""
        if agent not in self._at_work:
            self._leave(agent)
