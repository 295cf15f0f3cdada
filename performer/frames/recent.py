"""Recent pictures: one a second for half a minute, in memory alone."""

from collections import deque
from dataclasses import replace
from typing import Final

from performer.frames.frame import Frame

KEPT_S: Final = 30.0
_APART_S: Final = 0.9
"""A little less than a second, for no source is that punctual."""
_MOST_BYTES: Final = 16_000_000
"""Thirty pictures of a busy game are some 4 MB."""


class Recent:
    """Keeps what was seen of late, reduced; masks are painted on it as on every picture."""

    def __init__(self, *, most_bytes: int = _MOST_BYTES) -> None:
        self._frames: deque[Frame] = deque()
        self._most_bytes = most_bytes
        self._bytes = 0

    def see(self, frame: Frame) -> None:
        """Take in a picture, unless one of the same second is there; the oldest go."""
        if not self._frames or frame.at_s - self._frames[-1].at_s >= _APART_S:
            self._frames.append(replace(frame, full=None))
            self._bytes += len(frame.jpeg)
        while self._frames and self._is_too_much(frame.at_s):
            self._bytes -= len(self._frames.popleft().jpeg)

    def _is_too_much(self, now_s: float) -> bool:
        return self._bytes > self._most_bytes or self._frames[0].at_s < now_s - KEPT_S

    def drop(self, frame: Frame) -> None:
        """Forget a picture if it is the last one that was taken in."""
        if self._frames and self._frames[-1].at_s == frame.at_s:
            self._bytes -= len(self._frames.pop().jpeg)

    def forget(self) -> None:
        """Forget them all."""
        self._frames.clear()
        self._bytes = 0

    def near(self, at_s: float) -> Frame | None:
        """Find the picture that was taken nearest to an instant of the show's clock."""
        return min(self._frames, key=lambda frame: abs(frame.at_s - at_s), default=None)
