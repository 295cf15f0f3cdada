"""Soft shadows, as CSS has them: the blurred outline of a box, left out below the box itself.

Blurring is dear in Python, so it happens on a picture so small that the blur is two of its pixels wide; enlarged, it is
within one level of the real thing.
"""

import math
from collections.abc import Iterable, Sequence
from operator import mul
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

REACH: Final = 3
"""So many standard deviations from its outline a shadow is taken for nothing."""
_SMALL_SIGMA: Final = 2.0


def reach(blur: float) -> int:
    """Tell how far a shadow reaches beyond its outline, in the units of `blur`, rounded up."""
    return math.ceil(REACH * blur / 2)


def paint_shadow(painter: QPainter, outline: QPainterPath, blur: float, colour: QColor) -> None:
    """Paint the shadow of an outline where the outline is; `blur` is CSS's, two standard deviations."""
    sigma = blur / 2
    step = max(sigma / _SMALL_SIGMA, 1.0)
    halo = math.ceil(REACH * sigma / step)
    bounds = outline.boundingRect()
    width, height = math.ceil(bounds.width() / step) + 2 * halo, math.ceil(bounds.height() / step) + 2 * halo
    mask = QImage(width, height, QImage.Format.Format_Grayscale8)
    mask.fill(0)
    small = QPainter(mask)
    small.setRenderHint(QPainter.RenderHint.Antialiasing)
    small.translate(halo, halo)
    small.scale(1 / step, 1 / step)
    small.translate(-bounds.topLeft())
    small.fillPath(outline, Qt.GlobalColor.white)
    small.end()
    target = QRectF(bounds.x() - halo * step, bounds.y() - halo * step, width * step, height * step)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(target, _tinted(_blurred(mask, sigma / step), colour))


def _blurred(mask: QImage, sigma: float) -> QImage:
    if sigma < 0.1:
        return mask
    stride, width = mask.bytesPerLine(), mask.width()
    levels = bytes(mask.constBits())
    rows: Iterable[Sequence[float]] = [levels[start : start + width] for start in range(0, len(levels), stride)]
    kernel = _kernel(sigma)
    for _ in range(2):
        rows = list(zip(*(_convolved(row, kernel) for row in rows), strict=True))
    blurred = QImage(bytes(round(each) for row in rows for each in row), width, mask.height(), width, mask.format())
    return blurred.copy()  # ours lives no longer than its bytes


def _kernel(sigma: float) -> list[float]:
    half = math.ceil(REACH * sigma)
    heights = [math.exp(-((at / sigma) ** 2) / 2) for at in range(-half, half + 1)]
    total = sum(heights)
    return [each / total for each in heights]


def _convolved(row: Sequence[float], kernel: Sequence[float]) -> list[float]:
    half = len(kernel) // 2
    padded = [0.0] * half + list(row) + [0.0] * half
    return [sum(map(mul, kernel, padded[at : at + len(kernel)])) for at in range(len(row))]


def _tinted(levels: QImage, colour: QColor) -> QImage:
    levels.reinterpretAsFormat(QImage.Format.Format_Alpha8)
    tinted = QImage(levels.size(), QImage.Format.Format_ARGB32_Premultiplied)
    tinted.fill(colour)
    painter = QPainter(tinted)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.drawImage(0, 0, levels)
    painter.end()
    return tinted
