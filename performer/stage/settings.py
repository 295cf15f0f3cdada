"""The settings of the stage."""

import re
from typing import Final

from pydantic import Field, field_validator

from performer.core.loopback import is_exposed
from performer.core.own_text import own
from performer.core.settings import Live, Settings

DEFAULT_PORT: Final = 8766
EXPOSED: Final = own(
    "What is said to it is not encrypted, its tokens neither: put a TLS proxy in front, or take an SSH tunnel to"
    " 127.0.0.1; the README tells how."
)
"""The warning for a stage that other machines can reach."""
_NAME: Final = re.compile(r"[\w.-]+(:\d{1,5})?", re.ASCII)


class StageSettings(Settings):
    """Where the stage is served, and how long things stay on it."""

    host: str = Field(default="127.0.0.1", min_length=1)
    """The address the stage listens on; anything but 127.0.0.1 lets other machines see the stage."""
    public_host: str = ""
    """The name of a TLS proxy in front of the stage, such as stage.example.org; its https:// pages are let in too."""
    port: int | None = Field(default=None, ge=0, le=65535)
    """The stage's port; unset, 8766 or what stood in for it last time. A taken one gives the next free; 0 any."""
    theme: Live[str] = "night"
    """How it looks: night, paper, bold, or NAME of a NAME.toml in the folder `themes` beside stage.html."""
    emote_s: Live[float] = Field(default=4.0, ge=0.5, le=60)
    """How long an emote stays, in seconds."""
    cards: Live[bool] = True
    """Whether what takes long is shown as a card while it goes on: long calls of tools, and sub-agents."""
    exhibit_s: Live[float] = Field(default=8.0, ge=0.5, le=60)
    """How long a picture that a tool made stays, in seconds."""
    caption_linger_s: Live[float] = Field(default=0.9, ge=0, le=10)
    """How long a caption stays after its line was spoken, in seconds."""
    captions_follow_words: Live[bool] = True
    """Whether the word that is heard stands out in the caption: as the voice tells, or about then."""

    @property
    def is_exposed(self) -> bool:
        """Whether other machines can reach the stage, without encryption."""
        return is_exposed(self.host)

    @field_validator("public_host")
    @classmethod
    def _is_a_name(cls, name: str) -> str:
        if name and not _NAME.fullmatch(name):
            raise ValueError("a name, with :PORT behind it if that is not 443, and nothing else")
        return name

    @field_validator("port", mode="before")
    @classmethod
    def _unset_when_empty(cls, port: object) -> object:
        return None if port == "" else port
