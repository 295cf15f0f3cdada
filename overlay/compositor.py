"""Whether the display mixes translucent windows with what is below them; without that they are black."""

from PySide6.QtCore import QObject, Signal

from overlay.x11 import X11


class Compositor(QObject):
    """Follows whether a compositing manager runs on an X11 display."""

    changed = Signal(bool)
    """It has come, or gone."""

    def __init__(self, x11: X11, *, parent: QObject) -> None:
        super().__init__(parent)
        self._x11 = x11
        self._selection = f"_NET_WM_CM_S{x11.screen}"
        x11.happened.connect(self._follow)
        x11.watch_owner(self._selection)
        self.is_there = x11.has_owner(self._selection)
        """Whether it runs now."""

    def _follow(self, event: int) -> None:
        if event != self._x11.selection_event:
            return
        was_there, self.is_there = self.is_there, self._x11.has_owner(self._selection)
        if self.is_there != was_there:
            self.changed.emit(self.is_there)
