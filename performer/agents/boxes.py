"""The boxes of sub-agents: what is left of the show's own for each, however deep; also when its calls had to wait."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from performer.errors import ToolRefused
from performer.prototypes import Narrowing
from performer.tools import Toolbox

DELEGATE: Final = "delegate"


class Boxes:
    """Narrows boxes by prototypes, one after the other, and lets those that are deepest send nobody.

    Args:
        recipes: The prototypes of sub-agents, by name.
        depth: How deep sub-agents may be.
        toolbox: Gives the box of the show's own turns, as its prototype has narrowed it.
        approved: Gives that of their calls that have their yes.
    """

    def __init__(
        self,
        recipes: Mapping[str, Narrowing],
        depth: int,
        *,
        toolbox: Callable[[], Toolbox],
        approved: Callable[[], Toolbox],
    ) -> None:
        self._recipes = recipes
        self._depth = depth
        self._toolbox = toolbox
        self._approved = approved

    def of(self, lineage: Sequence[str]) -> Toolbox:
        """Make the box of whoever has this lineage; without any it is the show's own.

        Raises:
            ToolRefused: when one of its prototypes is none any more.
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
        box = self._recipes[name].of_parent(parents, is_approved=is_approved)
        if depth < self._depth:
            return box
        return box.where(lambda tool: tool.spec.name != DELEGATE)

    def _narrowed(self, box: Toolbox, lineage: Sequence[str], *, is_approved: bool) -> Toolbox:
        for depth, name in enumerate(lineage, 1):
            if name not in self._recipes:
                raise ToolRefused(f"The helper '{name}' that asked for it is not in the settings any more. Let it go.")
            box = self.child(name, box, depth, is_approved=is_approved)
        return box
