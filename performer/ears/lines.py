"""The lines in which the listener tells of the microphone, read at the edge; and its seconds turned into the show's."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from performer.ears.slices import SLICE_S, Slice, Slices
from performer.errors import ServiceError

_MOST_SLICES: Final = 100
_DRIFT_S: Final = 0.0005
"""By so much the way from one clock to the other is believed to have grown at each line, at most."""

_Level = Annotated[float, Field(ge=-200, le=50)]
_Share = Annotated[float, Field(ge=0, le=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Device(_Strict):
    """What is heard now, by what, and why it is nothing or no better."""

    device: str
    detector: str
    why: str = ""


class Told(_Strict):
    """Some slices: when the line was written, when the last of them ended, and the numbers of each."""

    sent: float
    at: float | None = None
    levels: Annotated[list[_Level], Field(max_length=_MOST_SLICES)] = []
    speech: Annotated[list[_Share], Field(max_length=_MOST_SLICES)] = []

    @model_validator(mode="after")
    def _adds_up(self) -> "Told":
        if len(self.levels) != len(self.speech) or bool(self.levels) != (self.at is not None):
            raise ValueError("the numbers do not belong together")
        return self


_LINE: Final[TypeAdapter[Device | Told]] = TypeAdapter(Device | Told)


def parse_line(line: bytes) -> Device | Told:
    """Read a line.

    Raises:
        ServiceError: when it is something else.
    """
    try:
        return _LINE.validate_json(line)
    except ValidationError:
        raise ServiceError(f"The listener sent no line of numbers but {line[:60]!r}; it is started again.") from None


class ShowTime:
    """Turns the listener's seconds into the show's: by the line that came soonest after it was written."""

    def __init__(self) -> None:
        self._ahead_s = float("inf")

    def slices(self, told: Told, now_s: float) -> Slices:
        """Give the slices of a line that came now."""
        self._ahead_s = min(self._ahead_s + _DRIFT_S, now_s - told.sent)
        if told.at is None:
            return []
        last_s = told.at + self._ahead_s
        count = len(told.levels)
        return [
            Slice(at_s=last_s - (count - 1 - number) * SLICE_S, level_db=level_db, speech=speech)
            for number, (level_db, speech) in enumerate(zip(told.levels, told.speech, strict=True))
        ]
