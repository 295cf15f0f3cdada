"""A fact: frozen, told in the past tense, with the turn that it belongs to. What facts there are stands beside it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Event:
    """A fact; `turn` is the number of the turn it belongs to, if any."""

    turn: int | None = None
