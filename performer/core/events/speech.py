"""The facts of what is said: sentences on their way, what is heard of them, and whose the floor is.

The facts of what was stopped or had to be asked: the guard, held texts, and calls that wait for a yes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from performer.core.events.stream import Event


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


@dataclass(frozen=True, kw_only=True)
class SentenceReady(Event):
    """A finished sentence passed the guard and may be spoken and shown."""

    text: str
    fresh_until_s: float | None = None
    """Speech of this turn must have begun by this instant of the clock, or the line is stale; None: it keeps."""


@dataclass(frozen=True, kw_only=True)
class SentenceWritten(Event):
    """A finished sentence passed the guard, in a turn that is only written in its channel: nobody speaks it."""

    text: str


@dataclass(frozen=True, kw_only=True)
class SentenceBlocked(Event):
    """A sentence will not be heard; its text is kept out of the record."""

    reason: str
    where: str = "speech"
    kind: Literal["guard", "length", "broken off", "stale", "said before", "unspeakable"] = "guard"
    """Whose rule it was, for whoever counts."""


@dataclass(frozen=True, kw_only=True)
class SpeechStarted(Event):
    """A sentence began to sound, or its paced silence began."""

    sentence: str
    """The sentence's id."""
    text: str
    duration_s: float
    """As far as it is known; a streamed voice may go on after it (SpeechGrew)."""
    audible: bool
    """False when no client sounds: the time passes all the same."""
    envelope: tuple[float, ...] = ()
    """Loudness from 0 to 1, one value every 20 ms; empty when there is no sound."""


@dataclass(frozen=True, kw_only=True)
class SpeechGrew(Event):
    """A further piece of a streamed sentence came, to sound right after what there was."""

    sentence: str
    duration_s: float
    """Of this piece."""
    envelope: tuple[float, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SpeechEnded(Event):
    """A sentence ended, whole or cut."""

    sentence: str
    text: str
    heard_s: float
    cut: bool = False
    heard: str = ""
    """The words of it that were heard: all of `text`, or what came before the cut, maybe nothing."""


@dataclass(frozen=True, kw_only=True)
class SpeechHeld(Event):
    """A sentence fell silent in its middle, for the streamer speaks; it goes on, or it will be ended as cut."""

    sentence: str
    heard_s: float


@dataclass(frozen=True, kw_only=True)
class SpeechResumed(Event):
    """A held sentence goes on."""

    sentence: str
    after_s: float
    """How long it was silent."""
    from_s: float = 0.0
    """Where in the sentence it goes on, in seconds: a little before where it fell silent."""


@dataclass(frozen=True, kw_only=True)
class FloorTaken(Event):
    """The streamer began to speak: nothing begins until the floor is free."""


@dataclass(frozen=True, kw_only=True)
class FloorFreed(Event):
    """The streamer has been silent for long enough."""

    after_s: float
    """How long the floor was taken."""
