"""The library: which emotes and sounds there are, built in and the user's own, by name.

Only what the folders hold at the time of `Library.of` can ever be asked for, so no request reaches outside them.
"""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

_log = logging.getLogger(__name__)

MOST_BYTES: Final = 8_000_000
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_WAV: Final = b"RIFF"
_TWICE: Final = "@2x"


@dataclass(frozen=True, kw_only=True)
class Library:
    """Files by name: `wave` is a sprite, `wave@2x` the same at twice the size."""

    sprites: Mapping[str, Path] = field(default_factory=dict)
    clips: Mapping[str, Path] = field(default_factory=dict)

    @classmethod
    def of(cls, emotes: Sequence[Path], sounds: Sequence[Path]) -> "Library":
        """Look through folders of PNG and WAV files; a later folder's file wins over an earlier one's of that name.

        Names become lower case with dashes: `Big Laugh.png` is the emote `big-laugh`. A folder that is not there is
        empty; a file that is not what its name says, is too large, or points out of its folder is left out and said.
        """
        sprites: dict[str, Path] = {}
        for folder in emotes:
            found = dict(_files(folder, ".png", _PNG))
            for name in found:
                sprites.pop(name + _TWICE, None)  # the twin of a sprite that is no longer shown
            sprites.update(found)
        clips = {name: path for folder in sounds for name, path in _files(folder, ".wav", _WAV)}
        return cls(sprites=MappingProxyType(sprites), clips=MappingProxyType(clips))

    @property
    def emotes(self) -> tuple[str, ...]:
        """The emotes' names, in order."""
        return tuple(sorted(name for name in self.sprites if not name.endswith(_TWICE)))

    @property
    def sounds(self) -> tuple[str, ...]:
        """The sounds' names, in order."""
        return tuple(sorted(self.clips))

    def emote_src(self, name: str) -> tuple[str, str]:
        """Tell the paths of a sprite on the stage server: once and twice the size; the same when there is one size."""
        twice = name + _TWICE if name + _TWICE in self.sprites else name
        return (f"/emotes/{quote(name, safe='@')}.png", f"/emotes/{quote(twice, safe='@')}.png")

    def sound_src(self, name: str) -> str:
        """Tell the path of a sound on the stage server."""
        return f"/sounds/{quote(name)}.wav"


def _files(folder: Path, suffix: str, magic: bytes) -> Iterator[tuple[str, Path]]:
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() != suffix:
            continue
        trouble = _trouble(path, folder, magic)
        name = _name(path.stem)
        if trouble or not name:
            _log.warning("File '%s' is left out of the library: %s.", path, trouble or "its name has no letters")
        else:
            yield name, path


def _name(stem: str) -> str:
    base, twice, _ = stem.lower().partition(_TWICE)
    slug = re.sub(r"[^\w]+", "-", base).strip("-_")
    return slug + twice if slug else ""


def _trouble(path: Path, folder: Path, magic: bytes) -> str:
    if not path.resolve().is_relative_to(folder.resolve()):
        return "it points out of its folder"
    if not path.is_file():
        return "it is no file"
    if path.stat().st_size > MOST_BYTES:
        return f"it is larger than {MOST_BYTES // 1_000_000} MB"
    with path.open("rb") as file:
        begins_right = file.read(len(magic)) == magic
    return "" if begins_right else f"its content is no {path.suffix[1:].upper()}"
