"""Make the atlas of pixel art: sheets of icons of 48 pixels, a list of them, and an index of words in many languages.

    pip install resvg-py
    python assets/make_pixel_art.py             # writes assets/pixel_art/; npm fetches the three packages first
    python assets/make_pixel_art.py FOLDER      # keeps the packages there

Only this script needs `resvg-py` (it renders SVG) and `npm`; the performer reads what they made.
"""

import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from pixel_art_maker import sources
from pixel_art_maker.anchors import Anchors, anchors
from pixel_art_maker.dyes import dyes
from pixel_art_maker.index import Index, hues
from pixel_art_maker.pixels import Colour, coloured, rendered, shaped
from pixel_art_maker.sheets import save_coloured, save_shapes
from pixel_art_maker.sources import Icon

HERE: Final = Path(__file__).resolve().parent
INTO: Final = HERE / "pixel_art"


def main(words: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        make(Path(words[0]) if words else Path(temporary))


def make(folder: Path) -> None:
    """Write everything.

    Args:
        folder: Where the packages of the npm registry are kept.
    """
    by_hand = tomllib.loads((HERE / "pixel_art_maker" / "aliases.toml").read_text(encoding="utf-8"))
    words = sources.words_of(sources.unpacked(sources.WORDS, folder))
    creatures = frozenset(by_hand["creatures"]["words"].split())
    emoji = list(sources.emoji(sources.unpacked(sources.EMOJI, folder), words["en"]))
    shapes = list(sources.shapes(sources.unpacked(sources.SHAPES, folder), creatures))
    icons = [*emoji, *shapes]
    index = Index(icons)
    index.add_names()
    index.add_emoji_words(words)
    for name in index.add_aliases(by_hand["names"]):
        print(f"There is no icon '{name}'.")
    write("index.txt", index.lines())
    points, shades = drawn_in_colours(emoji)
    points += drawn_shapes(shapes)
    shades += [""] * len(shapes)
    write("icons.tsv", rows(icons, list(hues(icons, by_hand["hues"])), points, shades))


def write(name: str, lines: Iterable[str]) -> None:
    (INTO / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def drawn_in_colours(icons: Sequence[Icon]) -> tuple[list[Anchors], list[str]]:
    """Write the sheets of coloured icons and return their anchors, and the shades of their colours as text."""
    pictures: list[Sequence[Colour | None]] = []
    points = []
    for icon in icons:
        fine = rendered(icon.svg)
        pictures.append(coloured(fine))
        solid = [colour is not None for colour in pictures[-1]]
        points.append(anchors(fine, solid, has_eyes=icon.is_creature))
    groups = [[" ".join(map(shade, group.items())) for group in dyes(each)] for each in save_coloured(pictures, INTO)]
    return points, [";".join(each) for each in groups]


def shade(of: tuple[Colour, float]) -> str:
    """Return a colour and its light as text, such as `ff7f00:1.2`."""
    colour, light = of
    return f"{bytes(colour).hex()}:{light:.4g}"


def drawn_shapes(icons: Sequence[Icon]) -> list[Anchors]:
    """Write the sheets of shapes and return their anchors."""
    pictures: list[Sequence[int]] = []
    points = []
    for icon in icons:
        fine = rendered(icon.svg)
        pictures.append(shaped(fine))
        points.append(anchors(fine, [ink > 0 for ink in pictures[-1]], has_eyes=False))
    save_shapes(pictures, INTO)
    return points


def rows(
    icons: Sequence[Icon], by_nature: Sequence[str], points: Sequence[Anchors], shades: Sequence[str]
) -> Iterator[str]:
    """Yield name, sheet and cell, sort, colour by nature, eyes, face, hat and shades of each icon, parted by tabs."""
    emoji = {icon.name for icon in icons if icon.source == "emoji"}
    counts = {"emoji": 0, "shape": 0}
    for icon, hue, point, dye in zip(icons, by_nature, points, shades, strict=True):
        name = f"{icon.name} (shape)" if icon.source == "shape" and icon.name in emoji else icon.name
        sort = "creature" if icon.is_creature else "item"
        eyes, face = (" ".join(f"{x},{y}" for x, y in each) for each in (point.eyes, point.face))
        hat = ",".join(map(str, point.hat))
        yield "\t".join((name, icon.source, str(counts[icon.source]), sort, hue, eyes, face, hat, dye))
        counts[icon.source] += 1


if __name__ == "__main__":
    main(sys.argv[1:])
