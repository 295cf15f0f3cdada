"""The settings of the guard."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from performer.guard.category import Action, Category, Level


class GuardSettings(BaseModel):
    """What may not be said, and how much may be said at once."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    level: Level = "standard"
    """How strict: family, standard or loose."""
    actions: dict[Category, Action] = Field(default_factory=dict)
    """What becomes of a text by what is in it (own, slurs, profanity, …): pass, mask, drop, replace or hold."""
    words_file: Path | None = None
    """Blocked words and phrases, one a line, # for comments; without it, blocklist.txt beside config.toml, if any."""
    allow_file: Path | None = None
    """Words that may be said all the same, one a line; without it, allowlist.txt beside config.toml, if any."""
    dry_run: bool = False
    """Only report what would be stopped; private data is masked all the same."""
    sentence_chars: int = Field(default=280, ge=20, le=2000)
    """A spoken sentence is cut at this length."""
    overlay_chars: int = Field(default=120, ge=10, le=500)
    """A text on the overlay is cut at this length."""

    @field_validator("words_file", "allow_file", mode="before")
    @classmethod
    def _none_when_empty(cls, file: object) -> object:
        return file or None
