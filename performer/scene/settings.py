"""What a streamer may set about what the model is told."""

from pydantic import BaseModel, ConfigDict, Field


class SceneSettings(BaseModel):
    """What the model is told besides the picture."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    persona: str = Field(default="pip", pattern=r"^[\w-]{1,40}$")
    """Who it is: the name of a file in the folder `personas` of PERFORMER_HOME, or of those that ship."""
    remembered_lines: int = Field(default=12, ge=0, le=50)
    """How many of its own last lines the model is told not to repeat."""
    words_within_s: float = Field(default=2.0, gt=0, le=30)
    """Seconds that a model which cannot see waits for the picture's words; then plain facts of it have to do."""
