"""What a streamer may set about a turn."""

from pydantic import BaseModel, ConfigDict, Field


class TurnSettings(BaseModel):
    """How long a turn may take and how much it may say."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    steps: int = Field(default=6, ge=1, le=20)
    """How often the model may be asked in one turn."""
    deadline_s: float = Field(default=45.0, gt=0, le=600)
    """A turn that takes longer is ended, in seconds."""
    sentences: int = Field(default=5, ge=1, le=20)
    """How many sentences an answer to somebody may have."""
    comment_sentences: int = Field(default=1, ge=1, le=20)
    """How many sentences a comment may have that nobody asked for."""
    written_sentences: int = Field(default=15, ge=1, le=60)
    """How many sentences an answer may have that is only written, where nobody has to listen to it."""
    freshness_s: float = Field(default=6.0, gt=0, le=120)
    """A comment that starts longer after its picture, or without one after its cause, is dropped, in seconds; on a
    machine that needs longer for a line, twice that."""
    first_clause: bool = False
    """Begin an answer to somebody at its first comma: sooner, but the guard and novelty then judge half sentences."""

    def narrowed(self, *, steps: int | None, deadline_s: float | None) -> "TurnSettings":
        """Give settings that allow no more steps and seconds than these, where they are given."""
        fewer = {"steps": min(self.steps, steps or self.steps)}
        return self.model_copy(update={**fewer, "deadline_s": min(self.deadline_s, deadline_s or self.deadline_s)})
