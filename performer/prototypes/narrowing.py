"""Narrowing: the smaller toolbox that a prototype gets of its parent's."""

from collections.abc import Callable

from performer.prototypes.prototype import Prototype, Rules
from performer.tools import Tool, Toolbox
from performer.tools.added import Added

RuleHooks = Callable[[Rules], Added]
"""Makes the hooks that hold what is said of tools."""


class Narrowing:
    """Makes boxes smaller for one prototype; its hooks are made once, so that they remember over all its boxes.

    Args:
        prototype: What it allows.
        hooks: Makes the hooks of its rules.
    """

    def __init__(self, prototype: Prototype, hooks: RuleHooks) -> None:
        self.prototype = prototype
        self._added = [hooks(rules) for rules in prototype.rules]

    def of(self, box: Toolbox, *, is_approved: bool = False) -> Toolbox:
        """Narrow the box of the show's own turns, or that of their calls that have their yes."""
        return self._hooked(box.where(self.prototype.allows), is_approved=is_approved)

    def of_parent(self, box: Toolbox, *, is_approved: bool = False) -> Toolbox:
        """Narrow a parent's box for a sub-agent: what changes or shows anything it has only by its name."""
        return self._hooked(box.where(self._may_child), is_approved=is_approved)

    def _hooked(self, box: Toolbox, *, is_approved: bool) -> Toolbox:
        for added in self._added:
            for hook in added.of_approved if is_approved else added.of_turn:
                box = box.with_hook(hook)
        return box

    def _may_child(self, tool: Tool) -> bool:
        is_the_shows = tool.shows != "no" or not (tool.server or tool.is_read_only)
        return self.prototype.names(tool) if is_the_shows else self.prototype.allows(tool)
