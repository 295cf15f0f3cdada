"""One kind of file in some folders, by name; read again and again, but only what changed is read anew."""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Final
from urllib.parse import quote

from performer.core.files.looks import Stamp, read_stamp
from performer.core.files.refused import RefusedFile
from performer.core.images.formats import UnfitPicture, read_file
from performer.core.own_text import own
from performer.core.values import dataclass

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


MOST_ITEMS: Final = 300
"""The most names: the model reads all of them in every turn."""
_LONGEST_NAME: Final = 64
_NAMELESS: Final = "its name has no letters"


class LibraryFolder:
    """The items of some folders; a later folder's file wins over an earlier one's of that name.

    `make` makes an item of a file's path and content, or raises UnfitPicture. Files with one of the `others` suffixes
    were probably meant for here and cannot be used; those with a suffix that is in neither are ignored.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        make: Callable[[Path, bytes], LibraryItem],
        *,
        suffixes: Collection[str],
        others: Collection[str],
    ) -> None:
        self._folders = tuple(folders)
        self._make = make
        self._suffixes = frozenset(suffixes)
        self._meant = self._suffixes.union(others)
        self._known: dict[Path, tuple[Stamp, LibraryItem | str]] = {}

    def look(self) -> tuple[Mapping[str, LibraryItem], tuple[RefusedFile, ...]]:
        """Return the items that there are now and the files left out; new files take their time to be checked.

        Names become lower case with dashes: `Big Laugh.png` is `big-laugh`.
        """
        items: dict[str, LibraryItem] = {}
        refused: list[RefusedFile] = []
        known, self._known = self._known, {}
        for folder in self._folders:
            here: dict[str, LibraryItem] = {}
            for path in list_files(folder, self._meant, refused):
                try:
                    name = _choose_name(path, here, items)
                    here[name] = self._read_item(path, folder, known)
                except UnfitPicture as trouble:
                    refused.append(RefusedFile(path=path, reason=str(trouble)))
            for name in here:
                items.pop(name + TWICE, None)  # the twin of one that is no longer shown
            items.update(here)
        return items, tuple(refused)

    def _read_item(
        self, path: Path, folder: Path, known: Mapping[Path, tuple[Stamp, LibraryItem | str]]
    ) -> LibraryItem:
        """Return the item of a file, made anew only if the file has changed."""
        stamp = read_stamp(path)
        before, found = known.get(path, (None, ""))
        if stamp is None or stamp != before:
            try:
                found = self._make(path, read_file(path, folder))
            except UnfitPicture as trouble:
                found = str(trouble)
        if stamp is not None:
            self._known[path] = (stamp, found)
        if isinstance(found, str):
            raise UnfitPicture(found)
        return found


def list_files(folder: Path, suffixes: Collection[str], refused: list[RefusedFile]) -> list[Path]:
    """List the files of a folder, by name; a folder that cannot be read is added to the refused files."""
    try:
        paths = sorted(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        refused.append(
            RefusedFile(path=folder, reason=own("the folder cannot be read ({text})", text=error.strerror or error))
        )
        return []
    return [path for path in paths if path.suffix.lower() in suffixes and not path.name.startswith(".")]


def _choose_name(path: Path, here: Collection[str], before: Collection[str]) -> str:
    base, twice, _ = unicodedata.normalize("NFC", path.stem).lower().partition(TWICE)
    name = re.sub(r"[^\w]+", "-", base).strip("-_") + twice
    if name == twice:
        raise UnfitPicture(_NAMELESS)
    if len(name) > _LONGEST_NAME:
        raise UnfitPicture(
            own("its name is longer than {longest_name} letters: shorten it", longest_name=_LONGEST_NAME)
        )
    if name in here:
        raise UnfitPicture(own("another file here has the name '{name}' already: rename one", name=name))
    names = {each for each in (*here, *before) if not each.endswith(TWICE)}
    if name.removesuffix(TWICE) not in names and len(names) >= MOST_ITEMS:
        raise UnfitPicture(
            own("there are {most_items} already, and the model must read all their names", most_items=MOST_ITEMS)
        )
    return name
