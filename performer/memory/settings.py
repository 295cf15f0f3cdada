"""The settings of the memory."""

from typing import Final

from pydantic import Field

from performer.core.settings import Live, Settings

MESSAGES: Final = 100
"""The most messages that are kept of each channel beyond their days, and that an answer there is told."""


class MemorySettings(Settings):
    """What is remembered of what people write and of what the performer says; all of it stays on this machine."""

    enabled: bool = True
    """Whether anything said is remembered; plans, approvals and monitored channels are kept in any case."""
    keeps_days: Live[int] = Field(default=30, ge=1, le=3650)
    """Messages older than that are deleted, in days; of each channel the last hundred are kept at most."""
    context_messages: Live[int] = Field(default=MESSAGES, ge=1, le=MESSAGES)
    """How many of a channel's last messages an answer there is told word for word, at most."""
    context_minutes: Live[int] = Field(default=60, ge=1, le=1440)
    """How far back these may lie, in minutes."""
    context_tokens: Live[int] = Field(default=1500, ge=50, le=100_000)
    """How many tokens of the prompt these may take, by estimate; the newest are told, and what is left is only summed
    up."""
    summaries: bool = True
    """Whether what lies further back than the last messages of a conversation is told to the model in a few words."""
    notes: Live[bool] = True
    """Whether the model may keep notes about channels and people (the tools remember and recall)."""
