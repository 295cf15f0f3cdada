"""The facts of what was stopped or had to be asked: the guard, held texts, and calls that wait for a yes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from performer.events.event import Event


@dataclass(frozen=True, kw_only=True)
class ApprovalAsked(Event):
    """A call waits for a person's yes; its text arguments have passed the guard."""

    approval: int
    """Its number, by which it is answered."""
    call: str
    tool: str
    server: str
    """Whose tool it is: an MCP server's name, `discord`, or empty for our own."""
    arguments: Mapping[str, object]
    why: str
    """What the turn that asks is about, in short."""
    within_s: float
    """How long it waits; then it is denied."""
    channel: str = ""
    """Where the turn is answered, if in a channel."""


@dataclass(frozen=True, kw_only=True)
class ApprovalSettled(Event):
    """A waiting call was approved, cancelled or denied by time; once each."""

    approval: int
    outcome: Literal["approved", "cancelled", "expired"]
    who: str = ""
    """Who decided, as they are called there."""
    where: str = ""
    """discord, console or control."""


@dataclass(frozen=True, kw_only=True)
class ApprovalEnded(Event):
    """An approved call has run, or nobody knows whether it did."""

    approval: int
    tool: str
    came: Literal["done", "failed", "lost"]
    """lost: the performer ended meanwhile; it is not tried again."""
    text: str
    """What came of it: anybody's words, past the guard."""


@dataclass(frozen=True, kw_only=True)
class TextStopped(Event):
    """The guard stopped a text, wherever it was to go; the text is kept out of the record."""

    number: int
    """By which the streamer may ask for it."""
    category: str
    rule: str
    action: str
    """What became of it: mask, drop, replace or hold."""
    where: str
    only_reported: bool = False
    """Whether it went out all the same, for it was a dry run."""


@dataclass(frozen=True, kw_only=True)
class GuardChanged(Event):
    """The streamer changed how the guard decides, while the show goes on."""

    level: str
    dry_run: bool
    actions: tuple[str, ...] = ()
    """What the streamer wants otherwise than the level has it, such as `profanity: hold`."""


@dataclass(frozen=True, kw_only=True)
class HeldTextSettled(Event):
    """The streamer decided of a text that the guard held."""

    number: int
    is_said: bool
