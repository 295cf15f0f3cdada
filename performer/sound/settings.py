"""The sound player's settings, and the command that starts it."""

import sys

from pydantic import BaseModel, ConfigDict, Field


class SoundSettings(BaseModel):
    """How the performer is heard on this machine."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    enabled: bool = True
    """Whether a sound player is started at all."""
    device: str = ""
    """Part of the output device's name; empty is the system's default."""
    speech_device: str = ""
    """The same for speech alone; empty is `device`."""
    clip_device: str = ""
    """The same for clips alone; empty is `device`."""
    volume: float = Field(default=1.0, ge=0, le=1)
    """How loud the sound player is, from 0 to 1."""
    duck_db: float = Field(default=-12.0, ge=-60, le=0)
    """How much quieter other sounds go on while a line is spoken, in decibels; 0 leaves them as they are."""
    order: list[str] = ["page", "sfx"]
    """Who sounds first, by name: page is a page opened with audio=1, sfx the sound player; others come after them."""

    @property
    def duck(self) -> float:
        """The same as a share of their own volume, from 0 to 1."""
        return round(10 ** (self.duck_db / 20), 4)

    def command(self) -> list[str]:
        """Write the command that starts the sound player; its address follows on standard input."""
        devices = {"--device": self.device, "--speech-device": self.speech_device, "--clip-device": self.clip_device}
        chosen = [word for option, name in devices.items() if name for word in (option, name)]
        return [sys.executable, "-m", "sfx", *chosen, "--volume", f"{self.volume:g}"]
