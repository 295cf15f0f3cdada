"""What people read of what a text was stopped for: one name for each thing, in terminal, panel, toast and answers."""

from collections.abc import Mapping
from typing import Final

_LABELS: Final[Mapping[str, str]] = {
    "own": "your list",
    "private": "private data",
    "unsafe": "judge model",
    "denial": "denial of a genocide",
    "minors": "sexual, about minors",
}
_KINDS: Final = ("topic: ", "the judge: ")
"""So a rule begins that names who found it, which the label says already or nobody asked."""


def label(category: str) -> str:
    """Name a category."""
    return _LABELS.get(category, category)


def beyond(category: str, rule: str) -> str:
    """Give what a rule adds to the label of its category; empty when it says the same again."""
    said = plain_rule(rule)
    for name in (label(category), category):
        if said in {name, name.removesuffix("s")}:
            return ""
        if said.startswith(f"{name}, "):
            return said.removeprefix(f"{name}, ")
    return said


def in_full(category: str, rule: str) -> str:
    """Name a category, and the rule where it adds something: `private data: e-mail address`."""
    more = beyond(category, rule)
    return f"{label(category)}: {more}" if more else label(category)


def plain_rule(rule: str) -> str:
    """Give a rule without who found it: `e-mail address`, `threat`."""
    for kind in _KINDS:
        rule = rule.removeprefix(kind)
    return rule
