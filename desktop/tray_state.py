"""How the show is, as far as a small icon can say it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

_LONGEST: Final = 200


class Being(Enum):
    """What the show does as a whole."""

    STARTING = "starting"
    PERFORMING = "performing"
    LIMPING = "performing, but something is missing"
    PAUSED = "paused"
    HUSHED = "hushed"
    GONE = "gone: waiting for it"


@dataclass(frozen=True)
class TrayState:
    """What the show does, and in words why, or what is missing."""

    being: Being
    why: str = ""

    @property
    def words(self) -> str:
        """The state in a line of words."""
        return ": ".join(filter(None, (self.being.value, self.why)))[:_LONGEST]


def read_state(value: Mapping[str, Any], now_ms: int) -> TrayState:
    """Read the state that the show sends to those who control it; its instants are milliseconds since 1970."""
    pauses, down = value.get("pauses") or {}, value.get("down") or {}
    if pauses:
        return TrayState(Being.PAUSED, "; ".join(map(str, pauses.values())))
    if (value.get("hushed_until") or 0) > now_ms:
        return TrayState(Being.HUSHED)
    if down:
        return TrayState(Being.LIMPING, ", ".join(map(str, down)))
    return TrayState(Being.PERFORMING)
