"""What lies around the window: the compositor, the window manager's frame, and who records the screen."""

import logging
import os

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from overlay.capture import set_hidden_from_capture
from overlay.click_through import ClickThrough
from overlay.compositor import Compositor
from overlay.x11 import X11

_log = logging.getLogger(__name__)


class Surroundings(QObject):
    """Makes a window fit in, and follows what changes around it."""

    changed = Signal()
    """Whether translucency is mixed has changed."""

    def __init__(self, window: QWidget, *, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._compositor: Compositor | None = None
        if QGuiApplication.platformName() == "xcb":
            self._meet_x11()

    @property
    def mixes(self) -> bool:
        """Tell whether translucent windows are mixed with what is below them."""
        return self._compositor is None or self._compositor.is_there

    def set_hidden_from_capture(self, *, hidden: bool) -> str:
        """Hide the window from whoever records the screen, or no more; tell why that cannot be, or nothing."""
        return set_hidden_from_capture(int(self._window.winId()), hidden=hidden)

    def _meet_x11(self) -> None:
        try:
            x11 = X11(self)
        except OSError as error:
            _log.warning(
                "Clicks may not pass through the window: %s. Install libx11-6, libxext6 and libxfixes3.", error
            )
            return
        ClickThrough(x11, int(self._window.winId()), parent=self)
        if not os.environ.get("WAYLAND_DISPLAY"):  # there everything is mixed, whoever owns what
            self._compositor = Compositor(x11, parent=self)
            self._compositor.changed.connect(self._pass_on)

    def _pass_on(self, _is_there: bool) -> None:
        self.changed.emit()
