"""Sources: the vector icons and their words, read from three packages of the npm registry."""

import json
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from pixel_art_maker.left_out import is_left_out

EMOJI: Final = "@iconify-json/fluent-emoji-flat@1.2.6"
SHAPES: Final = "@iconify-json/game-icons@1.2.4"
WORDS: Final = "emojibase-data@17.0.0"
LANGUAGES: Final = (
    *("en", "en-gb", "bn", "da", "de", "es", "es-mx", "et", "fi", "fr", "hi", "hu", "it", "ja", "ko", "lt", "ms", "nb"),
    *("nl", "pl", "pt", "ru", "sv", "th", "uk", "vi", "zh", "zh-hant"),
)
"""As the folders of the words are named."""
_TONES: Final = ("light", "medium", "dark")
"""Of skin: the yellow that stands for nobody is kept."""
_FRAME: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{edge} {edge} {side} {side}">{body}</svg>'
"""With room for a line around."""
_ANIMALS: Final = frozenset(range(34, 40))
"""Subgroups of animals in the words' own count."""
_PEOPLE: Final = frozenset({0, 1})
_NO_PEOPLE: Final = frozenset({*range(14, 23), 31, 32, 33})
"""Subgroups of hands, hearts and parts of the body."""


@dataclass(frozen=True, kw_only=True)
class Icon:
    """One vector icon."""

    name: str
    """As it is told, in English."""
    source: Literal["emoji", "shape"]
    svg: str
    code: str = ""
    """The emoji's number in the words, such as `1F432`."""
    order: int = 0
    is_creature: bool = False


def unpacked(package: str, folder: Path) -> Path:
    """Return the folder of a package, fetched by `npm pack` if it is not there."""
    into = folder / package.strip("@").replace("/", "-")
    if not into.exists():
        into.mkdir(parents=True)
        command = ["npm", "pack", "--silent", "--pack-destination", str(folder), package]
        name = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603
        with tarfile.open(folder / name.splitlines()[-1]) as packed:
            packed.extractall(into, filter="data")
    return into / "package"


def words_of(folder: Path) -> dict[str, dict[str, Mapping[str, Any]]]:
    """Return label and tags of each emoji's number, for each language."""
    found = {}
    for language in LANGUAGES:
        rows = json.loads((folder / language / "data.json").read_text(encoding="utf-8"))
        found[language] = {row["hexcode"].replace("-FE0F", ""): row for row in rows}
    return found


def emoji(folder: Path, words: Mapping[str, Mapping[str, Any]]) -> Iterator[Icon]:
    """Yield the coloured icons that are kept, in their own order."""
    icons = json.loads((folder / "icons.json").read_text(encoding="utf-8"))["icons"]
    chars = json.loads((folder / "chars.json").read_text(encoding="utf-8"))
    codes = {name: char.upper().replace("-FE0F", "") for char, name in chars.items()}
    kept = []
    for name, icon in icons.items():
        if is_left_out(name) or any(name.endswith(f"-{tone}") or f"-{tone}-" in name for tone in _TONES):
            continue
        row = words.get(codes.get(name, ""), {})
        group, sub = row.get("group", -1), row.get("subgroup", -1)
        kept.append(
            Icon(
                name=name.replace("-", " "),
                source="emoji",
                svg=_FRAME.format(edge=-0.7, side=33.4, body=icon["body"]),
                code=codes.get(name, ""),
                order=row.get("order", 99_999),
                is_creature=(group in _PEOPLE and sub not in _NO_PEOPLE) or sub in _ANIMALS,
            )
        )
    return iter(sorted(kept, key=lambda icon: (icon.order, icon.name)))


def shapes(folder: Path, creatures: frozenset[str]) -> Iterator[Icon]:
    """Yield the shapes that are kept, by their names."""
    icons = json.loads((folder / "icons.json").read_text(encoding="utf-8"))["icons"]
    for name, icon in sorted(icons.items()):
        if not is_left_out(name):
            yield Icon(
                name=name.replace("-", " "),
                source="shape",
                svg=_FRAME.format(edge=-22, side=556, body=icon["body"].replace("currentColor", "#fff")),
                is_creature=not creatures.isdisjoint(name.split("-")[-2:]),
            )
