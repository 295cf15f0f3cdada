"""The atlas: icons of 48 by 48 pixels, and what words mean in many languages: icons, colours, looks and parts.

A sheet of icons is read when its first icon is drawn; the words are a sorted file, searched where it lies.
"""

import mmap
import tomllib
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final, Literal, NamedTuple

from PIL import Image

from performer.core.files.home import ASSETS

FOLDER: Final = ASSETS / "pixel_art"
Pixel = tuple[int, ...]
"""Red, green, blue, alpha; alpha is 0 or 255."""
SIDE: Final = 48
"""Pixels of each side of an icon."""
_ACROSS: Final = 16
_SHAPE: Final = " (shape)"
"""What stands behind the name of a shape where a coloured icon has the same name."""
EXACT: Final = 2
"""The last of the tiers in which a word is the whole name of an icon."""
TAG: Final = 6
"""The first of the tiers in which a word is no name, but a keyword of the icon."""
_LATIN: Final = 0x250

KINDS: Final = ("colours", "looks", "parts")
"""What a word may mean besides an icon."""
Dyed = Literal["", "trim", "bone", "cloth", "metal"]
"""What may have a colour of its own, besides the body."""


class Icon(NamedTuple):
    """One icon: its name, where its pixels are, and where its eyes and its hat are."""

    key: str
    is_shape: bool
    """Whether it has no colours of its own: each pixel is clear (0), a line, a shadow, surface or light (4)."""
    cell: int
    is_creature: bool
    hue: str
    """Of a shape, where its name says what it is made of."""
    eyes: tuple[tuple[int, ...], ...]
    face: tuple[tuple[int, ...], ...]
    """The eyes, or where they would be."""
    hat: tuple[int, ...]
    """The middle of what a hat stands on, and how wide that is."""
    shades: tuple[Mapping[Pixel, float], ...]
    """The shades of its main colour and of the next one, and how much lighter than their mean each is."""

    @property
    def name(self) -> str:
        """The name of the icon, as people say it."""
        return self.key.removesuffix(_SHAPE)

    @property
    def pixels(self) -> Image.Image:
        """The pixels: RGBA of a coloured icon, levels 0 to 4 of a shape."""
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
    key, source, cell, sort, hue, *points, shades = _load_rows()[number].split("\t")
    eyes, face, hat = (tuple(tuple(map(int, point.split(","))) for point in column.split()) for column in points)
    dyes = ((each.split(":") for each in group.split()) for group in shades.split(";"))
    by_colour = tuple({(*bytes.fromhex(rgb), 255): float(light) for rgb, light in group} for group in dyes)
    return Icon(key, source == "shape", int(cell), sort == "creature", hue, eyes, face or eyes, hat[0], by_colour)


@lru_cache(maxsize=64)
def find_icon(key: str) -> Icon | None:
    """Return the icon that has a name; None if there is none."""
    return next((get_icon(number) for number, row in enumerate(_load_rows()) if row.startswith(f"{key}\t")), None)


@lru_cache(maxsize=3)
def _load_sheet(file: str) -> Image.Image:
    with Image.open(FOLDER / file) as sheet:
        return sheet.copy()


class Match(NamedTuple):
    """One icon that a word means."""

    tier: int
    """How surely, 0 most: chosen by hand, its name, its name elsewhere, the last word of it, a keyword."""
    number: int


class Part(NamedTuple):
    """Something that a creature or a thing may wear or hold."""

    name: str
    """With its article, as it is told."""
    icon: str
    place: str
    dyed: Dyed = ""
    hue: str = ""
    """The part's own colour; the icon's, where there is none."""


@cache
def load_vocabulary() -> dict[str, dict[str, Any]]:
    """Return what is written in `words.toml`."""
    return tomllib.loads((FOLDER / "words.toml").read_text(encoding="utf-8"))


@cache
def load_parts() -> Mapping[str, Part]:
    """Return the parts by their names."""
    return {name: Part(**part) for name, part in load_vocabulary()["worn"].items()}


@cache
def load_meanings(kind: str) -> Mapping[str, str]:
    """Return what folded words mean: the name of a colour, a look or a part, or what a small word does."""
    return {fold(word): name for name, line in reversed(load_vocabulary()[kind].items()) for word in line.split()}


def fold(text: str) -> str:
    """Return a word as it is searched: in small letters, Latin ones without accents."""
    signs = unicodedata.normalize("NFKC", text).casefold().replace("-", " ").replace("’", "'")
    plain = (unicodedata.normalize("NFD", sign)[0] if ord(sign) < _LATIN else sign for sign in signs)
    return " ".join("".join(plain).split())


def look_up(word: str) -> tuple[Match, ...]:
    """Return the icons that a folded word means, in whatever number or case, the surest first."""
    return next((found for form in generate_forms(word) if (found := look_up_exactly(form))), ())


def generate_forms(word: str) -> Iterator[str]:
    """Yield a word and what it may be in another number or case, the longest first; it keeps three letters."""
    yield word
    ends = (end.split(":") for end in load_vocabulary()["endings"]["other"].split())
    found = {word.removesuffix(end) + to for end, to in ends if word[3:].endswith(end)}
    yield from sorted(found, key=lambda form: (-len(form), form))


def look_up_exactly(word: str) -> tuple[Match, ...]:
    """Return the icons that a folded word means as it stands, the surest first; the lines are searched by halves."""
    lines, key = _map_index(), word.encode()

    def read_line(at: int) -> list[bytes]:
        begin = lines.rfind(b"\n", 0, at) + 1
        return lines[begin : lines.find(b"\n", begin)].split(b"\t")

    there, *meant = read_line(bisect_left(range(len(lines)), key, key=lambda at: read_line(at)[0]))
    return tuple(Match(*map(int, each.split(b"."))) for each in meant[0].split()) if meant and there == key else ()


@cache
def _map_index() -> mmap.mmap:
    with (FOLDER / "index.txt").open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
