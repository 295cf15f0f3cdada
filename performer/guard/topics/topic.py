"""A topic: turns of phrase that are stopped for the same reason."""

from dataclasses import dataclass

from performer.guard.category import Category
from performer.guard.topics.turns import Turns


@dataclass(frozen=True, kw_only=True)
class Topic:
    """What is said of one matter, in many languages."""

    category: Category
    rule: str
    """For the log."""
    turns: tuple[Turns, ...]
