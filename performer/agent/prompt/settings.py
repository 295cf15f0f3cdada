"""The settings of the scene."""

from pydantic import Field

from performer.core.settings import Live, Settings
from performer.core.shown_name import ShownName
from performer.vision.encode import LEAST_WIDTH


class SceneSettings(Settings):
    """What the model is told besides the picture."""

    persona: str = Field(default="pip", pattern=r"^[\w-]{1,40}$")
    """Who it is: the name of a file in the folder `personas` of PERFORMER_HOME, or of those that ship."""
    remembered_lines: Live[int] = Field(default=12, ge=0, le=50)
    """How many of its own last lines the model is told not to repeat."""
    streamer: Live[ShownName] = Field(default="", max_length=32)
    """Your name, by which it knows you when you type a line or ask for something; empty: "the streamer"."""
    words_within_s: Live[float] = Field(default=2.0, gt=0, le=30)
    """Seconds that a model which cannot see waits for the picture's words; then plain facts of it have to do."""
    picture_width: Live[int] = Field(default=1500, ge=LEAST_WIDTH, le=1500)
    """Pixels that the picture of a turn is wide at most; a screen of 1,920 is shown with 960. A narrower picture is
    read sooner, and its small letters are lost. `bench model` finds the widest with which a line comes in time."""
