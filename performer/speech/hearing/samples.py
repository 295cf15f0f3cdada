"""Slices of what the microphone hears, a number or two for each 32 ms, the words in them, and their port.

The listener process writes slices as lines of JSON; they are checked here, and its seconds turned into the show's.
"""

from collections.abc import AsyncGenerator, Sequence
from typing import Annotated, Final, Protocol

import anyio
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass

SLICE_S: Final = 0.032
"""How long a slice is, in seconds: what the detector takes at once."""
SPEECH: Final = 0.5
"""From this probability a slice counts as speech."""


@dataclass(frozen=True, kw_only=True)
class SpeechSlice:
    """The measures of 32 ms of the microphone."""

    at_s: float
    """When it ended, in seconds of the show's clock."""
    level_db: float
    """Root mean square below full scale, -100 to 0."""
    speech: float
    """How probable it is that somebody spoke, 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class HeardWords:
    """What a recogniser understood of an utterance."""

    text: str
    language: str
    confidence: float
    began_s: float
    """When the utterance began, in seconds of the show's clock."""
    ended_s: float


@dataclass(frozen=True, kw_only=True)
class HeardVoice:
    """An utterance of which not the words were told, but whose it is."""

    vector: tuple[float, ...] = ()
    """Its voiceprint, if that was asked for."""
    seconds: float = 0.0
    """How much of it was speech."""
    likeness: float = 0.0
    """How alike the voice is to the streamer's, from -1 to 1, when it is another one."""
    began_s: float
    """When the utterance began, in seconds of the show's clock."""
    ended_s: float


Slices = Sequence[SpeechSlice]
"""Some slices, the oldest first; maybe none: a sign of life."""


class SliceSource(Protocol):
    """A source of slices: a microphone, or a recorded track."""

    def slices(self) -> AsyncGenerator[Slices, None]:
        """Yield what is heard as it is heard; what is left out was no speech. Whoever asks closes it.

        Raises ServiceError when there is nothing to hear with; asking again may help.
        """


@dataclass(frozen=True, kw_only=True)
class SpeechSpan:
    """A stretch of speech, in seconds of the show's clock."""

    begin_s: float
    end_s: float
    level_db: float = -24.0
    """As loud as somebody is who speaks close to a microphone."""
    speech: float = 1.0
    """How sure a detector would be of it."""


@dataclass(frozen=True)
class Track:
    """A slice source for benchmarks and tests: it plays spans of speech, and yields nothing between them."""

    clock: Clock
    """Each slice comes when this clock has reached its end."""
    spans: Sequence[SpeechSpan]
    """The earliest first, without overlap. A span that is past already is left out."""

    async def slices(self) -> AsyncGenerator[Slices, None]:
        """Yield one slice at a time, without an end."""
        for span in self.spans:
            count = max(1, round((span.end_s - span.begin_s) / SLICE_S))
            for number in range(1, count + 1):
                at_s = span.begin_s + number * SLICE_S
                left_s = at_s - self.clock.now()
                if left_s < -SLICE_S:
                    continue
                await self.clock.sleep(left_s)
                yield [SpeechSlice(at_s=at_s, level_db=span.level_db, speech=span.speech)]
        await anyio.sleep_forever()


_MOST_SLICES: Final = 100
_MOST_LETTERS: Final = 2000
_MOST_NUMBERS: Final = 800
"""Of a voiceprint, which is a line too."""
_DRIFT_S: Final = 0.0005
"""By so much the way from one clock to the other is believed to have grown at each line, at most."""

_Level = Annotated[float, Field(ge=-200, le=50)]
_Share = Annotated[float, Field(ge=0, le=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class HeardDevice(_Strict):
    """The device and the detector that are in use, and why there is none or no better one."""

    device: str
    detector: str
    cancels: bool = False
    """Whether the echo of our own voice is taken out, as long as it is told what we play."""
    why: str = ""


class SliceLine(_Strict):
    """A line of slices: when the line was written, when its last slice ended, and the numbers of each slice."""

    sent: float
    at: float | None = None
    levels: Annotated[list[_Level], Field(max_length=_MOST_SLICES)] = []
    speech: Annotated[list[_Share], Field(max_length=_MOST_SLICES)] = []

    @model_validator(mode="after")
    def _adds_up(self) -> "SliceLine":
        if len(self.levels) != len(self.speech) or bool(self.levels) != (self.at is not None):
            raise ValueError("the numbers do not belong together")
        return self


class RecogniserState(_Strict):
    """The kind of recogniser that is in use, or why there is none."""

    sent: float
    recogniser: str
    why: str = ""


class WordsLine(_Strict):
    """The words of an utterance, and when they were said."""

    sent: float
    heard: Annotated[str, Field(min_length=1, max_length=_MOST_LETTERS)]
    language: Annotated[str, Field(max_length=8)]
    confidence: _Share
    began: float
    ended: float
    work: Annotated[float, Field(ge=0)]
    """The seconds that it took to recognise them."""
    waited: Annotated[float, Field(ge=0)]
    """Those that went by after the pause that ended them."""


class StrangerLine(_Strict):
    """An utterance of another speaker."""

    sent: float
    stranger: Annotated[float, Field(ge=-1.1, le=1.1)]
    began: float
    ended: float


class VoiceprintLine(_Strict):
    """The voiceprint of an utterance."""

    sent: float
    voiceprint: Annotated[tuple[float, ...], Field(min_length=1, max_length=_MOST_NUMBERS)]
    seconds: Annotated[float, Field(ge=0)]
    began: float
    ended: float


ListenerLine = HeardDevice | SliceLine | RecogniserState | WordsLine | StrangerLine | VoiceprintLine
_LINE: Final[TypeAdapter[ListenerLine]] = TypeAdapter(ListenerLine)


def parse_line(line: bytes) -> ListenerLine:
    """Parse a line of the listener process, or raise ServiceError when it is something else."""
    try:
        return _LINE.validate_json(line)
    except ValidationError:
        raise ServiceError(
            own("The listener sent no line of numbers but {line}; it is started again.", line=repr(line[:60]))
        ) from None


class ShowTimeConverter:
    """The offset between the listener's clock and the show's, by the line that took the least time to come."""

    def __init__(self) -> None:
        self._ahead_s = float("inf")

    def convert(self, told: SliceLine, now_s: float) -> Slices:
        """Return the slices of a line that came at `now_s`."""
        self._follow(told.sent, now_s)
        if told.at is None:
            return []
        last_s = told.at + self._ahead_s
        count = len(told.levels)
        return [
            SpeechSlice(at_s=last_s - (count - 1 - number) * SLICE_S, level_db=level_db, speech=speech)
            for number, (level_db, speech) in enumerate(zip(told.levels, told.speech, strict=True))
        ]

    def convert_words(self, told: WordsLine, now_s: float) -> HeardWords:
        """Return the words of a line that came at `now_s`."""
        self._follow(told.sent, now_s)
        return HeardWords(
            text=told.heard,
            language=told.language,
            confidence=told.confidence,
            began_s=told.began + self._ahead_s,
            ended_s=told.ended + self._ahead_s,
        )

    def convert_voice(self, told: "StrangerLine | VoiceprintLine", now_s: float) -> HeardVoice:
        """Return whose the utterance of a line is that came at `now_s`."""
        self._follow(told.sent, now_s)
        began_s, ended_s = told.began + self._ahead_s, told.ended + self._ahead_s
        if isinstance(told, VoiceprintLine):
            return HeardVoice(vector=told.voiceprint, seconds=told.seconds, began_s=began_s, ended_s=ended_s)
        return HeardVoice(likeness=told.stranger, began_s=began_s, ended_s=ended_s)

    def _follow(self, sent_s: float, now_s: float) -> None:
        self._ahead_s = min(self._ahead_s + _DRIFT_S, now_s - sent_s)
