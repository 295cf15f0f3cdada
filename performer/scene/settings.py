"""What a streamer may set about what the model is told."""

from pydantic import BaseModel, ConfigDict, Field


class SceneSettings(BaseModel):
    """What the model is told besides the picture."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    remembered_lines: int = Field(default=12, ge=0, le=50)
    """How many of its own last lines the model is told not to repeat."""
    words_within_s: float = Field(default=2.0, gt=0, le=30)
    """Seconds that a model which cannot see waits for the picture's words; then measures of it have to do."""
