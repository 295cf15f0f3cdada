"""The streamer's own files: emotes, sounds, mascot and themes, read again whenever they change."""

from pathlib import Path

from performer.clock import Clock
from performer.events import EventStream
from performer.refusals import Refusals
from performer.stage.library.library import Library
from performer.stage.mascot.mascot import Mascot
from performer.stage.themes import Themes
from performer.watching import FolderWatch


class OwnFiles:
    """Has each folder read by whoever shows it, from a thread of its own, and tells what is left out.

    Args:
        clock: Whose seconds count.
        stream: Told of the files that are left out.
        folder: Holds the folders emotes, sounds, mascot and themes.
        library: Reads the first two.
        mascot: Reads its pictures.
        themes: Read theirs.
    """

    def __init__(
        self, clock: Clock, stream: EventStream, folder: Path, *, library: Library, mascot: Mascot, themes: Themes
    ) -> None:
        self._mascot = mascot
        self._themes = themes
        self._pictures_refused = Refusals(stream)
        self._themes_refused = Refusals(stream)
        watch = FolderWatch(
            clock,
            {
                "emotes": (folder / "emotes", library.read_emotes),
                "sounds": (folder / "sounds", library.read_sounds),
                "mascot": (folder / "mascot", self._read_mascot),
                "themes": (folder / "themes", self._read_themes),
            },
        )
        self.run = watch.run
        """Watch until cancelled; ready when everything has been read once, or after 5 s."""

    async def _read_mascot(self) -> None:
        await self._mascot.reload()
        self._pictures_refused.tell(self._mascot.refused)

    async def _read_themes(self) -> None:
        await self._themes.reload()
        self._themes_refused.tell(self._themes.refused)
