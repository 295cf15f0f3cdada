"""The settings of the microphone, and the command of its process."""

import sys
from typing import Literal

from pydantic import Field

from performer.core.settings import Settings


class MicSettings(Settings):
    """Whether it listens to the streamer, not to talk over them, and understands them. No sound is kept or sent."""

    enabled: bool = False
    """Whether it listens at all."""
    device: str = ""
    """Part of the input device's name; empty is the system's default."""
    detector: Literal["auto", "silero", "energy"] = "auto"
    """What tells speech from noise: silero (`add mic` brings it), energy (loudness alone), or auto, the better."""
    while_speaking: Literal["stop", "finish"] = "stop"
    """Whether a line stops when the streamer begins to speak, or is finished; none begins in either case."""
    speech_from_db: float = Field(default=-90.0, ge=-90, le=-10)
    """How loud speech is at least, in dB below full scale; -90 leaves that to the detector."""
    echo_margin_db: float = Field(default=6.0, ge=0, le=40)
    """By how much the streamer must be louder than the performer's own voice through the speakers, in dB."""

    recognition: str = "off"
    """What understands what you say: off, tiny, base or small (`add hearing` brings it), or a model's folder."""
    language: str = Field(default="", pattern=r"^([a-z]{2,3})?$")
    """The language that you speak, such as en or de; empty has the model find out."""
    only_me: bool = False
    """Whether words count in your voice alone, not a game's or a guest's; it has to know it: performer ears enrol."""
    pause_s: float = Field(default=0.5, ge=0.2, le=3)
    """The silence that ends what you say, in seconds; shorter ones belong to it."""

    def command(self) -> list[str]:
        """Write the command that starts the listener."""
        device = ["--device", self.device] if self.device else []
        return [sys.executable, "-m", "sfx.microphone", "--detector", self.detector, *device]


def make_list_command() -> list[str]:
    """Write the command that lists the input devices of this machine."""
    return [sys.executable, "-m", "sfx.microphone", "--list"]
