"""When the show began, spoke last, was paused and was hushed: instants in milliseconds since 1970, for pages."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from performer.core import events
from performer.core.events.stream import PublishedEvent

_MS: Final = 1000
TELLING: Final = (events.Hushed, events.HushEnded)
"""The events that only this follows."""


class TalkTimes:
    """Follows what is published; `hush_s` returns for how long it keeps quiet of its own accord after a hush."""

    def __init__(self, hush_s: Callable[[], float]) -> None:
        self._hush_s = hush_s
        self._began_at: int | None = None
        self._said_at: int | None = None
        self._hushed_until: int | None = None
        self._paused_at: dict[str, int] = {}

    def take(self, published: PublishedEvent) -> None:
        """Note an event."""
        at = _read(published)
        if self._began_at is None:
            self._began_at = _read(published, earlier_s=published.t)
        match published.event:
            case events.SpeechStarted():
                self._said_at = at
            case events.Paused(by=by):
                self._paused_at.setdefault(by, at)
            case events.Resumed(by=by):
                self._paused_at.pop(by, None)
            case events.Hushed():
                self._hushed_until = at + round(_MS * self._hush_s())
            case events.HushEnded():
                self._hushed_until = None
            case events.CueTaken(kind=kind) if kind in {"operator", "say", "streamer"}:
                self._hushed_until = None
            case _:
                pass

    def describe(self) -> dict[str, Any]:
        """Return `began_at`, `said_at` and `hushed_until`, null where there is none, and `paused_at` by who paused."""
        return {
            "began_at": self._began_at,
            "said_at": self._said_at,
            "hushed_until": self._hushed_until,
            "paused_at": dict(self._paused_at),
        }


def _read(published: PublishedEvent, *, earlier_s: float = 0.0) -> int:
    return round(_MS * (published.at - timedelta(seconds=earlier_s)).timestamp())
