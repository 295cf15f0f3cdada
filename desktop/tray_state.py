"""How the show is, as far as a small icon can say it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from desktop.words import TrayWords

_LONGEST: Final = 200
LISTENS: Final = "ears.light.waits"
"""The key of the words for a microphone that is open."""


class Being(Enum):
    """What the show does as a whole; the value is the key of its words."""

    STARTING = "being.starting"
    PERFORMING = "being.performing"
    LIMPING = "tray.limping"
    PAUSED = "being.paused"
    HUSHED = "being.hushed"
    GONE = "tray.gone"


@dataclass(frozen=True)
class TrayState:
    """What the show does, and in words why, or what is missing."""

    being: Being
    why: str = ""
    listens: bool = False
    """Whether a microphone is open."""

    def describe(self, words: TrayWords) -> str:
        """Describe the state in a line."""
        state = ": ".join(filter(None, (words.say(self.being.value), self.why)))[:_LONGEST]
        return f"{words.say(LISTENS)} {state}" if self.listens else state


def read_state(value: Mapping[str, Any], now_ms: int, words: TrayWords) -> TrayState:
    """Read the state that the show sends to those who control it; its instants are milliseconds since 1970."""
    being, why = _read_being(value, now_ms, words)
    return TrayState(being, why, listens=bool(value.get("listens")))


def _read_being(value: Mapping[str, Any], now_ms: int, words: TrayWords) -> tuple[Being, str]:
    """Return what the show does, and why."""
    pauses, down = value.get("pauses") or {}, value.get("down") or {}
    if pauses:
        return Being.PAUSED, "; ".join(words.translate(str(each)) for each in pauses.values())
    if (value.get("hushed_until") or 0) > now_ms:
        return Being.HUSHED, ""
    if down:
        return Being.LIMPING, ", ".join(words.name_part(str(each)) for each in down)
    return Being.PERFORMING, ""
