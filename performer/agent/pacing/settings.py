"""The settings of the pacing."""

from pydantic import Field

from performer.agent.pacing.talkativeness import Talkativeness
from performer.core.settings import Live, Settings


class PacingSettings(Settings):
    """How much it talks."""

    talkativeness: Live[Talkativeness] = "medium"
    """How much it says of its own accord: silent (answers only), low, medium or high."""
    idle_s: Live[float] = Field(default=0.0, ge=0, le=3600)
    """After about this long without a word it may speak by itself, in seconds; 0: as talkativeness has it."""
    still_s: Live[float] = Field(default=420.0, ge=10, le=3600)
    """Over a menu, a loading or a pause screen it says one line in this time at most, in seconds."""
    hush_s: Live[float] = Field(default=20.0, ge=0, le=3600)
    """After a hush it says nothing of its own accord for so long, in seconds; it still answers."""
