"""What the director needs of others: who performs, who speaks, and who knows the pace."""

from typing import Protocol

from performer.core.cues import Cue


class TurnPerformer(Protocol):
    """The performer of turns."""

    async def perform(self, turn: int, cue: Cue) -> None:
        """Return when the turn is written; cancelling it cuts it. One turn is performed at a time."""
        ...


class SpeakerPort(Protocol):
    """The speaker of what turns say, in the order of the turns."""

    @property
    def speaking(self) -> int | None:
        """The turn that is heard now, if any."""
        ...

    async def cut(self, turn: int, *, clips: bool = False) -> None:
        """Stop sounding now, and drop the rest of this turn and of those before it; clips too only if asked."""
        ...

    def forget(self, turn: int) -> None:
        """Drop what of exactly this turn has not begun to sound; what sounds is not touched."""
        ...

    async def finished(self, turn: int) -> None:
        """Return when the turn's last sentence has been heard, or dropped."""
        ...


class Pacing(Protocol):
    """The pacing of a show; an instant that has come stays come until a turn, a line, or a wake of the inbox.

    What was heard it reads off the event stream itself.
    """

    def opens_s(self, cue: Cue) -> float:
        """Return the instant from which this cue may become a turn; inf: time alone will not open it."""
        ...

    def silence_s(self) -> float:
        """Return the instant at which silence itself becomes a reason to speak; inf: never."""
        ...

    def took(self, cue: Cue) -> None:
        """Note that this cue became a turn."""
        ...
