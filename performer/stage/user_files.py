"""The streamer's own files: emotes, sounds, mascot and themes, read again whenever they change."""

from pathlib import Path

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.refused import RefusalReporter
from performer.core.files.watch import FolderWatch
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.library.library import MediaLibrary
from performer.stage.themes import Themes


class UserFiles:
    """Watches the folders emotes, sounds, mascot and themes of a folder, and publishes which files are left out."""

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        folder: Path,
        *,
        library: MediaLibrary,
        mascot: StageAvatar,
        themes: Themes,
    ) -> None:
        self._mascot = mascot
        self._themes = themes
        self._pictures_refused = RefusalReporter(stream)
        self._themes_refused = RefusalReporter(stream)
        watch = FolderWatch(
            clock,
            {
                "emotes": (folder / "emotes", library.read_emotes),
                "sounds": (folder / "sounds", library.read_sounds),
                "mascot": (folder / "mascot", self._read_avatar),
                "themes": (folder / "themes", self._read_themes),
            },
        )
        self.run = watch.run
        """Watch until cancelled; ready when every folder was read once, or after 5 s."""

    async def _read_avatar(self) -> None:
        await self._mascot.reload()
        self._pictures_refused.tell(self._mascot.refused)

    async def _read_themes(self) -> None:
        await self._themes.reload()
        self._themes_refused.tell(self._themes.refused)
