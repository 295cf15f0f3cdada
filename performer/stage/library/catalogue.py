"""The catalogue: which emotes and sounds there are at one instant, by name; never changed, only replaced."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

TWICE = "@2x"


@dataclass(frozen=True, kw_only=True)
class LibraryItem:
    """One emote or sound: the file that is served, and the version of its content."""

    path: Path
    version: str
    """Changes with the content; part of the address, so that no client keeps an old file."""
    frames_ms: tuple[int, ...] = ()
    """How long each frame of an animated emote shows; its file is a row of square frames then."""


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """The items by name: `wave` is an emote, `wave@2x` the same at twice the size."""

    sprites: Mapping[str, LibraryItem] = field(default_factory=dict)
    clips: Mapping[str, LibraryItem] = field(default_factory=dict)

    @property
    def emotes(self) -> tuple[str, ...]:
        """The emotes' names, in order."""
        return tuple(sorted(name for name in self.sprites if not name.endswith(TWICE)))

    @property
    def sounds(self) -> tuple[str, ...]:
        """The sounds' names, in order."""
        return tuple(sorted(self.clips))

    def emote_src(self, name: str) -> tuple[str, str]:
        """Return the paths of an emote on the stage server: once and twice the size; equal if there is one size.

        Raises:
            KeyError: when there is no such emote.
        """
        twice = self.sprites.get(name + TWICE)
        src = _format_address("emotes", name, self.sprites[name], ".png")
        if twice is None or twice.frames_ms or self.sprites[name].frames_ms:
            return src, src
        return src, _format_address("emotes", name + TWICE, twice, ".png")

    def sound_src(self, name: str) -> str:
        """Return the path of a sound on the stage server.

        Raises:
            KeyError: when there is no such sound.
        """
        item = self.clips[name]
        return _format_address("sounds", name, item, item.path.suffix.lower())


def parse_item_name(file: str) -> str:
    """Return the name in a file of an address: `wave.1f2e3d4c.png` is `wave`, whatever its version was."""
    return file.partition(".")[0]


def _format_address(folder: str, name: str, item: LibraryItem, suffix: str) -> str:
    return f"/{folder}/{quote(name, safe='@')}.{item.version}{suffix}"
