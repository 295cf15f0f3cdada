"""A client of the stage that sounds: it notes when the sound of each sentence comes, and plays it in no time."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import aiohttp
import anyio
from anyio.abc import TaskGroup

from performer.core.audio import Sound
from performer.stage.protocol.codec import decode, encode
from performer.stage.protocol.messages import Ended, Hello, Started

HEARD_S: Final = 0.05
"""Seconds in which every sentence is played, however long its sound is: nothing that is measured depends on it."""
_PATIENT_S: Final = 30.0


@dataclass(frozen=True)
class CameSound:
    """The first piece of a sentence's sound."""

    at: float
    """When it had come: `time.time()`."""
    sound: Sound


class SoundClient:
    """The client, once it has said hello; run it in a task group."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._came: list[CameSound] = []
        self._changed = anyio.Event()

    async def run(self) -> None:
        """Play whatever comes, until the performer closes."""
        await self._socket.send_str(encode(Hello(client="page", sounds=True, why="a stopwatch")))
        async with anyio.create_task_group() as playing:
            async for frame in self._socket:
                if frame.type is aiohttp.WSMsgType.BINARY:
                    self._take(playing)
                elif isinstance(message := decode(frame.data), Sound):
                    self._pending = message

    _pending: Sound | None = None

    def _take(self, playing: TaskGroup) -> None:
        sound, self._pending = self._pending, None
        if sound is None or any(each.sound.id == sound.id for each in self._came):
            return
        self._came.append(CameSound(time.time(), sound))
        self._changed.set()
        self._changed = anyio.Event()
        playing.start_soon(self._play, sound.id)

    async def _play(self, sound_id: str) -> None:
        with suppress(ConnectionError):  # the performer may be gone meanwhile
            await self._socket.send_str(encode(Started(id=sound_id)))
            await anyio.sleep(HEARD_S)
            await self._socket.send_str(encode(Ended(id=sound_id, heard_ms=int(HEARD_S * 1000))))

    async def wait(self, since: Callable[[], float | None], count: int) -> list[CameSound]:
        """Wait for the sounds of so many sentences of one turn: that whose first one came after an instant.

        Args:
            since: Returns the instant, once it is known.
            count: The sentences.

        Raises:
            TimeoutError: when they have not come within half a minute.
        """
        with anyio.fail_after(_PATIENT_S):
            while len(found := self._find(since())) < count:
                await self._changed.wait()
        return found[:count]

    def _find(self, since: float | None) -> list[CameSound]:
        after = [each for each in self._came if since is not None and each.at >= since]
        return [each for each in after if each.sound.turn == after[0].sound.turn]
