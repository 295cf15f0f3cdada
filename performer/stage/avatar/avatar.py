"""The mascot: it stands on its side of the stage, shows a mood for a while, and comes to rest again."""

from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.refused import RefusalReporter
from performer.core.moods import Mood
from performer.core.process.thread import WorkerThread
from performer.stage.avatar.settings import AvatarSettings
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.protocol.elements import Avatar
from performer.stage.state import Stage

ID: Final = "avatar"


class StageAvatar:
    """Keeps the avatar on stage while `run` runs, unless the settings say off."""

    def __init__(
        self,
        clock: Clock,
        stage: Stage,
        sprites: AvatarSprites,
        settings: AvatarSettings,
        stream: EventStream | None = None,
    ) -> None:
        self._clock = clock
        self._stage = stage
        self._sprites = sprites
        self._reporter = RefusalReporter(stream)
        self.settings = settings
        """The current settings; changed by `set`."""
        self.mood: Mood = settings.mood
        """What it feels now."""
        self._rests_at_s = float("inf")
        self._shown: Avatar | None = None
        self._is_up = False
        self._changed = anyio.Event()
        self._thread = WorkerThread("mascot")

    @property
    def is_on_stage(self) -> bool:
        """Whether the mascot is on stage."""
        return self._shown is not None

    def feel(self, mood: Mood, duration_s: float) -> None:
        """Show a mood for some seconds, then the resting one again; a later mood replaces it."""
        self.mood = mood
        self._rests_at_s = self._clock.now() + duration_s
        self._show()
        self._changed.set()

    def set(self, settings: AvatarSettings) -> None:
        """Change the side and the resting mood now."""
        self.settings = settings
        if self._rests_at_s == float("inf"):
            self.mood = settings.mood
        self._show()

    async def reload(self) -> None:
        """Read the streamer's own pictures again, show the result, and report those that were left out."""
        await self._thread.run(self._sprites.read)
        self._show()
        self._reporter.tell(self._sprites.refused)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Keep the mascot on stage, and end moods when their time is over, for ever."""
        self._is_up = True
        self._show()
        task_status.started()
        while True:
            self._changed = anyio.Event()
            if self._clock.now() >= self._rests_at_s:
                self._rest()
            with self._clock.move_on_after(self._rests_at_s - self._clock.now()):
                await self._changed.wait()

    def _rest(self) -> None:
        self._rests_at_s = float("inf")
        self.mood = self.settings.mood
        self._show()

    def _show(self) -> None:
        """Put the wanted avatar on stage; an avatar that changes sides goes and comes anew."""
        wanted = self._make_avatar()
        if self._shown is not None and (wanted is None or wanted.side != self._shown.side):
            self._stage.drop(ID)
        if wanted is not None and wanted != self._shown:
            self._stage.show(wanted)
        self._shown = wanted

    def _make_avatar(self) -> Avatar | None:
        if self.settings.place == "off" or not self._is_up:
            return None
        stays = self._shown is not None and self._shown.side == self.settings.place
        srcs, srcs2x = self._sprites.find_srcs(self.mood)
        mouths, mouths2x = self._sprites.find_mouths(self.mood)
        return Avatar(
            id=ID,
            alt=f"The mascot, {self.mood}",
            born_ms=self._shown.born_ms if self._shown is not None and stays else self._stage.now_ms(),
            side=self.settings.place,
            mood=self.mood,
            srcs=srcs,
            srcs2x=srcs2x,
            mouths=mouths,
            mouths2x=mouths2x,
        )
