"""The settings of a turn."""

from pydantic import Field

from performer.core.settings import Live, Settings


class TurnSettings(Settings):
    """How long a turn may take and how much it may say."""

    steps: Live[int] = Field(default=6, ge=1, le=20)
    """How often the model may be asked in one turn."""
    deadline_s: Live[float] = Field(default=45.0, gt=0, le=600)
    """A turn that takes longer is ended, in seconds."""
    sentences: Live[int] = Field(default=3, ge=1, le=20)
    """How many sentences an answer to somebody may have that is spoken. The prompt asks for two fewer where that is
    more than one; to be as short as one is the persona's rule."""
    comment_sentences: Live[int] = Field(default=1, ge=1, le=20)
    """How many sentences a comment may have that nobody asked for."""
    away_every_s: Live[float] = Field(default=60.0, ge=5, le=3600)
    """While no model answers, viewers who speak to the performer are told so at most once in so many seconds: each of
    them where they read it, and a channel where they hear it. The streamer is told at most every ten
    seconds."""
    written_sentences: Live[int] = Field(default=40, ge=1, le=200)
    """How many sentences of an answer are written in a channel, where nobody has to listen to them; a block of code
    counts as one."""
    written_tokens: Live[int] = Field(default=700, ge=16, le=8192)
    """Tokens that an answer may have that is written in a channel; more than model.num_predict, for code and lists."""
    freshness_s: Live[float] = Field(default=6.0, gt=0, le=120)
    """A comment that starts longer after its picture, or without one after its cause, is dropped, in seconds; on a
    machine that needs longer for a line, twice that and at most 20."""
    first_clause: Live[bool] = False
    """Begin an answer to somebody at its first comma: sooner, but half sentences are then what is judged."""

    def narrow(self, *, steps: int | None, deadline_s: float | None) -> "TurnSettings":
        """Return settings that allow no more steps and seconds than these, where they are given."""
        fewer = {"steps": min(self.steps, steps or self.steps)}
        return self.model_copy(update={**fewer, "deadline_s": min(self.deadline_s, deadline_s or self.deadline_s)})
