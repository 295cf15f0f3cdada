"""What the streamer said aloud of late, and what we had yet to say when they interrupted us: for the next prompt."""

from collections import deque
from typing import Final

from performer.core.values import dataclass

_KEPT_S: Final = 30.0
_MOST: Final = 4
"""Things said in half a minute that a prompt has room for."""
_UNSAID_KEPT_S: Final = 60.0


@dataclass(frozen=True, kw_only=True)
class UnsaidRest:
    """An answer that was interrupted."""

    said: str
    """The part that was heard."""
    unsaid: str
    """The part that was not."""
    at_s: float
    """When it was interrupted."""


class StreamersTalk:
    """Keeps the newest things that were said, in memory alone; those who build prompts ask for them."""

    def __init__(self) -> None:
        self._heard: deque[tuple[float, str]] = deque(maxlen=_MOST)
        self._rest: UnsaidRest | None = None

    def hear(self, text: str, *, at_s: float) -> None:
        """Note what was said, as the guard lets it pass."""
        self._heard.append((at_s, text))

    def list_lines(self, now_s: float, *, but: str = "") -> tuple[str, ...]:
        """Return what was said in the last half minute, the oldest first, without what is asked now anyway."""
        return tuple(text for at_s, text in self._heard if at_s > now_s - _KEPT_S and text != but)

    def interrupt(self, rest: UnsaidRest) -> None:
        """Note what was left unsaid; it takes the place of what was before."""
        self._rest = rest

    def find_rest(self, now_s: float) -> UnsaidRest | None:
        """Return what was left unsaid within the last minute, if anything was."""
        if self._rest is not None and self._rest.at_s <= now_s - _UNSAID_KEPT_S:
            self._rest = None
        return self._rest

    def take_rest(self, now_s: float) -> UnsaidRest | None:
        """Return what was left unsaid, and forget it: it is told or said once."""
        rest, self._rest = self.find_rest(now_s), None
        return rest
