"""The settings of the tools."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class ToolRule(BaseModel):
    """What one tool may do."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    calls_per_min: int = Field(ge=0, le=600)
    """How often it may be called in any minute; 0 switches it off."""


class ToolsSettings(BaseModel):
    """How much the performer may play with the stage."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    timeout_s: float = Field(default=20.0, gt=0, le=300)
    """A call that takes longer is ended, in seconds."""
    confirm: tuple[Annotated[str, Field(min_length=1, max_length=100)], ...] = ()
    """Tools that always ask you first, by their names; what reaches beyond the show asks anyway, where others' words
    may have led to it."""
    confirm_s: float = Field(default=600.0, ge=10, le=86_400)
    """How long a call waits for your yes, in seconds; then it is denied."""
    overlay_text: ToolRule = ToolRule(calls_per_min=6)
    show_emote: ToolRule = ToolRule(calls_per_min=10)
    set_mood: ToolRule = ToolRule(calls_per_min=6)
    spawn_particle: ToolRule = ToolRule(calls_per_min=4)
    play_sfx: ToolRule = ToolRule(calls_per_min=4)
    describe_frame: ToolRule = ToolRule(calls_per_min=6)
    read_text: ToolRule = ToolRule(calls_per_min=6)

    @property
    def calls_per_min(self) -> dict[str, int]:
        """The rate of every tool that has one."""
        rules = {name: getattr(self, name) for name in type(self).model_fields}
        return {name: rule.calls_per_min for name, rule in rules.items() if isinstance(rule, ToolRule)}
