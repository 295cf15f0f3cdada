"""The room: how loud it is while nobody speaks, of which follows from how loud on it may be speech."""

from typing import Final

from performer.core.errors import ConfigError
from performer.core.own_text import own
from performer.speech.hearing.samples import SLICE_S, SPEECH, Slices

_HEARD_S: Final = 3.0
_ABOVE_DB: Final = 6.0
"""Speech into a microphone that is set up for a stream stands 20 dB and more above the room."""
_LOUDEST: Final = 0.95
"""The share of slices below the level that counts: of a click nothing follows."""
_SPOKEN: Final = 0.1
"""From this share of slices with speech on it was no room."""
_LOWEST_DB, _HIGHEST_DB = -90, -10
"""The bounds of `mic.speech_from_db`."""


class RoomLevels:
    """The levels of three seconds of a room.

    Args:
        began_s: what ended before this instant of the show's clock does not count.
    """

    def __init__(self, began_s: float) -> None:
        self._began_s = began_s
        self._levels: list[float] = []
        self._spoken = 0

    @property
    def is_whole(self) -> bool:
        """Whether three seconds were heard."""
        return len(self._levels) * SLICE_S >= _HEARD_S

    def take(self, slices: Slices) -> None:
        """Add what was heard."""
        for each in slices:
            if each.at_s > self._began_s:
                self._levels.append(each.level_db)
                self._spoken += each.speech >= SPEECH

    def find_gate_db(self) -> float:
        """Return from how loud on something may be speech in this room, in dB below full scale.

        Raises:
            ConfigError: when somebody spoke meanwhile.
        """
        if self._spoken > _SPOKEN * len(self._levels):
            raise ConfigError(own("Somebody spoke. Be silent for three seconds, with all that is on anyway."))
        loud_db = sorted(self._levels)[int(_LOUDEST * (len(self._levels) - 1))]
        return float(min(_HIGHEST_DB, max(_LOWEST_DB, round(loud_db + _ABOVE_DB))))
