"""The settings of the guard."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator


class GuardSettings(BaseModel):
    """What may not be said, and how much may be said at once."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    words_file: Path | None = None
    """Blocked words and phrases, one a line, # for comments; without it, blocklist.txt beside config.toml, if any."""
    on_hit: Literal["drop", "mask"] = "drop"
    """What becomes of a text with a blocked word: drop it, or mask the word."""
    sentence_chars: int = Field(default=280, ge=20, le=2000)
    """A spoken sentence is cut at this length."""
    overlay_chars: int = Field(default=120, ge=10, le=500)
    """A text on the overlay is cut at this length."""

    @field_validator("words_file", mode="before")
    @classmethod
    def _none_when_empty(cls, file: object) -> object:
        return file or None
