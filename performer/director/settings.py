"""How long reasons to act may wait, and how often one of them may cut another's turn."""

from pydantic import BaseModel, ConfigDict, Field

from performer.cue_queue import Ages


class DirectorSettings(BaseModel):
    """Which reason to act becomes a turn."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    cut_every_s: float = Field(default=20.0, ge=0, le=3600)
    """A more urgent reason cuts a turn that is on, at most once in so many seconds; the streamer's always may."""
    schedule_age_s: float = Field(default=300.0, gt=0, le=86400)
    """Something planned that has waited longer for its turn is let go, in seconds."""
    direct_age_s: float = Field(default=120.0, gt=0, le=3600)
    """A chat line to the performer itself that has waited longer is let go, in seconds."""
    chat_age_s: float = Field(default=60.0, gt=0, le=600)
    """Any other chat line that has waited longer is let go, in seconds."""
    game_age_s: float = Field(default=10.0, gt=0, le=600)
    """What a game has told is let go when it has waited longer for its line, in seconds."""
    scene_age_s: float = Field(default=6.0, gt=0, le=600)
    """A change on the screen that has waited longer for its line is let go, in seconds."""

    @property
    def ages(self) -> Ages:
        """Tell for how long each kind of cue is worth a turn."""
        return Ages(
            schedule_s=self.schedule_age_s,
            direct_s=self.direct_age_s,
            chat_s=self.chat_age_s,
            game_s=self.game_age_s,
            scene_s=self.scene_age_s,
        )
