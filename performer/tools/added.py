"""Hooks that a prototype adds to those of its parent, inside of them."""

from dataclasses import dataclass

from performer.tools.toolbox import Hook


@dataclass(frozen=True, kw_only=True)
class Added:
    """The hooks of one set of rules, outermost first."""

    of_turn: tuple[Hook, ...] = ()
    """Those around the calls of a turn."""
    of_approved: tuple[Hook, ...] = ()
    """Those around a call that has its yes: the same ones, but for those that count and ask."""
