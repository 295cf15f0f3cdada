"""The overlay client: it follows the stage's messages, and has the window painted when there is something new."""

import logging
import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QScreen

from overlay.client.link import StageConnection
from overlay.client.process import make_timer
from overlay.desktop import DesktopIntegration
from overlay.element_layout import ElementCanvas
from overlay.element_pictures import DrawingContext
from overlay.monitor_choice import Monitor
from overlay.pictures import PictureCache
from overlay.scale import Scale
from overlay.window import OverlayWindow, TransparencyMode
from performer.stage.protocol.layout import Layout
from performer.stage.protocol.messages import Drop, Hello, Look, Message, Mouth, Put, Snapshot, Watched
from performer.stage.protocol.theme import Motion, Theme

FRAME_MS: Final = 1000 / 60
CUT_FRAME_MS: Final = 1000 / 15
"""Changing a window's shape is expensive: without a compositor things move in fewer steps."""
LONGEST_WAIT_MS: Final = 3_600_000
_STILL: Final = Motion(in_ms=0, out_ms=0)
"""A window's shape cannot fade or grow."""

_COVERED: Final = (
    "covered: another program's window lies over the whole screen and stays above; take the stage as a browser source"
    " in OBS, which no window covers, or run the game in a window that is smaller than the screen"
)

_log = logging.getLogger(__name__)


Hiding = Literal["auto", "always", "never"]
"""When recorders are not to see the window; auto: while a page shows the stage, for OBS gets the stage from it."""


@dataclass(frozen=True, kw_only=True)
class WindowOptions:
    """The streamer's options for the window."""

    monitor: str = ""
    memory: Path | None = None
    without_compositor: TransparencyMode = TransparencyMode.CUT
    straight_alpha: bool = False
    hide_from_capture: Hiding = "auto"


class OverlayClient(QObject):
    """Connects the parts of the overlay; `start` begins."""

    def __init__(self, url: QUrl, options: WindowOptions) -> None:
        super().__init__()
        self._options = options
        self._theme, self._layout = Theme(), Layout()
        self._offset_ms = 0.0
        self._frame_due_ms = 0.0
        self._pages = 0
        self._is_hidden = False
        self._capture_trouble = ""
        """Why recorders see the window, though the streamer wants it never seen."""
        self._pictures = PictureCache(url, parent=self)
        scale = Scale(width=1, height=1)
        self._canvas = ElementCanvas(DrawingContext(theme=self._theme, scale=scale, pictures=self._pictures))
        self._window = OverlayWindow(self._canvas, straight_alpha=options.straight_alpha)
        self._desktop = DesktopIntegration(self._window, parent=self)
        self._monitor = Monitor(options.monitor, options.memory, parent=self)
        self._connection = StageConnection(url, parent=self)
        self._hello = Hello(client="window")
        self._frames = make_timer(self, self._show_frame, once=True, precise=True)
        self._drawing = make_timer(self, self._draw_next, once=True)
        self._connection.opened.connect(self._greet)
        self._connection.received.connect(self._handle)
        self._pictures.arrived.connect(self._draw_soon)
        self._window.scaled.connect(self._set_up)
        self._window.moved.connect(self._monitor.note_move)
        self._monitor.changed.connect(self._settle)
        self._desktop.changed.connect(self._choose_mode)
        self._desktop.cover_changed.connect(self._publish_state)

    def start(self) -> None:
        """Show the window, and connect to the stage now and whenever it is lost."""
        self._window.cover(self._monitor.find_screen())
        self._monitor.settle()
        self._choose_mode()
        self._connection.open()

    def _greet(self) -> None:
        self._canvas.forget_pictures()
        self._connection.say(self._hello)

    def _handle(self, message: Message) -> None:
        match message:
            case Look(theme=theme, layout=layout):
                self._theme, self._layout = theme, layout
                self._set_up(self._window.scale)
            case Snapshot(elements=elements, now_ms=now_ms):
                self._offset_ms = now_ms - _monotonic_ms()
                self._frame_due_ms = self._now_ms()
                self._canvas.rebuild(elements)
            case Put(element=element):
                self._canvas.put(element)
            case Drop(id=id_):
                self._canvas.drop(id_, self._now_ms())
            case Mouth():
                self._canvas.hear(message)
            case Watched(pages=pages):
                self._pages = pages
                self._hide_or_show()
            case _:
                return
        self._draw_soon()
        self._frame_soon()

    def _draw_soon(self, _src: str = "") -> None:
        self._drawing.start(0)

    def _draw_next(self) -> None:
        """Draw one element; the rest has to wait for what else there is to do."""
        if self._canvas.add_drawing(self._now_ms()):
            self._draw_soon()
            if self._frames.remainingTime() != 0:
                self._frame_soon()

    def _set_up(self, scale: Scale) -> None:
        theme = replace(self._theme, motion=_STILL) if self._window.mode is TransparencyMode.CUT else self._theme
        self._canvas.set_up(DrawingContext(theme=theme, scale=scale, pictures=self._pictures, layout=self._layout))
        self._draw_soon()
        self._frame_soon()

    def _settle(self, screen: QScreen) -> None:
        self._window.cover(screen)
        self._publish_state()

    def _choose_mode(self) -> None:
        """Show the window as the display allows."""
        mode = TransparencyMode.MIXED if self._desktop.is_translucent else self._options.without_compositor
        self._window.show_as(mode)
        self._hide_or_show()
        self._set_up(self._window.scale)
        self._publish_state()

    def _hide_or_show(self) -> None:
        """Hide from recorders when they get the stage from a page, or as the streamer options."""
        when = self._options.hide_from_capture
        hidden = when == "always" or (when == "auto" and self._pages > 0)
        if hidden == self._is_hidden:
            return
        self._is_hidden = hidden
        trouble = self._desktop.set_hidden_from_capture(hidden=hidden)
        if not trouble:
            _log.info("recorders of the screen %s the window", "do not see" if hidden else "see")
        elif when == "always":
            self._capture_trouble = trouble
            self._publish_state()

    def _publish_state(self) -> None:
        """Log and send where the window is and how it is seen, when that has changed."""
        hello = Hello(client="window", why=self._describe_state())
        if hello != self._hello:
            self._hello = hello
            _log.info("%s", hello.why)
            self._connection.say(hello)

    def _describe_state(self) -> str:
        if self._desktop.is_covered and self._window.mode is not TransparencyMode.HIDDEN:
            return _COVERED
        where = ", ".join(filter(None, [f"on {self._monitor.find_screen().name()}", self._monitor.trouble]))
        if trouble := self._capture_trouble:
            where = f"{where}, captured like any other window: {trouble}"
        match self._window.mode:
            case TransparencyMode.MIXED:
                return where
            case TransparencyMode.CUT:
                return f"{where}, cut to its elements: no compositor runs on this display"
            case TransparencyMode.HIDDEN:
                return "hidden: no compositor runs on this display; start one, such as picom"

    def _frame_soon(self) -> None:
        """Paint as soon as the messages that are here were handled."""
        self._frames.start(0)

    def _show_frame(self) -> None:
        now_ms = self._now_ms()
        if self._frame_due_ms > now_ms + 1:
            self._wake_at(self._frame_due_ms)
            return
        self._frame_due_ms = max(self._frame_due_ms, now_ms - self._frame_ms()) + self._frame_ms()
        self._window.show_changes(self._canvas.advance(now_ms))
        next_ms = self._canvas.find_next_ms(now_ms)
        if next_ms < math.inf:
            self._wake_at(max(next_ms, self._frame_due_ms))

    def _wake_at(self, instant_ms: float) -> None:
        wait_ms = min(instant_ms - self._now_ms(), LONGEST_WAIT_MS)
        self._frames.start(max(math.ceil(wait_ms - 0.5), 0))

    def _frame_ms(self) -> float:
        return CUT_FRAME_MS if self._window.mode is TransparencyMode.CUT else FRAME_MS

    def _now_ms(self) -> float:
        """Return the instant on the server's clock."""
        return _monotonic_ms() + self._offset_ms


def _monotonic_ms() -> float:
    return time.monotonic() * 1000
