"""Converted pictures, kept in a folder by their content, so that each is converted once and not at every start."""

import hashlib
import re
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from PIL import Image

from performer.darkroom.prints import Job
from performer.pictures import DECODERS_SAY_NO, KINDS, Unfit
from performer.stage.library.catalogue import Item
from performer.stage.library.strips import emote, noted_frames
from performer.whole_file import write_whole

_FORM: Final = "1"
"""Another number when pictures are converted in another way: what was kept before is then converted anew."""
_OURS: Final = re.compile(r"[0-9a-f]{40}\.png|\.[0-9a-f]{40}\.png\..*\.new")
"""Pictures, and the drafts of a writer that was killed."""


class Converted:
    """The folder; it is made when it is needed first, and may be deleted at any time between two shows.

    Args:
        folder: Where it is.
        convert: Makes an emote of a picture and its suffix: `emote`, here or in a process apart.
    """

    def __init__(self, folder: Path, convert: Job = emote) -> None:
        self._folder = folder
        self._convert = convert

    def item(self, path: Path, data: bytes) -> Item:
        """Make an emote of a picture's content; a still PNG is served from where it is.

        Raises:
            Unfit: when it cannot be shown, or its converted form cannot be written.
        """
        key = f"{_FORM} {KINDS.get(path.suffix.lower())} ".encode()
        digest = hashlib.sha256(key + data).hexdigest()[:40]
        kept = self._folder / f"{digest}.png"
        frames_ms = _read_back(kept)
        if frames_ms is None:
            prints = self._convert(data, path.suffix)
            (png,) = prints.files
            if png == data:
                return Item(path=path, version=digest[:8])
            self._write(kept, png)
            frames_ms = prints.frames_ms
        return Item(path=kept, version=digest[:8], frames_ms=frames_ms)

    def forget_all_but(self, used: Collection[Path]) -> None:
        """Remove what no emote is served from any more."""
        with suppress(OSError):
            for file in self._folder.iterdir():
                if file not in used and _OURS.fullmatch(file.name):
                    file.unlink()

    def _write(self, file: Path, content: bytes) -> None:
        try:
            write_whole(file, content)
        except OSError as error:
            raise Unfit(f"it cannot be kept converted in {self._folder} ({error.strerror or error})") from None


def _read_back(file: Path) -> tuple[int, ...] | None:
    try:
        with Image.open(file, formats=["PNG"]) as picture:
            return noted_frames(picture)
    except DECODERS_SAY_NO:
        return None
