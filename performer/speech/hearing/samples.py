"""The lines in which the listener tells of the microphone, read at the edge; and its seconds turned into the show's.

Slices: what is known of the streamer's microphone, a number or two for each 32 ms; and the port they come by.

A track: speech at known instants, for tests and benchmarks that have no microphone.
"""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Protocol

import anyio
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from performer.core.clock import Clock
from performer.core.errors import ServiceError

SLICE_S: Final = 0.032
"""How long a slice is, in seconds: what the detector takes at once."""
SPEECH: Final = 0.5
"""From this probability a slice counts as speech."""


@dataclass(frozen=True, kw_only=True)
class SpeechSlice:
    """What was heard in 32 ms."""

    at_s: float
    """When it ended, in seconds of the show's clock."""
    level_db: float
    """Root mean square below full scale, -100 to 0."""
    speech: float
    """How probable it is that somebody spoke, 0 to 1."""


Slices = Sequence[SpeechSlice]
"""Some slices, the oldest first; maybe none: a sign of life."""


class SliceSource(Protocol):
    """Whoever hears the room."""

    def slices(self) -> AsyncGenerator[Slices, None]:
        """Yield what is heard as it is heard; what is left out was no speech. Whoever asks closes it.

        Raises:
            ServiceError: when there is nothing to hear with; asking again may help.
        """
        ...


_LEVEL_DB: Final = -24.0
"""How loud somebody is who speaks close to a microphone."""


@dataclass(frozen=True, kw_only=True)
class SpeechSpan:
    """Somebody speaks from one instant to another, in seconds of the show's clock."""

    begin_s: float
    end_s: float
    level_db: float = _LEVEL_DB
    speech: float = 1.0
    """How sure a detector would be of it."""


class Track:
    """Plays spells of speech as a detector would tell of them: slice by slice, and nothing while nobody speaks.

    Args:
        clock: By whose seconds it is played; each slice comes at its end.
        spells: The earliest first; they do not overlap. One that is past is left out.
    """

    def __init__(self, clock: Clock, spells: Sequence[SpeechSpan]) -> None:
        self._clock = clock
        self._spells = spells

    async def slices(self) -> AsyncGenerator[Slices, None]:
        """Yield a slice at a time; never ends."""
        for spell in self._spells:
            count = max(1, round((spell.end_s - spell.begin_s) / SLICE_S))
            for number in range(1, count + 1):
                at_s = spell.begin_s + number * SLICE_S
                left_s = at_s - self._clock.now()
                if left_s < -SLICE_S:
                    continue
                await self._clock.sleep(left_s)
                yield [SpeechSlice(at_s=at_s, level_db=spell.level_db, speech=spell.speech)]
        await anyio.sleep_forever()


_MOST_SLICES: Final = 100
_DRIFT_S: Final = 0.0005
"""By so much the way from one clock to the other is believed to have grown at each line, at most."""

_Level = Annotated[float, Field(ge=-200, le=50)]
_Share = Annotated[float, Field(ge=0, le=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class HeardDevice(_Strict):
    """What is heard now, by what, and why it is nothing or no better."""

    device: str
    detector: str
    why: str = ""


class SliceLine(_Strict):
    """Some slices: when the line was written, when the last of them ended, and the numbers of each."""

    sent: float
    at: float | None = None
    levels: Annotated[list[_Level], Field(max_length=_MOST_SLICES)] = []
    speech: Annotated[list[_Share], Field(max_length=_MOST_SLICES)] = []

    @model_validator(mode="after")
    def _adds_up(self) -> "SliceLine":
        if len(self.levels) != len(self.speech) or bool(self.levels) != (self.at is not None):
            raise ValueError("the numbers do not belong together")
        return self


_LINE: Final[TypeAdapter[HeardDevice | SliceLine]] = TypeAdapter(HeardDevice | SliceLine)


def parse_line(line: bytes) -> HeardDevice | SliceLine:
    """Read a line.

    Raises:
        ServiceError: when it is something else.
    """
    try:
        return _LINE.validate_json(line)
    except ValidationError:
        raise ServiceError(f"The listener sent no line of numbers but {line[:60]!r}; it is started again.") from None


class ShowTimeConverter:
    """Turns the listener's seconds into the show's: by the line that came soonest after it was written."""

    def __init__(self) -> None:
        self._ahead_s = float("inf")

    def slices(self, told: SliceLine, now_s: float) -> Slices:
        """Give the slices of a line that came now."""
        self._ahead_s = min(self._ahead_s + _DRIFT_S, now_s - told.sent)
        if told.at is None:
            return []
        last_s = told.at + self._ahead_s
        count = len(told.levels)
        return [
            SpeechSlice(at_s=last_s - (count - 1 - number) * SLICE_S, level_db=level_db, speech=speech)
            for number, (level_db, speech) in enumerate(zip(told.levels, told.speech, strict=True))
        ]
