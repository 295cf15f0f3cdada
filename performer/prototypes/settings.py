"""The settings of a prototype: one table `[prototypes.NAME]` each; what is left out is as the built-in one has it."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from performer.tools.settings import ToolRule

_Name = Annotated[str, Field(min_length=1, max_length=100)]


class PrototypeSettings(BaseModel):
    """A recipe for a turn or a sub-agent."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    mix: tuple[_Name, ...] = ()
    """Prototypes that it is mixed of: of words the later ones' go, and its own before all; it has only the tools that
    all of them allow, all their rules, and the smallest limits. Empty: the built-in one of its name."""
    prompt: str | None = Field(default=None, max_length=8000)
    """What it is told to be and to do."""
    model: str | None = Field(default=None, max_length=300)
    """Who writes: as model.spec; "describe": who describes pictures; empty: whoever leads the show."""
    sees: bool | None = None
    """true: a sub-agent is shown what is on the screen."""
    tools: tuple[_Name, ...] | None = None
    """The tools that it may use, by name, or by the beginning of one and *: never more than its parent has."""
    read_only: bool | None = None
    """true: of these, those alone that change nothing."""
    rules: dict[str, ToolRule] = {}
    """Hooks that are added for it, as under [tools]."""
    steps: int | None = Field(default=None, ge=1, le=20)
    """How often its model may be asked."""
    deadline_s: float | None = Field(default=None, gt=0, le=600)
    """How long it may take, in seconds."""
    tokens: int | None = Field(default=None, ge=100, le=1_000_000)
    """How many tokens, read and written, it may cost."""
    plan: bool | None = None
    """true: it first picks one tool or none, and last writes its line."""
