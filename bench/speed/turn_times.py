"""The times of one turn, from a line to its last sound, as they are seen from outside."""

import base64
import io
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import anyio
from PIL import Image

from bench.speed.process_costs import measure_cpu_s
from bench.speed.rig.plain_process import PlainProcess
from bench.speed.rig.screen import find_age_s
from bench.speed.rig.show_process import Control
from bench.speed.rig.sound_client import SoundClient
from bench.speed.rig.token_server import PacedAnswer

_AFTER_S: Final = 0.25
"""Seconds after the last sound in which what a turn leaves behind is still counted."""


@dataclass(frozen=True, kw_only=True)
class TurnTimes:
    """One turn; instants are of `time.time()`."""

    line_at: float
    answer: PacedAnswer
    sounds_at: Sequence[float]
    """When the sound of each sentence came to the client."""
    cpu_s: float
    """The processor's time of the program and its children."""

    @property
    def line_to_request_ms(self) -> float:
        """From the line to the whole request at the model's server."""
        assert self.answer.came_at is not None
        return 1000 * (self.answer.came_at - self.line_at)

    @property
    def stop_to_sound_ms(self) -> float:
        """From the full stop of the first sentence, as it is sent, to its sound at the client."""
        return 1000 * (self.sounds_at[0] - self.answer.stops_at[0])

    @property
    def certain_to_sound_ms(self) -> float:
        """From the token behind that full stop to the same; below nought when nobody waited for it."""
        return 1000 * (self.sounds_at[0] - self.answer.certain_at[0])

    @property
    def own_ms(self) -> float:
        """From the line to the sound of the last sentence, less what the model took for it."""
        assert self.answer.came_at is not None
        return 1000 * (self.sounds_at[-1] - self.line_at - (self.answer.stops_at[-1] - self.answer.came_at))

    @property
    def picture_age_ms(self) -> float | None:
        """The age of the picture in the request as it came, by the clock on it; None without a picture."""
        if not self.answer.picture or self.answer.came_at is None:
            return None
        picture = Image.open(io.BytesIO(base64.b64decode(self.answer.picture)))
        return 1000 * find_age_s(picture, self.answer.came_at)


class TurnTaker(Protocol):
    """A program that answers a line with sounds."""

    async def take(self, line: str, answer: PacedAnswer) -> TurnTimes:
        """Measure how it answers a line that holds the answer's mark."""
        ...


@dataclass(frozen=True)
class PlainTurns:
    """The plainest program."""

    program: PlainProcess

    async def take(self, line: str, answer: PacedAnswer) -> TurnTimes:
        """Measure how it answers a line."""
        before_s, line_at = measure_cpu_s(self.program.pid), time.time()
        sounds_at = await self.program.take(line)
        await anyio.sleep(_AFTER_S)
        cpu_s = measure_cpu_s(self.program.pid) - before_s
        return TurnTimes(line_at=line_at, answer=answer, sounds_at=sounds_at, cpu_s=cpu_s)


@dataclass(frozen=True)
class ShowTurns:
    """A performer, with its sockets."""

    pid: int
    control: Control
    client: SoundClient

    async def take(self, line: str, answer: PacedAnswer) -> TurnTimes:
        """Measure how it answers a line of the streamer's."""
        before_s, line_at = measure_cpu_s(self.pid), time.time()
        await self.control.send("cue", kind="operator", text=line)
        came = await self.client.wait(answer.find_first_stop, len(answer.sentences))
        await anyio.sleep(_AFTER_S)
        cpu_s = measure_cpu_s(self.pid) - before_s
        return TurnTimes(line_at=line_at, answer=answer, sounds_at=[each.at for each in came], cpu_s=cpu_s)
