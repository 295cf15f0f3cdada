"""The hooks that ship: functions around a call. Each says no with ToolRefused and a sentence for the model."""

from performer.tools.hooks.cache import cache
from performer.tools.hooks.clamp import clamp
from performer.tools.hooks.confirm import confirm, named
from performer.tools.hooks.exclusive import exclusive
from performer.tools.hooks.guarded import guarded
from performer.tools.hooks.lifted import after, before
from performer.tools.hooks.listed import allow, deny, shut
from performer.tools.hooks.rate_limit import all_together, per_person, per_tool, per_turn, rate_limit
from performer.tools.hooks.retry import retry
from performer.tools.hooks.shown import shown
from performer.tools.hooks.strays import strays
from performer.tools.hooks.timeout import timeout
from performer.tools.hooks.traced import traced

__all__ = [
    "after",
    "all_together",
    "allow",
    "before",
    "cache",
    "clamp",
    "confirm",
    "deny",
    "exclusive",
    "guarded",
    "named",
    "per_person",
    "per_tool",
    "per_turn",
    "rate_limit",
    "retry",
    "shown",
    "shut",
    "strays",
    "timeout",
    "traced",
]
