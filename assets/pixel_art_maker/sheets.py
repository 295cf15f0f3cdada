"""Sheets: icons beside each other in PNG files that are small and can be looked at."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from pixel_art_maker.pixels import SIDE, Colour

ACROSS: Final = 16
ON_ONE: Final = ACROSS * ACROSS
_MOST: Final = 255
"""Colours of a sheet; one more is clear."""
_GREYS: Final = (0, 0, 0, 34, 28, 48, 140, 140, 150, 210, 210, 215, 250, 250, 255)


def save_coloured(icons: Sequence[Sequence[Colour | None]], folder: Path) -> Iterator[Sequence[Colour | None]]:
    """Write the sheets of coloured icons; those of one sheet share a palette. Yield each icon as it was written."""
    for number in range(0, len(icons), ON_ONE):
        some = icons[number : number + ON_ONE]
        palette = _shared(some)
        found: dict[Colour, int] = {}
        sheet = _sheet(some, "P")
        sheet.putpalette([0, 0, 0, *(value for colour in palette for value in colour)])
        for cell, icon in enumerate(some):
            inks = [0 if colour is None else _nearest(colour, palette, found) + 1 for colour in icon]
            _paste(sheet, cell, inks, "P")
            yield [palette[ink - 1] if ink else None for ink in inks]
        sheet.save(folder / f"emoji-{number // ON_ONE}.png", transparency=0, optimize=True)


def save_shapes(icons: Sequence[Sequence[int]], folder: Path) -> None:
    """Write the sheets of shapes: five values, four bits a pixel."""
    for number in range(0, len(icons), ON_ONE):
        some = icons[number : number + ON_ONE]
        sheet = _sheet(some, "P")
        sheet.putpalette(_GREYS)
        for cell, icon in enumerate(some):
            _paste(sheet, cell, icon, "P")
        sheet.save(folder / f"shapes-{number // ON_ONE}.png", transparency=0, optimize=True, bits=4)


def _sheet(icons: Sequence[object], mode: str) -> Image.Image:
    rows = (len(icons) + ACROSS - 1) // ACROSS
    return Image.new(mode, (ACROSS * SIDE, rows * SIDE))


def _paste(sheet: Image.Image, cell: int, inks: Sequence[int], mode: str) -> None:
    icon = Image.frombytes(mode, (SIDE, SIDE), bytes(inks))
    sheet.paste(icon, (cell % ACROSS * SIDE, cell // ACROSS * SIDE))


def _shared(icons: Sequence[Sequence[Colour | None]]) -> list[Colour]:
    """Return the colours that most icons of a sheet need, none close to another."""
    counted = Counter(colour for icon in icons for colour in set(icon) if colour)
    found: list[Colour] = []
    for apart in range(2, 60, 2):
        found = []
        for colour, _ in counted.most_common():
            if all(_apart(colour, other) > apart for other in found):
                found.append(colour)
        if len(found) <= _MOST:
            return found
    return found[:_MOST]


def _nearest(colour: Colour, palette: Sequence[Colour], found: dict[Colour, int]) -> int:
    if colour not in found:
        found[colour] = min(range(len(palette)), key=lambda number: _apart(colour, palette[number]))
    return found[colour]


def _apart(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
