"""Verdicts: what the guard decides of a text."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Pass:
    """Say it, in this spelling: cleaned of invisible characters and cut to length."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Masked:
    """Say it in this spelling: the hits are masked, or a line of the persona stands for it."""

    text: str
    reason: str
    is_replaced: bool = False
    """Whether a line stands for all of it."""


@dataclass(frozen=True, kw_only=True)
class Drop:
    """Do not say it."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class Held(Drop):
    """Do not say it now: the streamer may still let it go, by its number in the log."""

    number: int


Verdict = Pass | Masked | Drop
