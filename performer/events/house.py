"""The facts of the house: pauses, pace, parts that go and come back, files that were left out."""

from dataclasses import dataclass

from performer.events.event import Event


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
