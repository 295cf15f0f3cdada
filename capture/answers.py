"""Answers: pictures written to standard output as raw pixels, without copying them where their format allows.

Raw, because masks must be painted on the full picture, in the other process, before anybody sees it; and because
nothing that keeps every pixel is cheaper.
"""

import json
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage
from PySide6.QtMultimedia import QVideoFrame, QVideoFrameFormat

_FORMAT = QVideoFrameFormat.PixelFormat
_AS_THEY_ARE = {
    _FORMAT.Format_BGRX8888: "BGRX",
    _FORMAT.Format_BGRA8888: "BGRX",
    _FORMAT.Format_BGRA8888_Premultiplied: "BGRX",
    _FORMAT.Format_RGBX8888: "RGBX",
    _FORMAT.Format_RGBA8888: "RGBX",
}


@dataclass(frozen=True, kw_only=True)
class Header:
    """What the bytes after it are."""

    width: int
    height: int
    stride: int
    """Bytes from one row to the next."""
    bands: str
    """BGRX or RGBX: four bytes a pixel, the fourth without meaning."""
    bytes: int


class Answers(QObject):
    """Writes pictures; the reader's pace is ours, since it asks for each."""

    unheard = Signal()
    """Nobody reads any more."""
    failed = Signal(object)
    """Why a picture cannot be written, as text."""

    def write(self, frame: QVideoFrame) -> None:
        """Write a picture; returns when it has been read."""
        bands = _AS_THEY_ARE.get(frame.pixelFormat())
        if bands and frame.map(QVideoFrame.MapMode.ReadOnly):
            try:
                self._put(frame.width(), frame.height(), frame.bytesPerLine(0), bands, frame.bits(0))
            finally:
                frame.unmap()
        else:
            self._write_converted(frame.toImage().convertToFormat(QImage.Format.Format_RGB32))

    def _write_converted(self, image: QImage) -> None:
        if image.isNull():
            self.failed.emit("a picture came that cannot be read")
        else:
            self._put(image.width(), image.height(), image.bytesPerLine(), "BGRX", image.constBits())

    def _put(self, width: int, height: int, stride: int, bands: str, pixels: bytes | bytearray | memoryview) -> None:
        header = Header(width=width, height=height, stride=stride, bands=bands, bytes=stride * height)
        out = sys.stdout.buffer
        try:
            out.write(json.dumps(asdict(header)).encode() + b"\n")
            out.write(memoryview(pixels)[: header.bytes])
            out.flush()
        except BrokenPipeError:
            with suppress(BrokenPipeError):
                out.close()
            self.unheard.emit()
