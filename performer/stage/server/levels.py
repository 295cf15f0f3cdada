"""The level of the sound, and of what the microphone hears, in numbers: told while a control page looks at them."""

from collections import deque
from typing import Any, Final, Protocol

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.loudness import SILENCE_LUFS, integrate, to_power
from performer.stage.server.watched_topics import WatchedTopics
from performer.stage.sound.mixer import SoundMixer

EVERY_S: Final = 0.125
_STILL: Final = round(1 / EVERY_S)
_MINUTE: Final = round(60 / EVERY_S)


class HeardLevel(Protocol):
    """The loudness of the microphone."""

    @property
    def level_db(self) -> float:
        """Root mean square below full scale."""

    @property
    def speech(self) -> float:
        """The probability that somebody speaks, 0 to 1."""


class LevelSource(Protocol):
    """A microphone."""

    @property
    def newest(self) -> HeardLevel | None:
        """The newest that was heard; None while nothing is heard."""

    async def watch_levels(self, *, is_watched: bool) -> None:
        """Ask it for every level as it comes, or for no more than it needs to tell."""


class LevelFeed:
    """The topic `levels`, 8 times a second: `out_lufs`, `out_peak_db`, `minute_lufs`, `mic_db` and `speech`.

    Each is null while nobody knows it. What is the same as before is told once a second.
    """

    def __init__(self, clock: Clock, watched: WatchedTopics, mixer: SoundMixer, microphone: LevelSource) -> None:
        self._clock, self._watched = clock, watched
        self._mixer, self._microphone = mixer, microphone
        self._minute: deque[float] = deque(maxlen=_MINUTE)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Send levels whenever somebody looks, until cancelled."""
        task_status.started()
        while True:
            await self._watched.wait_for("levels")
            try:
                await self._watch(is_watched=True)
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._tell)
                    await self._watched.wait_for_end("levels")
                    tasks.cancel_scope.cancel()
            finally:
                with anyio.CancelScope(shield=True):
                    await self._watch(is_watched=False)

    async def _watch(self, *, is_watched: bool) -> None:
        self._minute.clear()
        self._mixer.watch_level(is_watched=is_watched)
        await self._microphone.watch_levels(is_watched=is_watched)

    async def _tell(self) -> None:
        told: dict[str, Any] = {}
        since = 0
        while True:
            measured = self._measure()
            since += 1
            if measured != told or since >= _STILL:
                told, since = measured, 0
                self._watched.tell("levels", measured)
            await self._clock.sleep(EVERY_S)

    def _measure(self) -> dict[str, Any]:
        out, heard = self._mixer.level, self._microphone.newest
        self._minute.append(to_power(out.lufs if out else SILENCE_LUFS))
        return {
            "out_lufs": out.lufs if out else None,
            "out_peak_db": out.peak_db if out else None,
            "minute_lufs": round(integrate(self._minute), 1) if out else None,
            "mic_db": round(heard.level_db, 1) if heard else None,
            "speech": round(heard.speech, 2) if heard else None,
        }
