"""The boxes of sub-agents: what is left of the show's own for each, however deep; also when its calls had to wait.

Parents: who may send sub-agents, the show's own turns and those sub-agents that are at work, and with what.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import Final

from performer.agent.profiles.profile import ToolboxNarrowing
from performer.agent.subagents.spending import Budget, Budgets
from performer.agent.subagents.subagent import SubAgentTask
from performer.core.errors import ToolRefusedError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox

DELEGATE: Final = "delegate"


@dataclass(frozen=True)
class SubAgentToolboxes:
    """Narrows boxes by profiles, one after the other, and lets those that are deepest send nobody."""

    narrowings: Mapping[str, ToolboxNarrowing]
    """The profiles of sub-agents, by name."""
    depth: int
    """How deep sub-agents may be."""

    def narrow(self, box: Toolbox, lineage: Sequence[str]) -> Toolbox:
        """Narrow the box of the show's own turns for whoever has this lineage; without any it stays as it is.

        Raises:
            ToolRefusedError: when one of its profiles is none any more: nobody knows what its maker might do.
        """
        for depth, name in enumerate(lineage, 1):
            if name not in self.narrowings:
                raise ToolRefusedError(
                    own("The helper '{name}' that asked for it is not in the settings any more. Let it go.", name=name)
                )
            box = self.child(name, box, depth)
        return box

    def child(self, name: str, parents: Toolbox, depth: int) -> Toolbox:
        """Make the box of a sub-agent, so deep, of its parent's."""
        box = self.narrowings[name].narrow_parent(parents)
        return box if depth < self.depth else box.where(lambda tool: tool.spec.name != DELEGATE)


@dataclass(frozen=True, kw_only=True)
class Parent:
    """Who sends: the show's own turn, or a sub-agent that is at work."""

    box: Toolbox
    budget: Budget
    lineage: tuple[str, ...] = ()
    """Empty: the show's own turn."""


@dataclass(eq=False)
class Parents:
    """Finds who sends, and knows a sub-agent as a parent of others while it works."""

    budgets: Budgets
    depth: int
    """How deep sub-agents may be."""
    leave: Callable[[str], None]
    """Called with the id of each sub-agent that is over."""
    _at_work: dict[str, Parent] = field(init=False, default_factory=dict)

    def of(self, call: ToolCall) -> Parent:
        """Find who sends by a call; raise ToolRefusedError when they may not."""
        parent = self._remembered(call) if call.yes or not call.agent else self._at_work.get(call.agent)
        if parent is None:
            raise ToolRefusedError(own("delegate: only the show and its own helpers may send helpers."))
        if len(parent.lineage) >= self.depth:
            raise ToolRefusedError(own("delegate: you may send nobody; do it yourself."))
        return parent

    def _remembered(self, call: ToolCall) -> Parent | None:
        """Make again who made a call: the show, or a sub-agent that may be over by the yes to it."""
        if call.is_of_program or not isinstance(call.toolbox, Toolbox):
            return None
        budget = self.budgets.find_remaining(call.yes.turn) if call.yes else self.budgets.of(call.turn)
        return Parent(box=call.toolbox.unapproved, budget=budget, lineage=call.lineage)

    @contextmanager
    def working(self, sent: SubAgentTask) -> Iterator[None]:
        """Remember who does a task as a parent of others for as long as the block."""
        self._at_work[sent.agent] = Parent(box=sent.toolbox, budget=sent.budget, lineage=sent.lineage)
        try:
            yield
        finally:
            del self._at_work[sent.agent]
            self.leave(sent.agent)

    def left(self, agent: str) -> None:
        """Note that a call with its yes is over: a sub-agent that is so too keeps nothing for itself."""
        if agent not in self._at_work:
            self.leave(agent)
