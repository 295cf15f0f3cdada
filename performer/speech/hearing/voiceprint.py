"""The voiceprint of the streamer: how it is made of some utterances, and the file that keeps it.

It is a row of numbers, and no sound. A voice is told by it from another, whatever is said.
"""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.files.atomic import write_atomically
from performer.core.large_download import make_write_error
from performer.core.own_text import OwnText, own
from performer.speech.hearing.samples import HeardVoice

NEEDED_S: Final = 8.0
"""Seconds of speech: with the pauses between the sentences some ten."""
_LEAST: Final = 3
"""Utterances, so that one bad one has no great weight."""
_SHORTEST_S: Final = 1.0
"""A shorter utterance says little of a voice."""


class Voiceprint(BaseModel):
    """What is kept of a voice."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    """The model that measured it; with another it means nothing."""
    alike: float
    """A voice that is less alike than this is another's."""
    vector: tuple[float, ...] = Field(min_length=1)
    """The mean of some utterances, of length 1."""

    def write(self, file: Path) -> None:
        """Keep it; only the owner may read the file.

        Raises:
            ServiceError: when it cannot be written.
        """
        try:
            write_atomically(file, self.model_dump_json().encode())
        except OSError as error:
            raise make_write_error(file, error) from error


def check_voiceprint(file: Path, model: str) -> None:
    """Check that a voice is known which this model has measured.

    Raises:
        ConfigError: when none is.
    """
    try:
        known = Voiceprint.model_validate(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError):
        known = None
    if known is None or known.model != model:
        raise ConfigError(own("Your voice is not known yet. Enrol it: {command} ears enrol", command=COMMAND))


def forget_voiceprint(file: Path) -> None:
    """Remove what is kept of the voice.

    Raises:
        ConfigError: when nothing is kept.
        ServiceError: when it cannot be removed.
    """
    try:
        file.unlink()
    except FileNotFoundError:
        raise ConfigError(own("No voice is known.")) from None
    except OSError as error:
        raise make_write_error(file, error) from error


class Enrolment:
    """Collects utterances of one voice until they are enough for a voiceprint.

    Args:
        model: the name of the model that measures them.
        alike: from which likeness on two utterances are of one voice.
    """

    def __init__(self, model: str, alike: float) -> None:
        self._model, self._alike = model, alike
        self._taken: list[Sequence[float]] = []
        self.taken_s = 0.0
        """How much speech was taken."""

    @property
    def is_whole(self) -> bool:
        """Whether it is enough."""
        return self.taken_s >= NEEDED_S and len(self._taken) >= _LEAST

    def take(self, heard: HeardVoice) -> OwnText | None:
        """Add an utterance; return why it is left out, or None."""
        if heard.seconds < _SHORTEST_S:
            return own("that was too short; read a whole sentence")
        if self._taken and compare(heard.vector, self._mean()) < self._alike:
            return own("that was another voice than before")
        self._taken.append(heard.vector)
        self.taken_s += heard.seconds
        return None

    def make(self) -> Voiceprint:
        """Make the voiceprint of all that was taken."""
        return Voiceprint(model=self._model, alike=self._alike, vector=tuple(round(each, 5) for each in self._mean()))

    def _mean(self) -> Sequence[float]:
        summed = [sum(column) for column in zip(*self._taken, strict=True)]
        length = math.hypot(*summed) or 1.0
        return [each / length for each in summed]


def compare(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how alike two voiceprints of length 1 are, from -1 to 1; prints of two models are not at all."""
    return sum(a * b for a, b in zip(one, other, strict=True)) if len(one) == len(other) else 0.0
