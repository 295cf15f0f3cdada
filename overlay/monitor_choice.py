"""The monitor of the window: the wished-for one, else the last one, else the primary one; and Qt's platform."""

import json
import logging
import os
from collections.abc import MutableMapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, cast

from PySide6.QtCore import QObject, QPoint, QRect, Signal
from PySide6.QtGui import QGuiApplication, QScreen

from overlay.client.process import make_timer
from overlay.x11 import find_display_trouble

_NO_DISPLAY: Final = "no display: neither DISPLAY nor WAYLAND_DISPLAY is set; start it in a desktop session"


def choose_qt_platform(environ: MutableMapping[str, str], system: str) -> str:
    """Set Qt's variables for the display that there is; return why there is none, or "".

    The window works in device pixels: Qt must not enlarge it. On Wayland an ordinary window can neither stay on top nor
    choose its place; through Xwayland, which most sessions have, it can. It paints in one thread: for what is as small
    as an avatar that blinks, Qt would wake up to twenty times, and take a second core from the game.
    """
    environ.setdefault("QT_ENABLE_HIGHDPI_SCALING", "0")
    environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
    if system != "linux" or environ.get("QT_QPA_PLATFORM"):
        return ""
    if environ.get("DISPLAY"):
        environ["QT_QPA_PLATFORM"] = "xcb"
        return find_display_trouble(environ["DISPLAY"])
    return "" if environ.get("WAYLAND_DISPLAY") else _NO_DISPLAY


CALM_MS: Final = 400
"""Monitors come and go in several steps, and windows are moved with them; wait so long after the last step."""

_log = logging.getLogger(__name__)


class Monitor(QObject):
    """Chooses the monitor, again whenever one comes or goes.

    `wanted` is a monitor's number from 1 on, or part of its name, or empty for the last one, which the file `memory`
    keeps, if there is one.
    """

    changed = Signal(object)
    """The QScreen to be on; emitted too when it is the same one in another size."""

    def __init__(self, wanted: str, memory: Path | None, *, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted = wanted
        self._memory = memory
        self._last = _read(memory)
        self._centre: QPoint | None = None
        self._calm = make_timer(self, self._judge, CALM_MS, once=True)
        app = cast("QGuiApplication", QGuiApplication.instance())
        app.screenAdded.connect(self._meet)
        app.screenRemoved.connect(self._wait)
        app.primaryScreenChanged.connect(self._wait)
        for screen in app.screens():
            screen.geometryChanged.connect(self._wait)
        self._known = _read_layout()

    def find_screen(self) -> QScreen:
        """Return the monitor to be on; the primary one stands in for one that is not there."""
        screens = QGuiApplication.screens()
        last = next((each for each in screens if each.name() == self._last), None)
        found = _find_wanted_screen(self._wanted, screens) if self._wanted else last
        return found or QGuiApplication.primaryScreen()

    def settle(self) -> None:
        """Remember the wished-for monitor, if it is there."""
        found = _find_wanted_screen(self._wanted, QGuiApplication.screens())
        if found is not None:
            self._remember(found.name())

    def note_move(self, centre: QPoint) -> None:
        """Note that the window's middle is elsewhere now; who moved it is judged when all is calm."""
        self._centre = centre
        self._calm.start()

    def _meet(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._wait)
        self._calm.start()

    def _wait(self, _what: object = None) -> None:
        self._calm.start()

    def _judge(self) -> None:
        """Follow the streamer who moved the window, or put it where it belongs among the monitors that are there."""
        centre, self._centre = self._centre, None
        before, self._known = self._known, _read_layout()
        at = QGuiApplication.screenAt(centre) if centre is not None else None
        if before == self._known and at is not None and at != self.find_screen():
            self._wanted = ""
            self._remember(at.name())
        self.changed.emit(self.find_screen())

    def _remember(self, name: str) -> None:
        if name != self._last:
            self._last = name
            _write(self._memory, name)

    @property
    def trouble(self) -> str:
        """The wished-for monitor that is not there, as text; empty if all is well."""
        screens = QGuiApplication.screens()
        if not self._wanted or _find_wanted_screen(self._wanted, screens) is not None:
            return ""
        return f"there is no monitor '{self._wanted}' among {', '.join(each.name() for each in screens)}"


def _find_wanted_screen(wanted: str, screens: Sequence[QScreen]) -> QScreen | None:
    if wanted.isdecimal():
        number = int(wanted) - 1
        return screens[number] if 0 <= number < len(screens) else None
    part = wanted.casefold()
    return next((each for each in screens if part and part in f"{each.name()} {each.model()}".casefold()), None)


def _read_layout() -> list[tuple[str, QRect]]:
    return [(each.name(), each.geometry()) for each in QGuiApplication.screens()]


def _read(memory: Path | None) -> str:
    """Read the last monitor's name; empty from a file that is damaged, or not there."""
    try:
        kept = json.loads(memory.read_text(encoding="utf-8")) if memory else {}
    except (OSError, ValueError):
        return ""
    name = kept.get("monitor") if isinstance(kept, dict) else None
    return name if isinstance(name, str) else ""


def _write(memory: Path | None, name: str) -> None:
    if memory is None:
        return
    fresh = memory.with_name(memory.name + ".new")
    try:
        memory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(fresh, "w", encoding="utf-8", opener=partial(os.open, mode=0o600)) as file:
            json.dump({"monitor": name}, file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(memory)
    except OSError as error:
        _log.warning("The window's place cannot be kept in '%s': %s.", memory, error)
