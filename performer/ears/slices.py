"""Slices: what is known of the streamer's microphone, a number or two for each 32 ms; and the port they come by."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

SLICE_S: Final = 0.032
"""How long a slice is, in seconds: what the detector takes at once."""
SPEECH: Final = 0.5
"""From this probability a slice counts as speech."""


@dataclass(frozen=True, kw_only=True)
class Slice:
    """What was heard in 32 ms."""

    at_s: float
    """When it ended, in seconds of the show's clock."""
    level_db: float
    """Root mean square below full scale, -100 to 0."""
    speech: float
    """How probable it is that somebody spoke, 0 to 1."""


Slices = Sequence[Slice]
"""Some slices, the oldest first; maybe none: a sign of life."""


class Hears(Protocol):
    """Whoever hears the room."""

    def slices(self) -> AsyncGenerator[Slices, None]:
        """Yield what is heard as it is heard; what is left out was no speech. Whoever asks closes it.

        Raises:
            ServiceError: when there is nothing to hear with; asking again may help.
        """
        ...
