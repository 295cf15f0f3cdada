"""The settings of the tools."""

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
