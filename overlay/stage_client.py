"""The presenter: takes in what the stage says, and has the window painted when there is something new to see."""

import logging
import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QObject, Qt, QTimer, QUrl
from PySide6.QtGui import QScreen

from overlay.client.link import StageConnection
from overlay.desktop import DesktopIntegration
from overlay.element_layout import ElementCanvas
from overlay.element_pictures import DrawingContext
from overlay.monitor_choice import Monitor
from overlay.pictures import PictureCache
from overlay.scale import Scale
from overlay.window import OverlayWindow, TransparencyMode
from performer.stage.protocol.messages import Drop, Hello, Look, Message, Mouth, Put, Snapshot, Watched
from performer.stage.protocol.theme import Motion, Theme

FRAME_MS: Final = 1000 / 60
CUT_FRAME_MS: Final = 1000 / 15
"""To give a window another shape is dear: without a compositor things move in fewer steps."""
LONGEST_WAIT_MS: Final = 3_600_000
_STILL: Final = Motion(in_ms=0, out_ms=0)
"""A shape knows no fading and no growing."""

_log = logging.getLogger(__name__)


Hiding = Literal["auto", "always", "never"]
"""When recorders are not to see the window; auto: while a page shows the stage, for then OBS has it from there."""


@dataclass(frozen=True, kw_only=True)
class WindowOptions:
    """How the streamer wants the window."""

    monitor: str = ""
    memory: Path | None = None
    without_compositor: TransparencyMode = TransparencyMode.CUT
    straight_alpha: bool = False
    hide_from_capture: Hiding = "auto"


class OverlayClient(QObject):
    """Puts the parts together; `start` connects."""

    def __init__(self, url: QUrl, wishes: WindowOptions) -> None:
        super().__init__()
        self._wishes = wishes
        self._theme = Theme()
        self._offset_ms = 0.0
        self._frame_due_ms = 0.0
        self._pages = 0
        self._is_hidden = False
        self._pictures = PictureCache(url, parent=self)
        scale = Scale(width=1, height=1)
        self._board = ElementCanvas(DrawingContext(theme=self._theme, scale=scale, pictures=self._pictures))
        self._window = OverlayWindow(self._board, straight_alpha=wishes.straight_alpha)
        self._surroundings = DesktopIntegration(self._window, parent=self)
        self._place = Monitor(wishes.monitor, wishes.memory, parent=self)
        self._link = StageConnection(url, parent=self)
        self._hello = Hello(client="window")
        self._frames = QTimer(self)
        self._frames.setSingleShot(True)
        self._frames.setTimerType(Qt.TimerType.PreciseTimer)
        self._dressing = QTimer(self)
        self._dressing.setSingleShot(True)
        self._wire()

    def start(self) -> None:
        """Show the window and connect to the stage, now and whenever it is lost."""
        self._window.cover(self._place.screen())
        self._place.settle()
        self._see()
        self._link.open()

    def _wire(self) -> None:
        self._link.opened.connect(self._greet)
        self._link.lost.connect(self._note_loss)
        self._link.received.connect(self._take)
        self._pictures.arrived.connect(self._dress_soon)
        self._window.scaled.connect(self._set_up)
        self._window.moved.connect(self._place.moved)
        self._place.changed.connect(self._settle)
        self._surroundings.changed.connect(self._see)
        self._frames.timeout.connect(self._show_frame)
        self._dressing.timeout.connect(self._dress_next)

    def _greet(self, where: str) -> None:
        _log.info("connected to %s", where)
        self._board.forget_pictures()
        self._link.say(self._hello)

    def _note_loss(self, what: str) -> None:
        _log.info("no connection to %s, trying until there is", what)

    def _take(self, message: Message) -> None:
        match message:
            case Look(theme=theme):
                self._theme = theme
                self._set_up(self._window.scale)
            case Snapshot(elements=elements, now_ms=now_ms):
                self._offset_ms = now_ms - _monotonic_ms()
                self._frame_due_ms = self._now_ms()
                self._board.rebuild(elements)
            case Put(element=element):
                self._board.put(element)
            case Drop(id=id_):
                self._board.drop(id_, self._now_ms())
            case Mouth():
                self._board.hear(message)
            case Watched(pages=pages):
                self._pages = pages
                self._hide_or_show()
            case _:
                return
        self._dress_soon()
        self._frame_soon()

    def _dress_soon(self, _src: str = "") -> None:
        self._dressing.start(0)

    def _dress_next(self) -> None:
        """Dress one; the rest has to wait for what else there is to do."""
        if self._board.add_drawing(self._now_ms()):
            self._dress_soon()
            if self._frames.remainingTime() != 0:
                self._frame_soon()

    def _set_up(self, scale: Scale) -> None:
        theme = replace(self._theme, motion=_STILL) if self._window.sight is TransparencyMode.CUT else self._theme
        self._board.set_up(DrawingContext(theme=theme, scale=scale, pictures=self._pictures))
        self._dress_soon()
        self._frame_soon()

    def _settle(self, screen: QScreen) -> None:
        self._window.cover(screen)
        self._tell()

    def _see(self) -> None:
        """Be seen as the display allows."""
        sight = TransparencyMode.MIXED if self._surroundings.mixes else self._wishes.without_compositor
        self._window.show_as(sight)
        self._hide_or_show()
        self._set_up(self._window.scale)
        self._tell()

    def _hide_or_show(self) -> None:
        """Hide from recorders when they get the stage from a page, or as the streamer wishes."""
        wish = self._wishes.hide_from_capture
        hidden = wish == "always" or (wish == "auto" and self._pages > 0)
        if hidden == self._is_hidden:
            return
        self._is_hidden = hidden
        trouble = self._surroundings.set_hidden_from_capture(hidden=hidden)
        if not trouble:
            _log.info("recorders of the screen %s the window", "do not see" if hidden else "see")
        elif wish == "always":
            _log.info("the window is captured like any other: %s", trouble)

    def _tell(self) -> None:
        """Say, here and to the stage, where the window is and how it is seen, when that has changed."""
        hello = Hello(client="window", why=self._state())
        if hello != self._hello:
            self._hello = hello
            _log.info("%s", hello.why)
            self._link.say(hello)

    def _state(self) -> str:
        where = ", ".join(filter(None, [f"on {self._place.screen().name()}", self._place.trouble]))
        match self._window.sight:
            case TransparencyMode.MIXED:
                return where
            case TransparencyMode.CUT:
                return f"{where}, cut to its elements: no compositor runs on this display"
            case TransparencyMode.HIDDEN:
                return "hidden: no compositor runs on this display; start one, such as picom"

    def _frame_soon(self) -> None:
        """Paint as soon as the messages that are here have been taken in."""
        self._frames.start(0)

    def _show_frame(self) -> None:
        now_ms = self._now_ms()
        if self._frame_due_ms > now_ms + 1:
            self._wait_until(self._frame_due_ms)
            return
        self._frame_due_ms = max(self._frame_due_ms, now_ms - self._frame_ms()) + self._frame_ms()
        self._window.show_changes(self._board.advance(now_ms))
        next_ms = self._board.next_ms(now_ms)
        if next_ms < math.inf:
            self._wait_until(max(next_ms, self._frame_due_ms))

    def _wait_until(self, instant_ms: float) -> None:
        wait_ms = min(instant_ms - self._now_ms(), LONGEST_WAIT_MS)
        self._frames.start(max(math.ceil(wait_ms - 0.5), 0))

    def _frame_ms(self) -> float:
        return CUT_FRAME_MS if self._window.sight is TransparencyMode.CUT else FRAME_MS

    def _now_ms(self) -> float:
        """Tell the instant on the server's clock."""
        return _monotonic_ms() + self._offset_ms


def _monotonic_ms() -> float:
    return time.monotonic() * 1000
