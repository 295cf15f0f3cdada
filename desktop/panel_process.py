"""The control page's window as a process of its own, which costs nothing while it is closed; else the browser."""

import logging
import subprocess
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from desktop.panel.one_window import ask_running_window
from overlay.client.process import make_timer

_ROOT: Final = Path(__file__).parent.parent
_LOOK_MS: Final = 500
_LOOKS: Final = 40
"""A window that could not be made ends within so many looks."""

_log = logging.getLogger(__name__)


class PanelProcess(QObject):
    """Opens the control page of the show whose data lie in a folder.

    The window outlives a show that begins again, and closes by itself some time after one that has ended.
    """

    def __init__(self, data: Path, *, parent: QObject) -> None:
        super().__init__(parent)
        self._data = data
        self._process: subprocess.Popen[bytes] | None = None
        self._looks = 0
        self._look = make_timer(self, self._check, _LOOK_MS)

    def open(self) -> None:
        """Open the window, or bring the one that is open to the front."""
        if self._look.isActive() or ask_running_window(self._data, "show"):
            return
        self._process = subprocess.Popen(  # noqa: S603  our own
            [sys.executable, "-m", "desktop.panel", str(self._data)],
            cwd=_ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # Chromium has much to say, and who reads ours would wait for its end
            start_new_session=True,
        )
        self._looks = 0
        self._look.start()

    def close(self) -> None:
        """Close the window, if one is open."""
        ask_running_window(self._data, "quit")

    def _check(self) -> None:
        """Open the browser instead of a window that could not be made."""
        assert self._process is not None
        self._looks += 1
        code = self._process.poll()
        if code:
            _log.info("no window of its own (code %d): the browser shows the page", code)
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._data / "panel.html")))
        if code is not None or self._looks > _LOOKS or ask_running_window(self._data, "here"):
            self._look.stop()
