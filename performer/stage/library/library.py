"""The media library: the emotes and sounds, built in and the user's own, as far as they are known now.

Only what its catalogue holds can ever be asked for, so no request reaches outside its folders.
"""

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from performer.core.events.stream import EventStream
from performer.core.files.home import ASSETS
from performer.core.files.refused import RefusalReporter, RefusedFile
from performer.core.images.formats import KINDS
from performer.core.images.sandbox.process import SandboxProcess
from performer.core.loudness import CEILING
from performer.core.process.thread import WorkerThread
from performer.stage.library.clip_loudness import SHIPPED, ClipLoudness
from performer.stage.library.convert import ConvertedPictures
from performer.stage.library.folder import Catalogue, LibraryFolder, LibraryItem
from performer.stage.library.sounds import SOUNDS, check_sound
from performer.stage.library.strips import prepare_picture

_log = logging.getLogger(__name__)

_OTHER_PICTURES: Final = {".svg", ".bmp", ".tif", ".tiff", ".avif", ".heic", ".jxl", ".ico", ".mp4", ".webm", ".json"}
_OTHER_SOUNDS: Final = {".m4a", ".aac", ".opus", ".wma", ".aif", ".aiff", ".mp4", ".mid"}


class MediaLibrary:
    """Holds the current catalogue; reading replaces all emotes or all sounds at once.

    A later folder's file wins over an earlier one's of that name; the stream gets an event for each file that is left
    out. Pictures that anybody may have made must be unpacked in a process `apart`; `cache` keeps them converted. The
    file `measures` keeps how loud the sounds are.
    """

    def __init__(
        self,
        *,
        emotes: Sequence[Path],
        sounds: Sequence[Path],
        cache: Path,
        measures: Path | None = None,
        stream: EventStream | None = None,
        on_change: Callable[[], None] = lambda: None,
        apart: bool = True,
    ) -> None:
        self.catalogue = Catalogue()
        """The emotes and sounds; empty before the first `read`."""
        self._on_change = on_change
        self._process = SandboxProcess(prepare_picture) if apart else None
        convert = self._process.do if self._process else prepare_picture
        self._converted = ConvertedPictures(cache, convert, ours=ASSETS / "emotes")
        self._emotes = LibraryFolder(emotes, self._converted.item, suffixes=KINDS, others=_OTHER_PICTURES)
        self._sounds = LibraryFolder(sounds, _make_sound, suffixes=SOUNDS, others=_OTHER_SOUNDS)
        self._loudness = ClipLoudness(ASSETS / "sounds" / SHIPPED, measures)
        self._reporters = {part: RefusalReporter(stream) for part in ("sprites", "clips")}
        self._emotes_thread = WorkerThread("emotes")
        self._sounds_thread = WorkerThread("sounds")

    @classmethod
    def of(
        cls,
        emotes: Sequence[Path],
        sounds: Sequence[Path],
        *,
        cache: Path,
        on_change: Callable[[], None] = lambda: None,
    ) -> "MediaLibrary":
        """Make a library of folders that we trust, and read it here and now."""
        library = cls(emotes=emotes, sounds=sounds, cache=cache, on_change=on_change, apart=False)
        library._replace("sprites", *library._read_emotes())
        library._replace("clips", *library._sounds.look())
        return library

    async def read_emotes(self) -> None:
        """Read the folders of emotes again, in a thread of theirs: sounds need not wait for them.

        A file that cannot be used is left out, and reported once.
        """
        self._replace("sprites", *await self._emotes_thread.run(self._read_emotes))

    async def read_sounds(self) -> None:
        """Read the folders of sounds again, likewise; new ones can be played before it is known how loud they are."""
        self._replace("clips", *await self._sounds_thread.run(self._sounds.look))
        await self._loudness.measure(tuple(self.catalogue.clips.values()), self._sounds_thread)

    def find_gain(self, sound: str, lufs: float) -> float:
        """Return the factor that brings a sound to a loudness, as far as its peaks allow; 1 while it is not measured.

        Raises:
            KeyError: when there is no such sound.
        """
        measured = self._loudness.find(self.catalogue.clips[sound])
        return measured.find_gain(lufs, CEILING) if measured else 1.0

    def _read_emotes(self) -> tuple[Mapping[str, LibraryItem], tuple[RefusedFile, ...]]:
        with self._process or nullcontext():
            sprites, refused = self._emotes.look()
        self._converted.keep_only({item.path for item in sprites.values()})
        return sprites, refused

    def _replace(
        self, part: Literal["sprites", "clips"], items: Mapping[str, LibraryItem], refused: Sequence[RefusedFile]
    ) -> None:
        catalogue = replace(self.catalogue, **{part: MappingProxyType(items)})
        is_new, self.catalogue = catalogue != self.catalogue, catalogue
        if is_new:
            _log.info("The library has %d emotes and %d sounds.", len(catalogue.emotes), len(catalogue.sounds))
            self._on_change()
        self._reporters[part].tell(refused)


def _make_sound(path: Path, data: bytes) -> LibraryItem:
    check_sound(data, path.suffix)
    return LibraryItem(path=path, version=hashlib.sha256(data).hexdigest()[:8])
