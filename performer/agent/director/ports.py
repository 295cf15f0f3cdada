"""What the director needs of others: who performs, who speaks, and who knows the pace; and its settings."""

from typing import Protocol

from pydantic import Field

from performer.agent.queue.inbox import Ages
from performer.core.cues import Cue
from performer.core.settings import Settings


class DirectorSettings(Settings):
    """Which reason to act becomes a turn."""

    cut_every_s: float = Field(default=20.0, ge=0, le=3600)
    """A more urgent reason cuts a turn that is on, at most once in so many seconds; the streamer's always may."""
    schedule_age_s: float = Field(default=300.0, gt=0, le=86400)
    """Something planned that has waited longer for its turn is let go, in seconds."""
    direct_age_s: float = Field(default=120.0, gt=0, le=3600)
    """A chat line to the performer itself that has waited longer is let go, in seconds."""
    chat_age_s: float = Field(default=60.0, gt=0, le=600)
    """Any other chat line that has waited longer is let go, in seconds."""
    game_age_s: float = Field(default=10.0, gt=0, le=600)
    """What a game has told is let go when it has waited longer for its line, in seconds."""
    scene_age_s: float = Field(default=6.0, gt=0, le=600)
    """A change on the screen that has waited longer for its line is let go, in seconds."""

    @property
    def ages(self) -> Ages:
        """Return for how long each kind of cue is worth a turn."""
        return Ages(
            schedule_s=self.schedule_age_s,
            direct_s=self.direct_age_s,
            chat_s=self.chat_age_s,
            game_s=self.game_age_s,
            scene_s=self.scene_age_s,
        )


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
