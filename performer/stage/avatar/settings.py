"""The settings of the avatar."""

from typing import Literal

from performer.core.moods import Mood
from performer.core.settings import Live, Settings


class AvatarSettings(Settings):
    """Where the mascot stands, and how it looks while nothing moves it."""

    place: Live[Literal["right", "left", "off"]] = "right"
    """Which side of the stage it stands on, or off."""
    mood: Live[Mood] = "neutral"
    """The avatar's resting mood."""
