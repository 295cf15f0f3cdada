"""The atlas: icons of 48 by 48 pixels, in sheets that are read when the first icon of a sheet is drawn."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image

from performer.core.files.home import ASSETS

FOLDER: Final = ASSETS / "pixel_art"
SIDE: Final = 48
"""Pixels of each side of an icon."""
_ACROSS: Final = 16
_SHAPE: Final = " (shape)"
"""What stands behind the name of a shape where a coloured icon has the same name."""


class Icon(NamedTuple):
    """One icon: what it is called, where its pixels are, and where its eyes and its hat are."""

    key: str
    is_shape: bool
    """Whether it has no colours of its own: each pixel is clear (0), a line (1), an edge (2) or surface (3)."""
    cell: int
    is_creature: bool
    hue: str
    """Of a shape, where its name says what it is made of."""
    eyes: tuple[tuple[int, int], ...]
    hat: tuple[int, int, int]
    """The middle of what a hat stands on, and how wide that is."""

    @property
    def name(self) -> str:
        """Return what it is called."""
        return self.key.removesuffix(_SHAPE)

    @property
    def pixels(self) -> Image.Image:
        """Return its pixels: RGBA of a coloured icon, levels 0 to 3 of a shape."""
        sheet = _load_sheet(f"{'shapes' if self.is_shape else 'emoji'}-{self.cell // _ACROSS**2}.png")
        x, y = self.cell % _ACROSS * SIDE, self.cell % _ACROSS**2 // _ACROSS * SIDE
        icon = sheet.crop((x, y, x + SIDE, y + SIDE))
        return icon if self.is_shape else icon.convert("RGBA")


@cache
def _load_rows() -> list[str]:
    return (FOLDER / "icons.tsv").read_text(encoding="utf-8").splitlines()


def list_names() -> list[str]:
    """Return the names of all icons."""
    return [row.split("\t", 1)[0].removesuffix(_SHAPE) for row in _load_rows()]


@lru_cache(maxsize=64)
def get_icon(number: int) -> Icon:
    """Return the icon of a number."""
    key, source, cell, sort, hue, eyes, hat = _load_rows()[number].split("\t")
    points = [point.split(",") for point in (*eyes.split(), hat)]
    places = tuple((int(point[0]), int(point[1])) for point in points)
    wide = int(points[-1][2])
    return Icon(key, source == "shape", int(cell), sort == "creature", hue, places[:-1], (*places[-1], wide))


@lru_cache(maxsize=64)
def find_icon(key: str) -> Icon | None:
    """Return the icon that has a name; None if there is none."""
    return next((get_icon(number) for number, row in enumerate(_load_rows()) if row.startswith(f"{key}\t")), None)


@lru_cache(maxsize=3)
def _load_sheet(file: str) -> Image.Image:
    with Image.open(FOLDER / file) as sheet:
        return sheet.copy()
