"""Doubt: what speaks without end is no streamer but music or a television, and is not heeded until it falls silent."""

from collections.abc import Callable
from typing import Final

from performer.ears.talk import AFTER_TALK_S

LONGEST_TALK_S: Final = 60.0
"""Nobody keeps the floor for longer without a pause."""
_TICK_S: Final = 0.001
_NEVER: Final = float("inf")


class Doubt:
    """Whether what the detector takes for speech is not believed now; at the start it is.

    Args:
        on_change: Told when doubt begins (True), and when it is over.
    """

    def __init__(self, on_change: Callable[[bool], None]) -> None:
        self._on_change = on_change
        self._quiet_s = _NEVER

    @property
    def is_on(self) -> bool:
        """Whether speech counts for nothing now."""
        return self._quiet_s != _NEVER

    @property
    def quiet_s(self) -> float:
        """The instant at which doubt is over, if nothing more is heard; inf when there is none."""
        return self._quiet_s

    def begin(self, now_s: float) -> None:
        """Doubt from now on."""
        self._quiet_s = now_s + AFTER_TALK_S
        self._on_change(True)

    def heard(self, at_s: float) -> None:
        """Take in that there is no silence yet at an instant."""
        self._quiet_s = max(self._quiet_s, at_s + AFTER_TALK_S)

    def look(self, now_s: float) -> None:
        """Believe again if there has been a silence by now."""
        if now_s >= self._quiet_s - _TICK_S:
            self._quiet_s = _NEVER
            self._on_change(False)
