"""The boxes of sub-agents: what is left of the show's own for each, however deep; also when its calls had to wait.

Parents: who may send sub-agents, the show's own turns and those sub-agents that are at work, and with what.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from performer.agent.profiles.profile import AgentProfile, RuleHooks, ToolboxNarrowing
from performer.agent.profiles.registry import select_subagent_profiles
from performer.agent.subagents.spending import Budget, Budgets
from performer.agent.subagents.subagent import SubAgentTask
from performer.core.errors import ToolRefusedError
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox

DELEGATE: Final = "delegate"


@dataclass(frozen=True)
class SubAgentToolboxes:
    """Narrows boxes by profiles, one after the other, and lets those that are deepest send nobody."""

    Args:
        profiles: All that there are; those of sub-agents count.
        depth: How deep sub-agents may be.
        hooks: Makes the hooks of a profile's rules.
        toolbox: Makes the box of the show's own turns, as its profile has narrowed it.
        approved: Makes that of their calls that have their yes.
    """

    def __init__(
        self,
        profiles: Mapping[str, AgentProfile],
        depth: int,
        hooks: RuleHooks,
        *,
        toolbox: Callable[[], Toolbox],
        approved: Callable[[], Toolbox],
    ) -> None:
        self._narrowed_by = {
            name: ToolboxNarrowing(each, hooks) for name, each in select_subagent_profiles(profiles).items()
        }
        self.depth = depth
        """How deep sub-agents may be."""
        self._toolbox = toolbox
        self._approved = approved

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the profiles that a sub-agent may have."""
        return tuple(self._narrowed_by)

    def find_profile(self, name: str) -> AgentProfile:
        """Return the profile of a sub-agent by its name."""
        return self._narrowed_by[name].prototype

    def of(self, lineage: Sequence[str]) -> Toolbox:
        """Make the box of whoever has this lineage; without any it is the show's own.

        Raises:
            ToolRefusedError: when one of its profiles is none any more: nobody knows what its maker might do.
        """
        return self._narrowed(self._toolbox(), lineage, is_approved=False)

    def approved(self, lineage: Sequence[str]) -> Toolbox:
        """Make the box that a call with its yes runs through: no more than its maker has, whoever that was.

        Raises:
            ToolRefused: when one of its prototypes is none any more: nobody knows what its maker might do.
        """
        return self._narrowed(self._approved(), lineage, is_approved=True)

    def child(self, name: str, parents: Toolbox, depth: int, *, is_approved: bool = False) -> Toolbox:
        """Make the box of a sub-agent, so deep, of its parent's."""
        box = self._narrowed_by[name].narrow_parent(parents, is_approved=is_approved)
        if depth < self.depth:
            return box
        return box.where(lambda tool: tool.spec.name != DELEGATE)

    def _narrowed(self, box: Toolbox, lineage: Sequence[str], *, is_approved: bool) -> Toolbox:
        for depth, name in enumerate(lineage, 1):
            if name not in self._narrowed_by:
                raise ToolRefusedError(
                    f"The helper '{name}' that asked for it is not in the settings any more. Let it go."
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


class Parents:
    """Finds who sends, and knows a sub-agent as a parent of others while it works.

    Args:
        budgets: What they and their children may cost.
        leave: Called with the id of each sub-agent that is over.
    """

    def __init__(self, boxes: SubAgentToolboxes, budgets: Budgets, leave: Callable[[str], None]) -> None:
        self._boxes = boxes
        self._budgets = budgets
        self._leave = leave
        self._at_work: dict[str, Parent] = {}

    @property
    def running_names(self) -> tuple[str, ...]:
        """The ids of the sub-agents that are at work now."""
        return tuple(self._at_work)

    def of(self, call: ToolCall) -> Parent:
        """Find who sends by a call.

        Raises:
            ToolRefused: when they may not.
        """
        parent = self._remembered(call) if call.yes or not call.agent else self._at_work.get(call.agent)
        if parent is None:
            raise ToolRefusedError(f"{DELEGATE}: only the show and its own helpers may send helpers.")
        if len(parent.lineage) >= self._boxes.depth:
            raise ToolRefusedError(f"{DELEGATE}: you may send nobody; do it yourself.")
        return parent

    def _remembered(self, call: ToolCall) -> Parent | None:
        """Make again who made a call: the show, or a sub-agent that may be over by the yes to it."""
        if call.is_of_program or not isinstance(call.toolbox, Toolbox):
            return None
        budget = self._budgets.find_remaining(call.yes.turn) if call.yes else self._budgets.of(call.turn)
        return Parent(box=call.toolbox.unapproved, budget=budget, lineage=call.lineage)

    @contextmanager
    def working(self, mission: SubAgentTask) -> Iterator[None]:
        """Remember who has a mission as a parent of others for as long as the block."""
        self._at_work[mission.agent] = Parent(box=mission.toolbox, budget=mission.budget, lineage=mission.lineage)
        try:
            yield
        finally:
            del self._at_work[mission.agent]
            self._leave(mission.agent)

    def left(self, agent: str) -> None:
        """Note that a call with its yes is over: a sub-agent that is so too keeps nothing for itself."""
        if agent not in self._at_work:
            self._leave(agent)
