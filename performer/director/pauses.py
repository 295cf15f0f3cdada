"""The pauses: who wants the performer to keep quiet, and why; it is paused while any reason holds."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from performer.events import EventStream, Paused, Resumed

BY_HAND: Final = ("asked", "key")
"""Reasons that the streamer gives and takes away by hand: these silence what the streamer asked for, too."""


class Pauses:
    """The reasons by who gave them, each begun and ended once on the stream."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._holding: dict[str, str] = {}
        self._overruled: dict[str, str] = {}
        self.holding: Mapping[str, str] = MappingProxyType(self._holding)
        """By whom: why."""

    def begin(self, by: str, reason: str) -> bool:
        """Take a reason in and tell whether it is news; one that was overruled is none until it has ended."""
        if reason in (self._holding.get(by), self._overruled.get(by)):
            return False
        self._overruled.pop(by, None)
        self._holding[by] = reason
        self._stream.publish(Paused(by=by, reason=reason))
        return True

    def end(self, by: str) -> None:
        """Take in that a reason is gone."""
        self._overruled.pop(by, None)
        if self._holding.pop(by, None) is not None:
            self._stream.publish(Resumed(by=by))

    def overrule(self) -> None:
        """Let no reason hold that holds now, until it comes anew."""
        overruled = dict(self._holding)
        for by in overruled:
            self.end(by)
        self._overruled.update(overruled)
