"""The loudness of clips beside speech: quickly down when a sentence begins, slowly up when none was heard for a while.

The page follows the same figures (`overlay/page/ducking.js`).
"""

from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from overlay.client.process import make_timer

FULL: Final = 1.0
DOWN_MS: Final = 35
"""From full to ducked; the device's own buffer of some 20 ms comes before it."""
HOLD_MS: Final = 400
"""How long clips stay down after a sentence: the next one of the same turn is likely."""
UP_MS: Final = 300
_STEP_MS: Final = 4
"""Less than a device takes at once: each of its requests has a loudness of its own."""


class ClipDucking(QObject):
    """The share of their own volume at which clips are played now; costs nothing while it stands still."""

    moved = Signal(float)
    """The share, 0 to 1, each time it has changed."""

    def __init__(self, *, down_ms: int = DOWN_MS, parent: QObject) -> None:
        super().__init__(parent)
        self._down_ms = down_ms
        self._from = FULL
        self._to = FULL
        self._over_ms = UP_MS
        self._since = QElapsedTimer()
        self._since.start()
        self._steps = make_timer(self, self._step, _STEP_MS, precise=True)
        self._hold = make_timer(self, self.release, HOLD_MS, once=True)

    @property
    def share(self) -> float:
        """The loudness of clips now, 0 to 1 of their own volume."""
        way = self._since.elapsed() / self._over_ms
        return self._to if way >= 1 else self._from + (self._to - self._from) * way

    def press(self, share: float) -> None:
        """Make clips quiet for a sentence that is about to be heard."""
        self._hold.stop()
        self._move(share)

    def release_later(self) -> None:
        """Make clips loud again in a while, unless a sentence comes first."""
        self._hold.start()

    def release(self) -> None:
        """Make clips loud again now."""
        self._hold.stop()
        self._move(FULL)

    def _move(self, to: float) -> None:
        if to == self._to:
            return
        self._from, self._to = self.share, to
        self._over_ms = self._down_ms if to < self._from else UP_MS
        self._since.restart()
        self._steps.start()
        self._step()

    def _step(self) -> None:
        share = self.share
        if share == self._to:
            self._steps.stop()
        self.moved.emit(share)
