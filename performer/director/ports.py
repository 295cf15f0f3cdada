"""What the director needs of others: who performs, who speaks, and who knows the pace."""

from collections.abc import Callable
from typing import Protocol

from performer.cues import Cue


class Acts(Protocol):
    """Whoever performs a turn."""

    async def perform(self, turn: int, cue: Cue) -> None:
        """Return when the turn is written; cancelling it cuts it. One turn is performed at a time."""
        ...


class Mouth(Protocol):
    """Whoever speaks what turns say, in the order of the turns."""

    @property
    def speaking(self) -> int | None:
        """The turn that is heard now, if any."""
        ...

    async def cut(self, turn: int, *, clips: bool = False) -> None:
        """Be silent now, and drop what is left of this turn and of those before it; clips too only if asked."""
        ...

    def forget(self, turn: int) -> None:
        """Drop what of exactly this turn has not begun to sound; what sounds is not touched."""
        ...

    async def finished(self, turn: int) -> None:
        """Return when the turn's last sentence has been heard, or dropped."""
        ...


class Pacing(Protocol):
    """Whoever knows when it is time; an instant that has come stays come until a turn, a line or `on_change`.

    What was heard it reads off the event stream itself.
    """

    on_change: Callable[[], None]
    """Set by the director, and called when anything but a turn or a line has moved an instant."""

    def opens_s(self, cue: Cue) -> float:
        """Tell the instant from which this cue may become a turn; inf: time alone will not open it."""
        ...

    def silence_s(self) -> float:
        """Tell the instant at which silence itself becomes a reason to speak; inf: never."""
        ...

    def took(self, cue: Cue) -> None:
        """Take in that this cue became a turn."""
        ...
