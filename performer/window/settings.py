"""The overlay window's settings, and the command that starts it."""

import sys
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict


class WindowSettings(BaseModel):
    """The overlay window: the stage on the streamer's own screen, on top of the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    enabled: bool = True
    """Whether the overlay window is shown, where there is a display."""
    monitor: str = ""
    """The monitor's number from 1 on, or part of its name; empty is where it was last, else the primary one."""
    without_compositor: Literal["shape", "hide"] = "shape"
    """On X11 without a compositor nothing is translucent: cut the window to its elements, or hide it."""
    straight_alpha: bool = False
    """For OBS's window capture on X11: soft edges are right there, and wrong on the desktop."""
    hide_from_capture: Literal["auto", "always", "never"] = "auto"
    """When recorders of the screen are not to see the window; auto: while a page shows the stage. Windows and macOS."""

    def command(self, place_file: Path | None = None) -> list[str]:
        """Write the command that starts the window; its address follows on standard input.

        Args:
            place_file: Where it keeps which monitor it was on; without one it forgets.
        """
        options = {
            "--monitor": self.monitor,
            "--without-compositor": self.without_compositor,
            "--hide-from-capture": self.hide_from_capture,
            "--place-file": str(place_file or ""),
        }
        chosen = [word for option, value in options.items() if value for word in (option, value)]
        alpha = ["--straight-alpha"] if self.straight_alpha else []
        return [sys.executable, "-m", "overlay", *chosen, *alpha]
