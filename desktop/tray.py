"""The icon in the tray, with the state of the show and the orders that a streamer needs at once."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from desktop.state_icon import make_icon
from desktop.tray_state import LISTENS, Being, TrayState
from desktop.words import TrayWords

TITLE = "Stream Performer"


class Tray(QObject):
    """The icon; a desktop without a tray shows it as soon as it has one."""

    ordered = Signal(str)
    """One of pause, resume, hush, react, deaf, open and quit."""

    def __init__(self, words: TrayWords, *, parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._menu = QMenu()
        self._state = self._menu.addAction("")
        self._state.setEnabled(False)
        self._menu.addSeparator()
        self._pause = self._add("pause", "pause")
        self._live = [self._pause, self._add("hush", "hush"), self._add("react", "react")]
        self._deaf = self._add("ears.light.close", "deaf")
        self._menu.addSeparator()
        self._add("tray.open", "open")
        self._add("tray.quit", "quit")
        self._icon = QSystemTrayIcon(self)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._open_by_click)
        self.show_state(TrayState(Being.STARTING))

    @property
    def is_seen(self) -> bool:
        """Whether this desktop has a tray."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    def show(self) -> None:
        """Show the icon."""
        self._icon.show()

    def show_state(self, state: TrayState) -> None:
        """Show how the show is; orders are for one that is there."""
        self._icon.setIcon(make_icon(state.being, listens=state.listens))
        self._icon.setToolTip(f"{TITLE}: {state.describe(self._words)}")
        heard = f" · {self._words.say(LISTENS)}" if state.listens else ""
        self._state.setText(f"{TITLE}: {self._words.say(state.being.value)}{heard}")
        self._deaf.setVisible(state.listens)
        order = "resume" if state.being is Being.PAUSED else "pause"
        self._pause.setText(self._words.say(order))
        self._pause.setData(order)
        for action in self._live:
            action.setEnabled(state.being not in {Being.STARTING, Being.GONE})

    def _add(self, key: str, order: str) -> QAction:
        action = self._menu.addAction(self._words.say(key))
        action.setData(order)
        action.triggered.connect(lambda: self.ordered.emit(action.data()))
        return action

    def _open_by_click(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in {QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick}:
            self.ordered.emit("open")
