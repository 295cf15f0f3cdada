"""Windows above ours that cover it, such as a game in full screen: ours is put above them where the system lets it.

The window stays the window manager's, for OBS lists no other, so a layer above games cannot be had for good: Openbox
puts a game in full screen that has the focus above every other window. On X11 the frame of our window is put right
above the game's whenever the order changes, which no window manager undoes by itself; on Windows the window is made
topmost again. What the window manager does not manage (a lock screen, a menu) is left above: it has its reasons.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from PySide6.QtCore import QElapsedTimer, QObject, QRect, Signal

from overlay.client.process import make_timer

SETTLE_MS: Final = 60
"""Restacking comes in several steps; look so long after the first one."""
REPORT_MS: Final = 1_000
"""What covers the window for a shorter time is not worth a word: a menu, the choice of a part of the screen."""
AGAIN_MS: Final = 700
"""Some compositors miss a change of the order while a window appears: picom went on to paint the game above ours."""
_MOST_RISES: Final = 20
_RISES_WITHIN_MS: Final = 10_000
"""A window that comes back more often than so puts itself above everything, and we stop to do the same."""
_COVERED_SHARE: Final = 0.9
"""A game may leave room for a panel."""


@dataclass(frozen=True, kw_only=True)
class Cover:
    """A window above ours that leaves nothing, or little, of it to be seen."""

    window: int
    can_be_below: bool
    """Whether our window may be put above it."""


class WindowOrder(Protocol):
    """The order of the windows on the screen, as far as our window is concerned."""

    def find_cover(self) -> Cover | None:
        """Return the highest window that covers ours, or None."""

    def rise_above(self, cover: Cover) -> None:
        """Put our window above another one, if the system lets us."""


class CoverWatch(QObject):
    """Keeps our window above what covers it, and says when that is in vain."""

    changed = Signal()
    """The window is covered, or is so no more."""

    def __init__(self, order: WindowOrder, *, parent: QObject) -> None:
        super().__init__(parent)
        self.is_covered = False
        """Whether nothing can be seen of our window because of one above it."""
        self._order = order
        self._rises = 0
        self._rising = QElapsedTimer()
        self._settle = make_timer(self, self.look, SETTLE_MS, once=True)
        self._risen: Cover | None = None
        self._again = make_timer(self, self._rise_again, AGAIN_MS, once=True)
        self._report = make_timer(self, self._note_covered, REPORT_MS, once=True)

    def look_soon(self) -> None:
        """Look at the order of the windows once it has settled."""
        if not self._settle.isActive():
            self._settle.start()

    def look(self) -> None:
        """Look at the order of the windows now, and put ours above what covers it."""
        cover = self._order.find_cover()
        if cover and cover.can_be_below and self._may_rise():
            self._order.rise_above(cover)
            self._risen = cover
            self._again.start()
            cover = self._order.find_cover()
        if cover and not (self.is_covered or self._report.isActive()):
            self._report.start()
        elif cover is None:
            self._report.stop()
            self._set(is_covered=False)

    def _rise_again(self) -> None:
        if self._risen is not None:
            self._order.rise_above(self._risen)
            self._risen = None

    def _may_rise(self) -> bool:
        if not self._rising.isValid() or self._rising.elapsed() > _RISES_WITHIN_MS:
            self._rises = 0
            self._rising.start()
        self._rises += 1
        return self._rises <= _MOST_RISES

    def _note_covered(self) -> None:
        self._set(is_covered=True)

    def _set(self, *, is_covered: bool) -> None:
        if is_covered != self.is_covered:
            self.is_covered = is_covered
            self.changed.emit()


def covers(above: QRect, below: QRect) -> bool:
    """Whether a rectangle leaves little or nothing of another one."""
    shared = above.intersected(below)
    return shared.width() * shared.height() >= _COVERED_SHARE * below.width() * below.height()
