"""The tray's icons: the owl, and in its corner a sign that says the state by shape and by colour."""

from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from desktop.tray_state import Being

OWL: Final = Path(__file__).parent.parent / "assets" / "icon" / "tray.png"
SIGN: Final = QRectF(30, 30, 32, 32)
"""Where the sign is, in the 64 x 64 pixels of the icon: half of it, for trays draw it 16 to 24 pixels wide."""
LAMP: Final = QRectF(2, 2, 22, 22)
"""Where the lamp is while a microphone is open: across from the sign."""
_LAMP: Final = "#FF6F7D"
_INK: Final = QColor("#11141D")
_COLOURS: Final = {
    Being.STARTING: "#8F9BFF",
    Being.PERFORMING: "#5BD97A",
    Being.LIMPING: "#FFC94A",
    Being.PAUSED: "#F1EFFF",
    Being.HUSHED: "#FFC94A",
    Being.GONE: "#FF6F7D",
}
_OPAQUE: Final = 1.0
_PALE: Final = 0.45


@cache
def make_icon(being: Being, *, listens: bool = False) -> QIcon:
    """Return the icon of a state; a show that is not there has a pale owl, and one that listens a lamp."""
    picture = QPixmap(str(OWL))
    drawn = QPixmap(picture.size())
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(_PALE if being in {Being.GONE, Being.STARTING} else _OPAQUE)
    painter.drawPixmap(0, 0, picture)
    painter.setOpacity(_OPAQUE)
    _draw_sign(painter, being)
    if listens:
        painter.setPen(QPen(_INK, 3))
        painter.setBrush(QColor(_LAMP))
        painter.drawEllipse(LAMP)
    painter.end()
    return QIcon(drawn)


def _draw_sign(painter: QPainter, being: Being) -> None:
    colour = QColor(_COLOURS[being])
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_INK)
    painter.drawEllipse(SIGN.adjusted(-2, -2, 2, 2))
    match being:
        case Being.PERFORMING:
            _fill(painter, colour, _disc())
            _line(painter, _INK, (39, 47), (44, 52), (53, 41))
        case Being.LIMPING:
            _fill(painter, colour, _polygon((46, 31), (61, 58), (31, 58)))
            _line(painter, _INK, (46, 41), (46, 46))
            _line(painter, _INK, (46, 54), (46, 54.5))
        case Being.PAUSED:
            _ring(painter, colour)
            _line(painter, colour, (42, 40), (42, 52))
            _line(painter, colour, (50, 40), (50, 52))
        case Being.HUSHED:
            _ring(painter, colour)
            _line(painter, colour, (39, 46), (53, 46))
        case Being.GONE:
            _fill(
                painter,
                colour,
                _polygon((40, 31), (52, 31), (61, 40), (61, 52), (52, 61), (40, 61), (31, 52), (31, 40)),
            )
            _line(painter, _INK, (40, 40), (52, 52))
            _line(painter, _INK, (52, 40), (40, 52))
        case Being.STARTING:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(_pen(colour))
            painter.drawArc(SIGN.adjusted(4, 4, -4, -4), 90 * 16, 250 * 16)


def _disc() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(SIGN)
    return path


def _polygon(*corners: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*each) for each in corners]))
    path.closeSubpath()
    return path


def _fill(painter: QPainter, colour: QColor, shape: QPainterPath) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillPath(shape, colour)


def _ring(painter: QPainter, colour: QColor) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(colour))
    painter.drawEllipse(SIGN.adjusted(3, 3, -3, -3))


def _line(painter: QPainter, colour: QColor, *points: tuple[float, float]) -> None:
    painter.setPen(_pen(colour))
    painter.drawPolyline(QPolygonF([QPointF(*each) for each in points]))


def _pen(colour: QColor) -> QPen:
    return QPen(colour, 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
