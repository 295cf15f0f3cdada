"""The overlay window as the performer knows it: how it is started, and whether it is seen."""

from performer.window.settings import WindowSettings
from performer.window.watch import WindowWatch, no_display

__all__ = ["WindowSettings", "WindowWatch", "no_display"]
