"""What a streamer may set about sub-agents; which there are is said under [prototypes.NAME]."""

from pydantic import BaseModel, ConfigDict, Field


class SubAgentSettings(BaseModel):
    """How many helpers a turn may have, how much they may cost, and whether one of them reads the chat."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    depth: int = Field(default=2, ge=0, le=2)
    """2: a turn may send helpers, and these may once more; 1: they may not; 0: there are none."""
    breadth: int = Field(default=3, ge=1, le=5)
    """How many helpers a turn, or a helper, may send in all."""
    steps: int = Field(default=20, ge=1, le=200)
    """How often the models of all helpers of a turn may be asked."""
    tokens: int = Field(default=60_000, ge=1000, le=5_000_000)
    """How many tokens, read and written, all helpers of a turn may cost."""
    chat_reader: bool = False
    """true: a helper decides which lines of the chat are answered, but for those that speak to the performer."""
