"""The library: which emotes and sounds there are, built in and the user's own, as far as is known now.

Only what its catalogue holds can ever be asked for, so no request reaches outside its folders.
"""

import hashlib
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from performer import events
from performer.events import EventStream
from performer.own_thread import OwnThread
from performer.pictures import KINDS
from performer.stage.library.catalogue import Catalogue, Item
from performer.stage.library.converted import Converted
from performer.stage.library.shelf import Refused, Shelf
from performer.stage.library.sounds import SOUNDS, check_sound

_log = logging.getLogger(__name__)

MOST_SAID: Final = 5
"""How many refused files are named to the streamer at once; the log names all."""
_OTHER_PICTURES: Final = {".svg", ".bmp", ".tif", ".tiff", ".avif", ".heic", ".jxl", ".ico", ".mp4", ".webm", ".json"}
_OTHER_SOUNDS: Final = {".m4a", ".aac", ".opus", ".wma", ".aif", ".aiff", ".mp4", ".mid"}


class Library:
    """Holds the current catalogue; `read` replaces it, all at once, whenever the folders have changed.

    Args:
        emotes: Folders of pictures; a later folder's file wins over an earlier one's of that name.
        sounds: The same of sounds.
        cache: A folder for converted pictures.
        stream: Told of the files that are left out.
    """

    def __init__(
        self, *, emotes: Sequence[Path], sounds: Sequence[Path], cache: Path, stream: EventStream | None = None
    ) -> None:
        self.catalogue = Catalogue()
        """What there is; empty before the first `read`."""
        self._converted = Converted(cache)
        self._emotes = Shelf(emotes, self._converted.item, suffixes=KINDS, others=_OTHER_PICTURES)
        self._sounds = Shelf(sounds, _sound, suffixes=SOUNDS, others=_OTHER_SOUNDS)
        self._stream = stream
        self._refused: frozenset[Refused] = frozenset()
        self._thread = OwnThread("library")

    @classmethod
    def of(cls, emotes: Sequence[Path], sounds: Sequence[Path], *, cache: Path) -> "Library":
        """Make a library and read it here and now."""
        library = cls(emotes=emotes, sounds=sounds, cache=cache)
        library._take(*library._look())
        return library

    async def read(self) -> None:
        """Look through the folders, in a thread, and put the new catalogue in the place of the old.

        A file that cannot be taken is left out, and said when it was not said before.
        """
        self._take(*await self._thread.run(self._look))

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

    def _look(self) -> tuple[Catalogue, tuple[Refused, ...]]:
        sprites, refused_pictures = self._emotes.look()
        clips, refused_sounds = self._sounds.look()
        self._converted.forget_all_but({item.path for item in sprites.values()})
        catalogue = Catalogue(sprites=MappingProxyType(sprites), clips=MappingProxyType(clips))
        return catalogue, (*refused_pictures, *refused_sounds)

    def _take(self, catalogue: Catalogue, refused: Sequence[Refused]) -> None:
        if catalogue != self.catalogue:
            _log.info("The library has %d emotes and %d sounds.", len(catalogue.emotes), len(catalogue.sounds))
        self.catalogue = catalogue
        new = [each for each in refused if each not in self._refused]
        self._refused = frozenset(refused)
        for each in new:
            _log.warning("File '%s' is left out of the library: %s.", each.path, each.reason)
        self._say(new)

    def _say(self, refused: Sequence[Refused]) -> None:
        if self._stream is None:
            return
        for each in refused[:MOST_SAID]:
            self._stream.publish(events.FileRefused(file=each.path.name, reason=each.reason))
        rest = len(refused) - MOST_SAID
        if rest > 0:
            self._stream.publish(events.FileRefused(file=f"{rest} more files", reason="the log names them"))


def _sound(path: Path, data: bytes) -> Item:
    check_sound(data, path.suffix)
    return Item(path=path, version=hashlib.sha256(data).hexdigest()[:8])
