"""The facts of other hands: sub-agents, long calls, servers of tools, and who waits for whom.

The facts of the house: pauses, pace, parts that go and come back, files that were left out.
"""

from dataclasses import dataclass
from typing import Literal

from performer.core.events.stream import Event


@dataclass(frozen=True, kw_only=True)
class Paused(Event):
    """The performer keeps quiet until the reason is gone; several may hold at once."""

    by: str
    """Who asked for it: asked, key, scene, program or away."""
    reason: str


@dataclass(frozen=True, kw_only=True)
class Resumed(Event):
    """A reason for a pause is gone; the show goes on when it was the last."""

    by: str


@dataclass(frozen=True, kw_only=True)
class Hushed(Event):
    """The streamer wanted silence at once: everything was cut, and what waited was let go."""


@dataclass(frozen=True, kw_only=True)
class CadenceChanged(Event):
    """The model takes longer than usual, or no longer: the graphics card belongs to the game first."""

    step: int
    """How many steps down; 0 is the usual pace."""
    slowness: float
    """How many times as long as usual a call takes."""
    interval: float
    """What the time between lines is multiplied by."""
    shrink: int
    """What the width of pictures is divided by."""


@dataclass(frozen=True, kw_only=True)
class ServiceDown(Event):
    """A part is not there; said once, until it is back."""

    service: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class ServiceUp(Event):
    """A part is there (again)."""

    service: str
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class ServiceProgressed(Event):
    """A part does something that takes a while, or has done it."""

    service: str
    doing: str
    """In a few words: `reading its part`, `read its part in 8.1 s`."""


@dataclass(frozen=True, kw_only=True)
class FileRefused(Event):
    """A file of the streamer's was left out, or a line of one."""

    file: str
    """Its name, without its folder; `line 3 of blocklist.txt`."""
    reason: str


@dataclass(frozen=True, kw_only=True)
class SendingLost(Event):
    """A message was on its way when the last run ended: nobody knows whether it was written, and it is not repeated."""

    channel: str
    text: str
    """Its first words."""


@dataclass(frozen=True, kw_only=True)
class AgentStarted(Event):
    """A sub-agent began; its turn is its parent's."""

    agent: str
    """Its id, such as `researcher-1`."""
    prototype: str
    task: str
    parent: str = ""
    """Whose child it is: empty: the show's own turn; else a sub-agent's id, or `the house`, for no turn's sake."""


@dataclass(frozen=True, kw_only=True)
class AgentSaid(Event):
    """A sub-agent wrote a part of its answer; it is for its parent, past the guard, and never for the stage."""

    agent: str
    text: str


@dataclass(frozen=True, kw_only=True)
class AgentEnded(Event):
    """A sub-agent is done, or was ended."""

    agent: str
    came: Literal["done", "failed", "cancelled"]
    text: str = ""
    """Its summary, or why there is none; past the guard."""
    steps: int = 0
    took_s: float = 0.0
    prompt_tokens: int = 0
    answer_tokens: int = 0


@dataclass(frozen=True, kw_only=True)
class ErrandStarted(Event):
    """A call that takes long goes on beside the show; its turn did not wait for it."""

    errand: int
    """Its number, by which it is cancelled."""
    call: str
    tool: str
    server: str = ""
    within_s: float = 0.0
    """How long it may take; then it is ended."""


@dataclass(frozen=True, kw_only=True)
class ErrandEnded(Event):
    """A long call is over; the show is told in a turn of its own, unless it was cancelled with its turn."""

    errand: int
    call: str
    tool: str
    came: Literal["done", "failed", "cancelled", "lost"]
    """lost: the performer ended meanwhile; it is not tried again."""
    text: str
    """What came of it: anybody's words, past the guard."""
    took_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class CoordinationAsked(Event):
    """Somebody wants what another agent holds; the holder is told too."""

    resource: str
    agent: str
    """Who wants it; empty: the show itself."""
    holder: str
    """Who holds it; likewise."""
    tool: str
    """What for."""
    within_s: float | None = None
    """How long it is waited for; None: it is not."""


@dataclass(frozen=True, kw_only=True)
class ToolsListed(Event):
    """A server of tools told what it has."""

    server: str
    tools: int
    pending: int = 0
    """How many of them are new or changed, and wait for the owner's yes to what they are."""
