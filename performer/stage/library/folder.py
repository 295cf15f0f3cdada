"""A shelf: one kind of file in some folders, by name; looked through again and again, and only what changed anew."""

import os
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from performer.core.files.refused import RefusedFile
from performer.core.images.formats import UnfitPicture, read_file
from performer.stage.library.catalogue import TWICE, LibraryItem

MOST_ITEMS: Final = 300
"""Names that a shelf holds: the model reads all of them in every turn."""
_LONGEST_NAME: Final = 64
_NAMELESS: Final = "its name has no letters"

_Stamp = tuple[int, int, int]


class LibraryFolder:
    """What some folders hold; a later folder's file wins over an earlier one's of that name.

    Args:
        folders: One that is not there is empty.
        make: Makes an item of a file's content, or raises Unfit.
        suffixes: Of files that are taken, in lower case.
        others: Of files that were probably meant to be taken and cannot be; all others pass unsaid.
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
        self._known: dict[Path, tuple[_Stamp, LibraryItem | str]] = {}

    def look(self) -> tuple[Mapping[str, LibraryItem], tuple[RefusedFile, ...]]:
        """Tell what there is now and what was left out; takes as long as the new files take to be checked.

        Names become lower case with dashes: `Big Laugh.png` is `big-laugh`.
        """
        items: dict[str, LibraryItem] = {}
        refused: list[RefusedFile] = []
        known, self._known = self._known, {}
        for folder in self._folders:
            here: dict[str, LibraryItem] = {}
            for path in self._files(folder, refused):
                try:
                    name = _free_name(path, here, items)
                    here[name] = self._item(path, folder, known)
                except UnfitPicture as trouble:
                    refused.append(RefusedFile(path=path, reason=str(trouble)))
            for name in here:
                items.pop(name + TWICE, None)  # the twin of one that is no longer shown
            items.update(here)
        return items, tuple(refused)

    def _files(self, folder: Path, refused: list[RefusedFile]) -> Iterator[Path]:
        try:
            paths = sorted(folder.iterdir())
        except FileNotFoundError:
            return
        except OSError as error:
            refused.append(RefusedFile(path=folder, reason=f"the folder cannot be read ({error.strerror or error})"))
            return
        for path in paths:
            if path.suffix.lower() in self._meant and not path.name.startswith("."):
                yield path

    def _item(self, path: Path, folder: Path, known: Mapping[Path, tuple[_Stamp, LibraryItem | str]]) -> LibraryItem:
        """Look at a file, unless it is as it was the last time."""
        stamp = _stamp(path)
        before, found = known.get(path, (None, ""))
        if stamp is None or stamp != before:
            found = self._made(path, folder)
        if stamp is not None:
            self._known[path] = (stamp, found)
        if isinstance(found, str):
            raise UnfitPicture(found)
        return found

    def _made(self, path: Path, folder: Path) -> LibraryItem | str:
        try:
            return self._make(path, read_file(path, folder))
        except UnfitPicture as trouble:
            return str(trouble)


def _free_name(path: Path, here: Collection[str], before: Collection[str]) -> str:
    base, twice, _ = unicodedata.normalize("NFC", path.stem).lower().partition(TWICE)
    name = re.sub(r"[^\w]+", "-", base).strip("-_") + twice
    if name == twice:
        raise UnfitPicture(_NAMELESS)
    if len(name) > _LONGEST_NAME:
        raise UnfitPicture(f"its name is longer than {_LONGEST_NAME} letters: shorten it")
    if name in here:
        raise UnfitPicture(f"another file here has the name '{name}' already: rename one")
    names = {each for each in (*here, *before) if not each.endswith(TWICE)}
    if name.removesuffix(TWICE) not in names and len(names) >= MOST_ITEMS:
        raise UnfitPicture(f"there are {MOST_ITEMS} already, and the model must read all their names")
    return name


def _stamp(path: Path) -> _Stamp | None:
    """Tell what changes when a file does; None when it cannot be told."""
    try:
        facts = os.stat(path)  # noqa: PTH116  follows links, as reading does
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_ctime_ns, facts.st_size
