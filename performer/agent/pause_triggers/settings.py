"""What a watcher of pauses asks of the show.

The settings of the pauses.
"""

from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field, field_validator

from performer.agent.pause_triggers.key_names import Shortcut


class PausesSettings(BaseModel):
    """When to keep quiet whatever happens."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    scenes: tuple[str, ...] = ()
    """Names of OBS scenes to be quiet in, such as `BRB` or `Starting*`; needs a page in OBS that may read the scene."""
    programs: tuple[str, ...] = ()
    """Programs and window titles to be quiet and blind before, such as `keepass*`, while they are in front."""
    away_s: float = Field(default=0.0, ge=0, le=86_400)
    """Quiet after so long without keyboard and mouse, in seconds; 0: never. A gamepad is neither of them."""
    shortcut: str = ""
    """A key that pauses and resumes wherever it is pressed, such as `Ctrl+Alt+P`; empty: none."""
    poll_s: float = Field(default=1.0, ge=0.2, le=60)
    """How often the desktop is looked at, in seconds; before each picture it is looked at in any case."""

    @field_validator("scenes", "programs", mode="before")
    @classmethod
    def _one_is_a_list(cls, names: object) -> object:
        return (names,) if isinstance(names, str) else names

    @field_validator("shortcut")
    @classmethod
    def _readable(cls, words: str) -> str:
        if words.strip():
            Shortcut.read(words)
        return words.strip()


class CanPause(Protocol):
    """A show that can keep quiet; several reasons may hold at once, each under its own name."""

    async def pause(self, by: str, reason: str) -> None:
        """Keep quiet, for that reason in words; asked again under the same name, the newer words stand."""
        ...

    def resume(self, by: str) -> None:
        """Drop that reason; without others the show goes on. One that does not hold is no matter."""
        ...
