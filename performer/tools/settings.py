"""The settings of the tools: of all of them, and by name of one, or of all that a server has."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, ValidationInfo, field_validator

from performer.core.settings import Live, Settings
from performer.tools.names import find_matches
from performer.tools.rates import RateLimit
from performer.tools.tool import Shows


def _check_order(values: tuple[float, float]) -> tuple[float, float]:
    if not values[0] <= values[1]:
        raise ValueError("the least comes first, and the most after it")
    return values


Values = Annotated[tuple[float, float], AfterValidator(_check_order)]
"""The least and the most."""


class ToolRule(Settings):
    """What one tool may do, or all whose names begin alike; what is left out is as the tool itself has it."""

    deny: Live[bool | None] = None
    """true: it is not used at all."""
    confirm: Live[Literal["owner", "never"] | None] = None
    """owner: each call waits for your yes. never: none does for the tool's own sake; what reaches out still does where
    others' words lead to it, and so does a message to another channel."""
    rate: Live[RateLimit | None] = None
    """How often it may be called, such as "3/min", "20/h" or "1/10s"."""
    person_rate: Live[RateLimit | None] = None
    """How often one person in a chat may have it called."""
    turn_calls: Live[int | None] = Field(default=None, ge=0, le=100)
    """How often one turn may call it."""
    timeout_s: Live[float | None] = Field(default=None, gt=0, le=360)
    """A call that takes longer is ended, in seconds."""
    long: Live[bool | None] = None
    """true: no turn waits for it; the performer is told when it is done."""
    cache: Live[bool | float | None] = None
    """true: the answer to the same question is kept for 30 minutes; a number: for so many seconds."""
    cache_for: Live[Literal["channel", "all"] | None] = None
    """Whom a kept answer is for. channel: the same caller for the same channel. all: whoever asks the same."""
    retry: Live[int | None] = Field(default=None, ge=0, le=5)
    """How often a call that failed is made again; only of tools that say that this does no harm."""
    exclusive: Live[str | None] = Field(default=None, max_length=60)
    """What it needs for itself while it runs: tools that name the same thing do not run together."""
    hold_s: Live[float | None] = Field(default=None, ge=0, le=600)
    """How long the caller keeps that after a call, in seconds."""
    wait_s: Live[float | None] = Field(default=None, ge=0, le=120)
    """How long a call waits for it, in seconds."""
    clamp: Live[dict[str, Values] | None] = None
    """Numbers that are brought into a range: { volume = [0, 0.5] }; within others: { "size.width" = [1, 64] }, and of
    each item of a list: { "points[].x" = [0, 9] }."""
    show: Live[Shows | None] = None
    """How a picture that it makes goes on stage."""


class ToolsSettings(Settings):
    """How much the performer may play with the stage and beyond."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, ToolRule] = Field(init=False)

    timeout_s: Live[float] = Field(default=20.0, gt=0, le=300)
    """A call that takes longer is ended, in seconds."""
    long_s: Live[float] = Field(default=360.0, gt=0, le=360)
    """The same of one that no turn waits for."""
    calls_per_min: Live[int] = Field(default=20, ge=1, le=600)
    """How many calls of all tools together the show and its helpers may make in any minute."""
    program_calls_per_min: Live[int] = Field(default=10, ge=1, le=600)
    """How many calls a minute each program may make that uses the tools from outside, by `performer mcp`; they do not
    count among those of the show."""
    offered: Live[int] = Field(default=12, ge=1, le=64)
    """How many tools a model is told of at once; it finds the others by find_tools."""
    first: Live[tuple[Annotated[str, Field(min_length=1, max_length=100)], ...]] = ()
    """Tools that it is told of before all others, by their names."""
    confirm: Live[tuple[Annotated[str, Field(min_length=1, max_length=100)], ...]] = ()
    """Tools that always ask you first, by their names; what reaches beyond the show asks anyway, where others' words
    may have led to it."""
    confirm_s: Live[float] = Field(default=600.0, ge=10, le=86_400)
    """How long a call waits for your yes, in seconds; then it is denied."""
    overlay_text: ToolRule = ToolRule(rate=RateLimit.of("6/min"))
    show_emote: ToolRule = ToolRule(rate=RateLimit.of("10/min"))
    set_mood: ToolRule = ToolRule(rate=RateLimit.of("6/min"))
    spawn_particle: ToolRule = ToolRule(rate=RateLimit.of("4/min"))
    play_sfx: ToolRule = ToolRule(rate=RateLimit.of("4/min"))
    describe_frame: ToolRule = ToolRule(rate=RateLimit.of("6/min"))
    read_text: ToolRule = ToolRule(rate=RateLimit.of("6/min"))
    make_sprite: ToolRule = ToolRule(rate=RateLimit.of("4/min"))
    say: ToolRule = ToolRule(rate=RateLimit.of("3/min"))

    @field_validator("*")
    @classmethod
    def _keep_what_is_left_out(cls, said: object, about: ValidationInfo) -> object:
        """Return a tool's own rule with what a table says over it."""
        own = cls.model_fields[str(about.field_name)].default
        return merge_rules(own, said) if isinstance(own, ToolRule) and isinstance(said, ToolRule) else said

    @property
    def rules(self) -> dict[str, ToolRule]:
        """All rules of tools, by name or by the beginning of one and `*`."""
        own: dict[str, Any] = {name: getattr(self, name) for name in type(self).model_fields}
        return {name: rule for name, rule in own.items() if isinstance(rule, ToolRule)} | (self.model_extra or {})


def find_rule(name: str, rules: Mapping[str, ToolRule]) -> ToolRule:
    """Return what rules say of a tool; the longest pattern that says a thing wins, and the whole name over all."""
    said = ToolRule()
    for rule in find_matches(name, rules):
        said = merge_rules(said, rule)
    return said


def merge_rules(rule: ToolRule, over: ToolRule) -> ToolRule:
    """Return one rule with what another says over it."""
    return rule.model_copy(update={key: value for key, value in over if value is not None})
