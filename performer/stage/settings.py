"""The settings of the stage."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field, field_validator

DEFAULT_PORT: Final = 8766


class StageSettings(BaseModel):
    """Where the stage is served, and how long things stay on it."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    host: str = Field(default="127.0.0.1", min_length=1)
    """The address the stage listens on; anything but 127.0.0.1 lets other machines see the stage."""
    port: int | None = Field(default=None, ge=0, le=65535)
    """The stage's port; unset, 8766 or what stood in for it last time. A taken one gives the next free; 0 any."""
    theme: str = "night"
    """How it looks: night, paper, bold, or NAME of a NAME.toml in the folder `themes` beside stage.html."""
    emote_s: float = Field(default=4.0, ge=0.5, le=60)
    """How long an emote stays, in seconds."""
    caption_linger_s: float = Field(default=0.9, ge=0, le=10)
    """How long a caption stays after its line was spoken, in seconds."""

    @field_validator("port", mode="before")
    @classmethod
    def _unset_when_empty(cls, port: object) -> object:
        return None if port == "" else port
