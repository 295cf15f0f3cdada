"""The desktop's client: it shows the state in the tray, passes orders on, and opens the control page."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QUrl

from desktop.control_link import ControlLink
from desktop.panel.place import FILE
from desktop.panel_process import PanelProcess
from desktop.tray import Tray
from desktop.tray_state import Being, TrayState, read_state
from desktop.words import TrayWords, find_language
from overlay.client.process import make_timer


class DesktopClient(QObject):
    """Connects tray, show and window; `start` begins."""

    def __init__(self, url: QUrl, data: Path, *, parent: QObject) -> None:
        super().__init__(parent)
        self._data = data
        self._state = TrayState(Being.STARTING)
        self._told: Mapping[str, Any] = {}
        """The newest state, as the show told it."""
        self._hush_over = make_timer(self, lambda: self._read(self._told), once=True)
        self._words = TrayWords(find_language())
        self._tray = Tray(self._words, parent=self)
        self._panel = PanelProcess(data, parent=self)
        self._link = ControlLink(url, parent=self)
        self._tray.ordered.connect(self._obey)
        self._link.opened.connect(self._greet)
        self._link.told.connect(self._hear)
        self._link.lost.connect(self._note_lost)

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
            self._read(value)
        elif kind == "desktop" and value == "show":
            self._panel.open()

    def _note_lost(self) -> None:
        self._hush_over.stop()
        self._show(TrayState(Being.GONE))

    def _read(self, value: Mapping[str, Any]) -> None:
        """Show a state, and again when the silence after a hush is over, which nobody tells."""
        now_ms = round(time.time() * 1000)
        self._show(read_state(value, now_ms, self._words))
        self._told = value
        if self._state.being is Being.HUSHED:
            self._hush_over.start(value["hushed_until"] - now_ms)

    def _show(self, state: TrayState) -> None:
        if state != self._state:
            self._state = state
            self._tray.show_state(state)

    def _obey(self, order: str) -> None:
        if order == "open":
            self._panel.open()
            return
        if order == "deaf":
            self._link.ask("config.set", key="mic.enabled", value=False)
            return
        if order == "quit":
            self._panel.close()
        self._link.ask(order)
