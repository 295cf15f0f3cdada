"""A burst of particles on its way."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPixmap

from overlay.blit import Blit
from overlay.figure import PARTICLES, Setup
from overlay.motion import EVERY_FRAME
from overlay.particles import MOST_ALIVE, ROWS, Piece, lifetime_ms, opacity, pieces
from overlay.resize import stretched
from overlay.scale import whole
from performer.messages import SHAPES, Particles

_CELL: Final = 32
"""The side of a square of the sheet; the sheet of twice the size is for larger ones."""

Cells = Callable[[int, int, int], QPixmap]


class Shower:
    """Pieces in flight; they fade by themselves."""

    layer = PARTICLES
    origin = (0.0, 0.0)
    height = 0.0

    def __init__(self, element: Particles, flock: list[Piece], cells: Cells, setup: Setup) -> None:
        self._born_ms = element.born_ms
        self._life_ms = lifetime_ms(element)
        self._flock = [(piece, max(whole(piece.side * setup.scale.unit), 1)) for piece in flock]
        self._cells = cells
        self._unit = setup.scale.unit
        self._room = QRect(0, 0, setup.scale.width, setup.scale.height)

    def __len__(self) -> int:
        return len(self._flock)

    def blits(self, now_ms: float) -> tuple[Blit, ...]:
        """Tell where the pieces are that can be seen."""
        seconds, part = (now_ms - self._born_ms) / 1000, (now_ms - self._born_ms) / self._life_ms
        if not 0 <= part < 1:
            return ()
        seen = opacity(part)
        flying = (self._blit(piece, side, seconds, part, seen) for piece, side in self._flock)
        return tuple(each for each in flying if self._room.intersects(each.rect))

    def next_ms(self, _now_ms: float) -> float:
        """Tell that it is always on the move."""
        return EVERY_FRAME

    def _blit(self, piece: Piece, side: int, seconds: float, part: float, seen: float) -> Blit:
        x, y = piece.at(seconds, part)
        left, top = whole(x * self._unit - side / 2), whole(y * self._unit - side / 2)
        return Blit(self._cells(piece.row, piece.phase(seconds), side), left, top, side, side, seen)


class Sheets:
    """The pieces' pictures, cut out of their sheets when they are needed, and kept."""

    def __init__(self) -> None:
        self._sheets: dict[str, QImage] = {}
        self._cells: dict[tuple[str, int, int, int], QPixmap] = {}

    def shower(self, element: Particles, setup: Setup, alive: int) -> Shower | None:
        """Set a burst beside so many pieces; None as long as its sheets are not there, and for one without sense."""
        srcs = (f"/particles/{element.shape}.png", f"/particles/{element.shape}@2x.png")
        if element.shape not in SHAPES or lifetime_ms(element) == 0:
            return None
        fetched = [self._fetched(src, setup) for src in srcs]  # both are asked for, whether or not one is there
        if not all(fetched):
            return None

        def cells(row: int, phase: int, side: int) -> QPixmap:
            return self._cell(srcs[side > _CELL], row, phase, side)

        count = min(element.count, MOST_ALIVE - alive)
        unit = setup.scale.unit
        flock = pieces(element, count, setup.scale.width / unit, setup.scale.height / unit)
        return Shower(element, flock, cells, setup)

    def forget(self) -> None:
        """Keep nothing."""
        self._sheets.clear()
        self._cells.clear()

    def _fetched(self, src: str, setup: Setup) -> bool:
        sheet = self._sheets.get(src) or setup.pictures.image(src)
        if sheet is not None:
            self._sheets[src] = sheet
        return sheet is not None

    def _cell(self, src: str, row: int, phase: int, side: int) -> QPixmap:
        known = self._cells.get((src, row, phase, side))
        if known is None:
            sheet = self._sheets[src]
            square = sheet.height() // ROWS
            cut = sheet.copy(phase * square, row * square, square, square)
            known = self._cells[src, row, phase, side] = QPixmap.fromImage(stretched(cut, side))
        return known
