"""The names of the prototypes that are built in."""

from typing import Final

BUILT_IN: Final = frozenset({"performer", "chat reader", "scene describer", "researcher"})
