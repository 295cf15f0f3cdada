"""The settings of the guard."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from performer.guard.category import NEVER_PASSED, Action, Category, Level


class GuardSettings(BaseModel):
    """What may not be said, and how much may be said at once."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    level: Level = "standard"
    """How strict: family, standard or loose. At family nothing that swears goes out; at standard mild words do, and
    swearing is masked; at loose swearing does, and crude words are masked. Hatred and threats never do."""
    actions: dict[Category, Action] = Field(default_factory=dict)
    """What becomes of a text by what is in it, where you want another way than the level's: { profanity = "drop" }.
    There are own, slurs, sexual, profanity, mild, minors, self-harm, denial, threats, doxxing, private and unsafe; each
    may pass, mask, drop, replace (by a dry line) or hold (until you say yes on the panel). What is not spoken is
    dropped where it would be replaced or held."""
    words_file: Path | None = None
    """Blocked words and phrases, one a line, plonk* for all that begins so, # for comments; without it, blocklist.txt
    beside config.toml, if any."""
    allow_file: Path | None = None
    """Words that may be said all the same, one a line; without it, allowlist.txt beside config.toml, if any."""
    dry_run: bool = False
    """Only report what would be stopped, and let it out, to try a list or a level; private data is masked all the
    same."""
    sentence_chars: int = Field(default=280, ge=20, le=2000)
    """A spoken sentence is cut at this length."""
    overlay_chars: int = Field(default=120, ge=10, le=500)
    """A text on the overlay is cut at this length."""

    @field_validator("actions")
    @classmethod
    def _stops_what_never_passes(cls, actions: dict[Category, Action]) -> dict[Category, Action]:
        for category in NEVER_PASSED:
            if actions.get(category) == "pass":
                raise ValueError(f"Expected mask, drop, replace or hold for {category}: it never passes")
        return actions

    @field_validator("words_file", "allow_file", mode="before")
    @classmethod
    def _none_when_empty(cls, file: object) -> object:
        return file or None
