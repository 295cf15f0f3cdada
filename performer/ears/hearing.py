"""Hearing: the floor of a show and whoever guards it, as the settings ask."""

from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.clock import Clock
from performer.ears.ears import Ears, GiveWay, Mouth
from performer.ears.floor import StreamersFloor
from performer.ears.microphone import Microphone
from performer.ears.settings import MicSettings
from performer.ears.watch import MicWatch
from performer.events import EventStream
from performer.floor import ALWAYS_FREE, Floor
from performer.roles import Role

_ANSWERS_WITHIN_S: Final = 4.0
"""How long the start-up table waits for the listener to say what it hears."""


class Hearing:
    """Without a microphone asked for, the floor is always free, and nobody listens."""

    def __init__(self, clock: Clock, stream: EventStream, settings: MicSettings) -> None:
        self._clock = clock
        self._stream = stream
        self._settings = settings
        self._watch = MicWatch(stream)
        self._streamers_floor = StreamersFloor(clock, stream)
        self.microphone = Microphone(clock, settings.command(), self._watch.changed)

    @property
    def is_on(self) -> bool:
        """Whether it was asked to listen."""
        return self._settings.enabled

    @property
    def floor(self) -> Floor:
        """Whoever begins a line asks it."""
        return self._streamers_floor if self.is_on else ALWAYS_FREE

    async def run(
        self, *, mouth: Mouth, give_way: GiveWay, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        """Have this mouth's lines give way until cancelled; ready when it is known what is heard, or after 4 s."""
        ears = Ears(
            self._clock,
            self._stream,
            source=self.microphone,
            floor=self._streamers_floor,
            mouth=mouth if self._settings.while_speaking == "stop" else None,
            give_way=give_way,
            echo_margin_db=self._settings.echo_margin_db,
            on_failure=self._watch.lost,
            on_doubt=self._watch.doubted,
        )
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ears.run)
            with self._clock.move_on_after(_ANSWERS_WITHIN_S):
                await self._watch.known()
            task_status.started()

    def ignore_the_end(self) -> None:
        """State nothing more: at the end of the show the listener leaves, as it should."""
        self._watch.ignore_the_end()

    def role(self) -> Role:
        """Tell who listens."""
        return self._watch.role(enabled=self.is_on)
