"""A prototype: a named recipe for the show's own turns or for a sub-agent. Mixed with `|`, it only ever gets less."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from performer.tools import Tool
from performer.tools.patterns import fits_any, meant
from performer.tools.settings import ToolRule
from performer.untrusted import Prompt

T = TypeVar("T")
Patterns = tuple[str, ...]
"""Tools by name, or by the beginning of one and `*`."""
Rules = Mapping[str, ToolRule]
"""What is said of tools, by such patterns."""
Number = TypeVar("Number", int, float)


@dataclass(frozen=True, kw_only=True)
class Prototype:
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

    def __or__(self, other: "Prototype") -> "Prototype":
        """Mix: what the other says goes, but both must allow a tool, all rules hold, and limits are the smaller.

        Mixing is associative, and no mixture may more than one of its parts.
        """
        return Prototype(
            name=other.name,
            prompt=_said(self.prompt, other.prompt),
            model=_said(self.model, other.model),
            sees=_said(self.sees, other.sees),
            tools=_both(self.tools, other.tools),
            read_only=self.read_only or other.read_only,
            rules=_both(self.rules, other.rules),
            steps=_smaller(self.steps, other.steps),
            deadline_s=_smaller(self.deadline_s, other.deadline_s),
            tokens=_smaller(self.tokens, other.tokens),
            plan=_said(self.plan, other.plan),
        )

    def allows(self, tool: Tool) -> bool:
        """Tell whether it may use a tool of its parent's."""
        name = tool.spec.name
        if self.read_only and not tool.is_read_only:
            return False
        return all(fits_any(name, each) for each in self.tools) and not any(_denies(each, name) for each in self.rules)

    def names(self, tool: Tool) -> bool:
        """Tell whether it allows a tool by its very name, and not only among others."""
        return self.allows(tool) and any(tool.spec.name in each for each in self.tools)


def _said(mine: T | None, others: T | None) -> T | None:
    return mine if others is None else others


def _both(mine: tuple[T, ...], others: tuple[T, ...]) -> tuple[T, ...]:
    return (*mine, *(each for each in others if each not in mine))


def _smaller(mine: Number | None, others: Number | None) -> Number | None:
    if mine is None or others is None:
        return mine if others is None else others
    return min(mine, others)


def _denies(rules: Rules, name: str) -> bool:
    said = [rule.deny for rule in meant(name, rules) if rule.deny is not None]
    return bool(said and said[-1])
