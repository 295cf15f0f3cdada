"""Narrowing: the smaller toolbox that a prototype gets of its parent's."""

from collections.abc import Callable, Sequence

from performer.prototypes.prototype import Prototype, Rules
from performer.tools import Hook, Tool, Toolbox

RuleHooks = Callable[[Rules], Sequence[Hook]]
"""Makes the hooks that hold what is said of tools, outermost first."""


class Narrowing:
    """Makes boxes smaller for one prototype; its hooks are made once, so that they remember over all its boxes.

    Args:
        prototype: What it allows.
        hooks: Makes the hooks of its rules.
    """

    def __init__(self, prototype: Prototype, hooks: RuleHooks) -> None:
        self.prototype = prototype
        self._hooks = [hook for rules in prototype.rules for hook in hooks(rules)]

    def of(self, box: Toolbox) -> Toolbox:
        """Narrow the box of a turn of the show's own."""
        return self._hooked(box.where(self.prototype.allows))

    def of_parent(self, box: Toolbox) -> Toolbox:
        """Narrow a parent's box for a sub-agent: what changes or shows anything it has only by its name."""
        return self._hooked(box.where(self._may_child))

    def _hooked(self, box: Toolbox) -> Toolbox:
        for hook in self._hooks:
            box = box.with_hook(hook)
        return box

    def _may_child(self, tool: Tool) -> bool:
        is_the_shows = tool.shows != "no" or not (tool.server or tool.is_read_only)
        return self.prototype.names(tool) if is_the_shows else self.prototype.allows(tool)
