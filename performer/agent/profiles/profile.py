"""A profile: what the show's own turns, or a sub-agent, are told and may do. Mixed with `|`, it only ever gets less.

Its settings are one table `[prototypes.NAME]`; what is left out is as the built-in one of that name has it.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, TypeVar

from pydantic import Field

from performer.core.settings import Settings
from performer.core.untrusted_text import Prompt
from performer.core.values import dataclass
from performer.tools.names import find_matches, is_any_match
from performer.tools.settings import ToolRule
from performer.tools.tool import Tool
from performer.tools.toolbox import HookSet, Toolbox

_Name = Annotated[str, Field(min_length=1, max_length=100)]


class ProfileSettings(Settings):
    """What a turn or a sub-agent is told, and may do."""

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
    rules: dict[str, ToolRule] = Field(default={})
    """Hooks that are added for it, as under [tools]."""
    steps: int | None = Field(default=None, ge=1, le=20)
    """How often its model may be asked."""
    deadline_s: float | None = Field(default=None, gt=0, le=600)
    """How long it may take, in seconds."""
    tokens: int | None = Field(default=None, ge=100, le=1_000_000)
    """How many tokens, read and written, it may cost."""
    plan: bool | None = None
    """true: it first picks one tool or none, and last writes its line."""


T = TypeVar("T")
Patterns = tuple[str, ...]
"""Tools by name, or by the beginning of one and `*`."""
Rules = Mapping[str, ToolRule]
"""What is said of tools, by such patterns."""
Number = TypeVar("Number", int, float)


@dataclass(frozen=True, kw_only=True)
class AgentProfile:
    """What is left open (None) is as whoever uses it has it."""

    name: str
    prompt: Prompt | None = None
    """What it is told to be and to do."""
    model: str | None = None
    """Who writes: empty: whoever leads; `describe`: the model that puts pictures into words; else as model.spec."""
    sees: bool | None = None
    """Whether it is shown what is on the screen."""
    tools: tuple[Patterns, ...] = ()
    """Lists of tools, each of which must have a tool for it to be allowed; none: all that the parent has."""
    read_only: bool = False
    """Whether it may use those alone that change nothing."""
    rules: tuple[Rules, ...] = ()
    """Hooks that are added, each of these by itself."""
    steps: int | None = None
    """How often its model may be asked."""
    deadline_s: float | None = None
    tokens: int | None = None
    """How many, read and written, it may cost."""
    plan: bool | None = None
    """Whether it first picks one tool or none, and last writes its line."""

    def __or__(self, other: "AgentProfile") -> "AgentProfile":
        """Mix: what the other says goes, but both must allow a tool, all rules hold, and limits are the smaller.

        Mixing is associative, and no mixture may more than one of its parts.
        """
        return AgentProfile(
            name=other.name,
            prompt=_choose_said(self.prompt, other.prompt),
            model=_choose_said(self.model, other.model),
            sees=_choose_said(self.sees, other.sees),
            tools=_join(self.tools, other.tools),
            read_only=self.read_only or other.read_only,
            rules=_join(self.rules, other.rules),
            steps=_choose_smaller(self.steps, other.steps),
            deadline_s=_choose_smaller(self.deadline_s, other.deadline_s),
            tokens=_choose_smaller(self.tokens, other.tokens),
            plan=_choose_said(self.plan, other.plan),
        )

    def can_use(self, tool: Tool) -> bool:
        """Return whether it may use a tool of its parent's."""
        name = tool.spec.name
        if self.read_only and not tool.is_read_only:
            return False
        return all(is_any_match(name, each) for each in self.tools) and not any(
            _denies(each, name) for each in self.rules
        )

    def names(self, tool: Tool) -> bool:
        """Return whether it allows a tool by its very name, and not only among others."""
        return self.can_use(tool) and any(tool.spec.name in each for each in self.tools)


def _choose_said(mine: T | None, others: T | None) -> T | None:
    return mine if others is None else others


def _join(mine: tuple[T, ...], others: tuple[T, ...]) -> tuple[T, ...]:
    return (*mine, *(each for each in others if each not in mine))


def _choose_smaller(mine: Number | None, others: Number | None) -> Number | None:
    if mine is None or others is None:
        return mine if others is None else others
    return min(mine, others)


def _denies(rules: Rules, name: str) -> bool:
    said = [rule.deny for rule in find_matches(name, rules) if rule.deny is not None]
    return bool(said and said[-1])


RuleHooks = Callable[[Rules], HookSet]
"""Makes the hooks that hold what is said of tools, as `HookChain.added` does."""


class ToolboxNarrowing:
    """Makes boxes smaller for one profile; its hooks are made once, so that they remember over all its boxes."""

    def __init__(self, profile: AgentProfile, hooks: RuleHooks) -> None:
        self.profile = profile
        self._added = sum(map(hooks, profile.rules), HookSet())

    def of(self, box: Toolbox) -> Toolbox:
        """Narrow the box of the show's own turns."""
        return box.where(self.profile.can_use).with_hooks(self._added)

    def narrow_parent(self, box: Toolbox) -> Toolbox:
        """Narrow a parent's box for a sub-agent: what changes or shows anything it has only by its name."""
        return box.where(self._may_child).with_hooks(self._added)

    def _may_child(self, tool: Tool) -> bool:
        is_the_shows = tool.shows != "no" or not (tool.server or tool.is_read_only)
        return self.profile.names(tool) if is_the_shows else self.profile.can_use(tool)
