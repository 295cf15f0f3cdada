"""The recorder: Qt's screen capture, asked for one picture at a time."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtMultimedia import QMediaCaptureSession, QScreenCapture, QVideoFrame, QVideoSink

from capture.session import is_polled


class Recorder(QObject):
    """Hands out the newest picture of a screen.

    On X11 Qt would grab as often as the screen refreshes, which costs half a core and more: there, capturing starts
    for one picture and stops again (11 ms). Elsewhere the system delivers by itself when something moves, and each
    start would ask the user anew: there, it goes on, and only the newest picture is kept, unread.
    """

    taken = Signal(object)
    """A QVideoFrame, one for each `take`."""
    failed = Signal(object)
    """Why there will be none, as text."""

    def __init__(self, number: int, *, parent: QObject) -> None:
        super().__init__(parent)
        self._number = number
        self._in_pulses = is_polled()
        self._is_asked = False
        self._newest: QVideoFrame | None = None
        self._sink = QVideoSink(self)
        self._capture = QScreenCapture(self)
        self._session = QMediaCaptureSession(self)
        self._session.setVideoSink(self._sink)
        self._session.setScreenCapture(self._capture)
        self._sink.videoFrameChanged.connect(self._arrived)
        self._capture.errorOccurred.connect(self._fail)

    def take(self) -> None:
        """Ask for the newest picture; `taken` follows as soon as there is one."""
        screen = self._screen()
        if screen is None:
            self.failed.emit(f"there is no screen {self._number}; there are {len(QGuiApplication.screens())}")
            return
        self._is_asked = True
        if self._newest is not None:
            self._hand_out(self._newest)
        elif not self._capture.isActive():
            self._capture.setScreen(screen)
            self._capture.start()

    def _arrived(self, frame: QVideoFrame) -> None:
        if not frame.isValid():
            return
        if not self._in_pulses:
            self._newest = frame
        if self._is_asked:
            self._hand_out(frame)

    def _hand_out(self, frame: QVideoFrame) -> None:
        self._is_asked = False
        if self._in_pulses:
            self._capture.stop()
        self.taken.emit(frame)

    def _fail(self, error: QScreenCapture.Error, text: str) -> None:
        # Qt also reports that an error is over.
        if error != QScreenCapture.Error.NoError:
            self.failed.emit(text or error.name)

    def _screen(self) -> QScreen | None:
        screens = QGuiApplication.screens()
        return screens[self._number - 1] if 1 <= self._number <= len(screens) else None
