"""The desktop's client: it shows the state in the tray, passes orders on, and opens the control page."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QUrl

from desktop.control_link import ControlLink
from desktop.panel.place import FILE
from desktop.panel_process import PanelProcess
from desktop.tray import Tray
from desktop.tray_state import Being, TrayState, read_state


class DesktopClient(QObject):
    """Connects tray, show and window; `start` begins."""

    def __init__(self, url: QUrl, data: Path, *, parent: QObject) -> None:
        super().__init__(parent)
        self._data = data
        self._state = TrayState(Being.STARTING)
        self._tray = Tray(parent=self)
        self._panel = PanelProcess(data, parent=self)
        self._link = ControlLink(url, parent=self)
        self._tray.ordered.connect(self._obey)
        self._link.opened.connect(self._greet)
        self._link.told.connect(self._hear)
        self._link.lost.connect(lambda: self._show(TrayState(Being.GONE)))

    def start(self) -> None:
        """Show the icon, and connect to the show now and whenever it is lost."""
        self._tray.show()
        self._link.open()

    def _greet(self) -> None:
        self._link.ask("desktop.report", tray=self._tray.is_seen, then=self._settle_in)

    def _settle_in(self, answer: Any) -> None:
        """Open the page at the very first start, and when it was asked for before the tray was there."""
        place = self._data / FILE
        is_first = not place.exists()
        if is_first:
            place.write_text("{}\n", encoding="utf-8")
        if is_first or answer.get("show"):
            self._panel.open()

    def _hear(self, kind: str, value: Any) -> None:
        if kind == "state":
            self._show(read_state(value))
        elif kind == "desktop" and value == "show":
            self._panel.open()

    def _show(self, state: TrayState) -> None:
        if state != self._state:
            self._state = state
            self._tray.show_state(state)

    def _obey(self, order: str) -> None:
        if order == "open":
            self._panel.open()
            return
        if order == "quit":
            self._panel.close()
        self._link.ask(order)
