"""The settings of the mascot."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from performer.messages import Mood


class MascotSettings(BaseModel):
    """Where the mascot stands, and how it looks while nothing moves it."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    place: Literal["right", "left", "off"] = "right"
    """Which side of the stage it stands on, or off."""
    mood: Mood = "neutral"
    """Its resting mood."""
