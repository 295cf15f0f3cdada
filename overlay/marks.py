"""Marks: how what a card tells of stands: a ring while it goes on, a tick or a cross at its end."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from performer.messages import CardState

SIDE: Final = 24
"""Of a mark, in units of the board."""
_RING: Final = 5
_TICK: Final = ((1, 13), (4.5, 9.5), (9.5, 14.5), (19.5, 4.5), (23, 8), (9.5, 21.5))
_CROSS: Final = (
    *((3, 6.5), (6.5, 3), (12, 8.5), (17.5, 3), (21, 6.5), (15.5, 12)),
    *((21, 17.5), (17.5, 21), (12, 15.5), (6.5, 21), (3, 17.5), (8.5, 12)),
)
"""Both in a square of SIDE."""


def mark(state: CardState, place: QRectF, unit: float) -> QPainterPath:
    """Draw the ring, the tick or the cross."""
    path = QPainterPath()
    if state in {"done", "failed"}:
        corners = _TICK if state == "done" else _CROSS
        path.addPolygon(QPolygonF([place.topLeft() + QPointF(x, y) * unit for x, y in corners]))
        path.closeSubpath()
        return path
    path.addEllipse(place)
    ring = _RING * unit
    path.addEllipse(place.adjusted(ring, ring, -ring, -ring))  # odd, so a hole
    return path
