"""Faces: eyes, mouth and cheeks, stamped upon what is finished, where the surface they are on can be seen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from performer.sprites.plate import BLACK, BLUSH, ORIGIN, WHITE, Plate, Point, Turn, plus, times

Eyes = Literal["dot", "tall", "wide", "angry", "sleepy", "happy", "shut", "glow", "hollow"]
Mouth = Literal["none", "smile", "open", "fangs", "flat", "sad"]
Glasses = Literal["none", "clear", "dark"]

_INKS: Final = {"K": BLACK, "W": WHITE, "L": BLUSH}
_Stamp = Sequence[str]
_BIG: Final[dict[Eyes, _Stamp]] = {
    "dot": ("WK", "KK", "KK"),
    "tall": ("KKK", "WKK", "KKK", "KKK"),
    "wide": ("WWWW", "WWKK", "WWKK", "WWWW"),
    "angry": ("K...", "KK..", "WKK.", "WKK."),
    "sleepy": ("KKK", ".KK"),
    "happy": (".KK.", "K..K"),
    "shut": ("K..K", ".KK."),
    "glow": ("WW", "WW", "WW"),
    "hollow": ("KKK", "KKK", "KKK"),
}
_SMALL: Final[dict[Eyes, _Stamp]] = {
    "dot": ("K", "K"),
    "tall": ("WK", "KK", "KK"),
    "wide": ("WW", "WK"),
    "angry": ("K.", "KK"),
    "sleepy": ("KK",),
    "happy": ("KK",),
    "shut": ("KK",),
    "glow": ("W", "W"),
    "hollow": ("KK", "KK"),
}
_MOUTHS: Final[dict[Mouth, _Stamp]] = {
    "none": (),
    "smile": ("K..K", ".KK."),
    "open": ("KKKK", "KLLK", ".KK."),
    "fangs": ("KKKKKK", ".W..W."),
    "flat": ("KKKK",),
    "sad": (".KK.", "K..K"),
}
_SMALL_MOUTHS: Final[dict[Mouth, _Stamp]] = {
    "none": (),
    "smile": ("KK",),
    "open": ("KK", "KK"),
    "fangs": ("KKKK", "W..W"),
    "flat": ("KK",),
    "sad": ("KK",),
}
_LENSES: Final[dict[Glasses, _Stamp]] = {
    "clear": (".KKK.", "KWWWK", "KWKWK", "KWKWK", ".KKK."),
    "dark": ("KKKKK", "KWKKK", "KKKKK", ".KKK."),
}
_SMALL_LENSES: Final[dict[Glasses, _Stamp]] = {"clear": ("KKK", "KWK", "KKK"), "dark": ("KKK", "KKK")}
_MIDDLE: Final = -0.01
_BIG_FROM: Final = 28
"""Pixels of a side."""


@dataclass(frozen=True, kw_only=True)
class Face:
    """What looks at us; points are of the body that does not turn."""

    eyes: Eyes = "dot"
    at: tuple[Point, ...] = ()
    """Where the eyes are."""
    mouth: Mouth = "none"
    mouth_at: Point = ORIGIN
    cheeks: tuple[Point, ...] = ()
    glasses: Glasses = "none"
    sunk: float = 3.0
    """How deep below the surface, in units, a thing may lie that still shows."""

    def moved(self, by: Point) -> "Face":
        """Make the same face elsewhere."""
        return self._at(lambda point: plus(point, by))

    def sized(self, by: float) -> "Face":
        """Make the face of a larger or smaller body; its stamps stay as they are."""
        return replace(self._at(lambda point: times(point, by)), sunk=self.sunk * by)

    def _at(self, new: Callable[[Point], Point]) -> "Face":
        eyes, cheeks = tuple(map(new, self.at)), tuple(map(new, self.cheeks))
        return replace(self, at=eyes, cheeks=cheeks, mouth_at=new(self.mouth_at))

    def press(self, plate: Plate, turn: Turn) -> None:
        """Stamp what can be seen of it."""
        is_big = plate.pixels >= _BIG_FROM
        for cheek in self.cheeks:
            self._stamp(plate, turn.of(cheek), ("LL",))
        for eye in self.at:
            stamp = self._eye(is_big=is_big)
            self._stamp(plate, turn.of(eye), stamp if eye.x <= 0 else _other_side(stamp))
        if self.mouth != "none":
            self._stamp(plate, turn.of(self.mouth_at), (_MOUTHS if is_big else _SMALL_MOUTHS)[self.mouth])

        if self.glasses != "none" and len(self.at) == 2:
            self._stamp(plate, turn.of(times(plus(*self.at), 0.5)), ("KKK",) if is_big else ("KK",))

    def _eye(self, *, is_big: bool) -> _Stamp:
        if self.glasses != "none":
            return (_LENSES if is_big else _SMALL_LENSES)[self.glasses]
        return (_BIG if is_big else _SMALL)[self.eyes]

    def _stamp(self, plate: Plate, at: Point, rows: _Stamp) -> None:
        column, row = plate.where(at)
        if at.z >= plate.depth(int(column), int(row)) - self.sunk:
            _ink(plate, column, row, rows, is_left=at.x < _MIDDLE)


def _other_side(stamp: _Stamp) -> _Stamp:
    """Mirror a stamp that is not the same on both sides, but never its glint: the light comes from one side."""
    return [row[::-1].replace("KW", "WK") if "." in row else row for row in stamp]


def _ink(plate: Plate, column: float, row: float, rows: _Stamp, *, is_left: bool) -> None:
    wide, high = max(map(len, rows)), len(rows)
    left = _left(column, wide, plate.pixels, is_left=is_left)
    top = round(row - high / 2)
    for down, line in enumerate(rows):
        for right, sign in enumerate(line):
            if sign in _INKS:
                plate.ink(left + right, top + down, _INKS[sign])


def _left(column: float, wide: int, pixels: int, *, is_left: bool) -> int:
    """Round alike on both sides, so that what is symmetric stays so."""
    if is_left:
        return pixels - int(pixels - column - wide / 2 + 0.5) - wide
    return int(column - wide / 2 + 0.5)
