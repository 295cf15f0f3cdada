"""The sound player's settings and command, and whether sound is heard, stated once when it changes."""

import sys

from pydantic import Field

from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.settings import Live, Settings
from performer.core.status import Role
from performer.stage.processes.child import ClientWatch


class SoundWatch(ClientWatch):
    """Follows whether sound is heard."""

    def __init__(self, stream: EventStream) -> None:
        super().__init__(stream, "sound", "the sound player has not answered yet")
        self._failure = ""
        """Why the player that sounded has ended, until the mixer says what is heard now."""

    def changed(self, sounds: bool, why: str) -> None:
        """Note what the sound mixer says."""
        failure, self._failure = self._failure, ""
        if sounds:
            self.note_up(why or "a device without a name")
        else:
            self.note_down(failure or why)

    def failed(self, why: str) -> None:
        """Note that the player ended by itself; the mixer says whether it was the one that played."""
        if self.state:
            self._failure = why
        else:
            self.note_down(why)

    def role(self, *, enabled: bool) -> Role:
        """Return the role of the sound: who plays it, or why nobody does."""
        if self.state:
            return Role(part="sound", plays=self.state)
        if not enabled:
            return Role(
                part="sound", plays=own("off"), why=own("switched off by sound.enabled or --no-sound"), state="off"
            )
        return Role(part="sound", plays=own("none, lines are only shown"), why=self.why, state="down")


class SoundSettings(Settings):
    """How the performer is heard on this machine."""

    enabled: Live[bool] = True
    """Whether there is a sound player at all."""
    device: str = ""
    """Part of the output device's name; empty is the system's default."""
    speech_device: str = ""
    """The same for speech alone; empty is `device`."""
    clip_device: str = ""
    """The same for clips alone; empty is `device`."""
    volume: float = Field(default=1.0, ge=0, le=1)
    """How loud the sound player is, from 0 to 1."""
    effects_lufs: float = Field(default=-20.0, ge=-40, le=-10)
    """How loud every effect is made, in LUFS of one loudspeaker; a meter of a stereo recording shows 3 more."""
    duck_db: float = Field(default=-6.0, ge=-60, le=0)
    """How much quieter other sounds go on while a line is spoken, in decibels; 0 leaves them as they are."""
    order: list[str] = Field(default=["page", "sfx"])
    """Who sounds first, by name: page is a page opened with audio=1, sfx the sound player; others come after them."""

    @property
    def duck(self) -> float:
        """`duck_db` as a share of their own volume, from 0 to 1."""
        return round(10 ** (self.duck_db / 20), 4)

    def command(self) -> list[str]:
        """Return the command that starts the sound player; its address follows on standard input."""
        devices = {"--device": self.device, "--speech-device": self.speech_device, "--clip-device": self.clip_device}
        chosen = [word for option, name in devices.items() if name for word in (option, name)]
        return [sys.executable, "-m", "sfx", *chosen, "--volume", f"{self.volume:g}"]


def make_list_command() -> list[str]:
    """Return the command that lists the output devices of this machine."""
    return [sys.executable, "-m", "sfx", "--list"]
