"""The library: which emotes and sounds there are, built in and the user's own, as far as is known now.

Only what its catalogue holds can ever be asked for, so no request reaches outside its folders.
"""

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from performer.core.events.stream import EventStream
from performer.core.files.refused import RefusalReporter, RefusedFile
from performer.core.images.formats import KINDS
from performer.core.images.sandbox.process import SandboxProcess
from performer.core.process.thread import WorkerThread
from performer.stage.library.catalogue import Catalogue, LibraryItem
from performer.stage.library.convert import ConvertedPictures
from performer.stage.library.folder import LibraryFolder
from performer.stage.library.sounds import SOUNDS, check_sound
from performer.stage.library.strips import convert_emote

_log = logging.getLogger(__name__)

_OTHER_PICTURES: Final = {".svg", ".bmp", ".tif", ".tiff", ".avif", ".heic", ".jxl", ".ico", ".mp4", ".webm", ".json"}
_OTHER_SOUNDS: Final = {".m4a", ".aac", ".opus", ".wma", ".aif", ".aiff", ".mp4", ".mid"}


class MediaLibrary:
    """Holds the current catalogue; reading replaces all emotes or all sounds at once, whenever a folder has changed.

    Args:
        emotes: Folders of pictures; a later folder's file wins over an earlier one's of that name.
        sounds: The same of sounds.
        cache: A folder for converted pictures.
        stream: Told of the files that are left out.
        apart: Whether pictures are unpacked in a process apart, as they must be where anybody's may lie.
    """

    def __init__(
        self,
        *,
        emotes: Sequence[Path],
        sounds: Sequence[Path],
        cache: Path,
        stream: EventStream | None = None,
        apart: bool = True,
    ) -> None:
        self.catalogue = Catalogue()
        """What there is; empty before the first `read`."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when there is another catalogue."""
        self._process = SandboxProcess(convert_emote) if apart else None
        self._converted = ConvertedPictures(cache, self._process.do if self._process else convert_emote)
        self._emotes = LibraryFolder(emotes, self._converted.item, suffixes=KINDS, others=_OTHER_PICTURES)
        self._sounds = LibraryFolder(sounds, _sound, suffixes=SOUNDS, others=_OTHER_SOUNDS)
        self._emotes_refused = RefusalReporter(stream)
        self._sounds_refused = RefusalReporter(stream)
        self._emotes_thread = WorkerThread("emotes")
        self._sounds_thread = WorkerThread("sounds")

    @classmethod
    def of(cls, emotes: Sequence[Path], sounds: Sequence[Path], *, cache: Path) -> "MediaLibrary":
        """Make a library of folders that we trust, and read it here and now."""
        library = cls(emotes=emotes, sounds=sounds, cache=cache, apart=False)
        library._take_emotes(*library._look_at_emotes())
        library._take_sounds(*library._sounds.look())
        return library

    async def read(self) -> None:
        """Look through all folders, in threads, and put a new catalogue in the place of the old.

        A file that cannot be taken is left out, and said when it was not said before.
        """
        await self.read_emotes()
        await self.read_sounds()

    async def read_emotes(self) -> None:
        """Look through the folders of emotes alone, as `read` does; sounds need not wait for them."""
        self._take_emotes(*await self._emotes_thread.run(self._look_at_emotes))

    async def read_sounds(self) -> None:
        """Look through the folders of sounds alone."""
        self._take_sounds(*await self._sounds_thread.run(self._sounds.look))

    @property
    def emotes(self) -> tuple[str, ...]:
        """The emotes' names, in order."""
        return self.catalogue.emotes

    @property
    def sounds(self) -> tuple[str, ...]:
        """The sounds' names, in order."""
        return self.catalogue.sounds

    @property
    def sprites(self) -> Mapping[str, Path]:
        """The files that are served of the emotes."""
        return {name: item.path for name, item in self.catalogue.sprites.items()}

    def emote_src(self, name: str) -> tuple[str, str]:
        """Tell the paths of an emote on the stage server: once and twice the size; the same when there is one size.

        Raises:
            KeyError: when there is no such emote (any more).
        """
        return self.catalogue.emote_src(name)

    def sound_src(self, name: str) -> str:
        """Tell the path of a sound on the stage server.

        Raises:
            KeyError: when there is no such sound (any more).
        """
        return self.catalogue.sound_src(name)

    def _look_at_emotes(self) -> tuple[Mapping[str, LibraryItem], tuple[RefusedFile, ...]]:
        with self._process or nullcontext():
            sprites, refused = self._emotes.look()
        self._converted.keep_only({item.path for item in sprites.values()})
        return sprites, refused

    def _take_emotes(self, sprites: Mapping[str, LibraryItem], refused: Sequence[RefusedFile]) -> None:
        self._take(replace(self.catalogue, sprites=MappingProxyType(sprites)))
        self._emotes_refused.tell(refused)

    def _take_sounds(self, clips: Mapping[str, LibraryItem], refused: Sequence[RefusedFile]) -> None:
        self._take(replace(self.catalogue, clips=MappingProxyType(clips)))
        self._sounds_refused.tell(refused)

    def _take(self, catalogue: Catalogue) -> None:
        is_new, self.catalogue = catalogue != self.catalogue, catalogue
        if is_new:
            _log.info("The library has %d emotes and %d sounds.", len(catalogue.emotes), len(catalogue.sounds))
            self.on_change()


def _sound(path: Path, data: bytes) -> LibraryItem:
    check_sound(data, path.suffix)
    return LibraryItem(path=path, version=hashlib.sha256(data).hexdigest()[:8])
