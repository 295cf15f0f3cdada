"""Prototypes: named recipes (prompt, model, tools, hooks, limits) for the show's own turns and for sub-agents."""

from performer.prototypes.book import DESCRIBE, children, prototypes, recipe
from performer.prototypes.names import CHAT_READER, DESCRIBER, RESEARCHER, SHOW
from performer.prototypes.narrowing import Narrowing, RuleHooks
from performer.prototypes.prototype import Prototype
from performer.prototypes.settings import PrototypeSettings

__all__ = [
    "CHAT_READER",
    "DESCRIBE",
    "DESCRIBER",
    "RESEARCHER",
    "SHOW",
    "Narrowing",
    "Prototype",
    "PrototypeSettings",
    "RuleHooks",
    "children",
    "prototypes",
    "recipe",
]
