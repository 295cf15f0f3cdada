"""What a streamer may set about the memory."""

from pydantic import BaseModel, ConfigDict, Field


class MemorySettings(BaseModel):
    """What is remembered of what people write and of what the performer says; all of it stays on this machine."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    enabled: bool = True
    """Whether anything said is remembered; plans, approvals and monitored channels are kept in any case."""
    keeps_days: int = Field(default=30, ge=1, le=3650)
    """Messages older than that are deleted, in days; of each channel the last hundred are kept at most."""
    summaries: bool = True
    """Whether what lies further back than the last messages of a conversation is told to the model in a few words."""
    notes: bool = True
    """Whether the model may keep notes about channels and people (the tools remember and recall)."""
