"""The recorder: Qt's screen capture, one picture for each line of standard input.

Pictures go to standard output as raw pixels, without a copy where their format allows. Raw, because masks must be
painted on the full picture, in the other process, before anybody sees it; and because nothing that keeps every pixel is
cheaper.
"""

import json
import sys
import threading

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage, QScreen
from PySide6.QtMultimedia import QMediaCaptureSession, QScreenCapture, QVideoFrame, QVideoFrameFormat, QVideoSink

_FORMAT = QVideoFrameFormat.PixelFormat
_AS_THEY_ARE = {
    _FORMAT.Format_BGRX8888: "BGRX",
    _FORMAT.Format_BGRA8888: "BGRX",
    _FORMAT.Format_BGRA8888_Premultiplied: "BGRX",
    _FORMAT.Format_RGBX8888: "RGBX",
    _FORMAT.Format_RGBA8888: "RGBX",
}


def write_frame(frame: QVideoFrame) -> None:
    """Write a picture to standard output at the reader's pace, since the reader requests each.

    Raises:
        OSError: when nobody reads any more.
        ValueError: when the picture cannot be read.
    """
    bands = _AS_THEY_ARE.get(frame.pixelFormat())
    if bands and frame.map(QVideoFrame.MapMode.ReadOnly):
        try:
            _write(frame.width(), frame.height(), frame.bytesPerLine(0), bands, frame.bits(0))
        finally:
            frame.unmap()
        return
    image = frame.toImage().convertToFormat(QImage.Format.Format_RGB32)
    if image.isNull():
        raise ValueError("a picture came that cannot be read")
    _write(image.width(), image.height(), image.bytesPerLine(), "BGRX", image.constBits())


def _write(width: int, height: int, stride: int, bands: str, pixels: bytes | bytearray | memoryview) -> None:
    # Stride: the bytes from one row to the next. Bands: four bytes a pixel, the fourth without meaning.
    count = stride * height
    header = {"width": width, "height": height, "stride": stride, "bands": bands, "bytes": count}
    sys.stdout.buffer.write(json.dumps(header).encode() + b"\n")
    sys.stdout.buffer.write(memoryview(pixels)[:count])
    sys.stdout.buffer.flush()


class RequestReader(QObject):
    """Reads standard input in a thread of its own: Qt cannot watch a pipe on Windows."""

    asked = Signal()
    ended = Signal()

    def start(self) -> None:
        """Start to read."""
        threading.Thread(target=self._read, name="requests", daemon=True).start()

    def _read(self) -> None:
        while sys.stdin.buffer.readline(64):
            self.asked.emit()
        self.ended.emit()


class ScreenRecorder(QObject):
    """Writes the newest picture of a screen.

    If it is polled (X11), Qt would grab as often as the screen refreshes, which costs half a core and more: there,
    capturing starts for one picture and stops again (11 ms). Elsewhere the system delivers by itself when something
    moves, and each start would ask the user anew: there, capturing goes on, and only the newest picture is kept,
    unread.
    """

    unread = Signal()
    """Nobody reads any more."""
    failed = Signal(object)
    """Why there will be no picture, as text."""

    def __init__(self, number: int, *, is_polled: bool, parent: QObject) -> None:
        super().__init__(parent)
        self._number = number
        self._is_polled = is_polled
        self._is_asked = False
        self._newest: QVideoFrame | None = None
        self._sink = QVideoSink(self)
        self._capture = QScreenCapture(self)
        self._session = QMediaCaptureSession(self, screenCapture=self._capture)
        self._session.setVideoSink(self._sink)
        self._sink.videoFrameChanged.connect(self._arrived)
        self._capture.errorOccurred.connect(self._fail)

    def take(self) -> None:
        """Request the newest picture; it is written as soon as there is one."""
        screen = self._find_screen()
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
        if not self._is_polled:
            self._newest = frame
        if self._is_asked:
            self._hand_out(frame)

    def _hand_out(self, frame: QVideoFrame) -> None:
        self._is_asked = False
        if self._is_polled:
            self._capture.stop()
        try:
            write_frame(frame)
        except OSError:  # on Windows it has another name than a broken pipe
            self.unread.emit()
        except ValueError as error:
            self.failed.emit(str(error))

    def _fail(self, error: QScreenCapture.Error, text: str) -> None:
        # Qt also reports that an error is over.
        if error != QScreenCapture.Error.NoError:
            self.failed.emit(text or error.name)

    def _find_screen(self) -> QScreen | None:
        screens = QGuiApplication.screens()
        return screens[self._number - 1] if 1 <= self._number <= len(screens) else None
