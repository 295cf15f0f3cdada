"""When cues may become turns, and for how long they wait."""

from pydantic import BaseModel, ConfigDict, Field


class DirectorSettings(BaseModel):
    """When to speak."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    gap_s: float = Field(default=8.0, ge=0, le=600)
    """Quiet time after a line before the picture may cause another, in seconds."""
    idle_s: float = Field(default=30.0, ge=1, le=3600)
    """After this long without a word it may speak by itself, in seconds."""
    chat_age_s: float = Field(default=60.0, gt=0, le=600)
    """A chat line that has waited longer is let go, in seconds."""
    scene_age_s: float = Field(default=10.0, gt=0, le=600)
    """A change on the screen that has waited longer for its line is let go, in seconds."""
