"""Gestures: what the understudy does beside its words, by moment."""

import tomllib
from pathlib import Path
from typing import Final

from performer.clock import Clock
from performer.tools import ToolCall, ToolSpec

_CHANCE: Final = 0.4
"""How often a line comes with a gesture."""
_APART_S: Final = 45.0
"""Seconds before the very same call is made again: what it showed may still be on stage."""
_WISHES: Final[dict[str, dict[str, dict[str, str]]]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
"""By tool, argument and moment."""


class Gestures:
    """Thinks of tool calls that fit."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls = 0
        self._called_s: dict[tuple[str, str], float] = {}
        """When each call was made last, by tool and value."""

    def think_of(self, moment: str, tools: tuple[ToolSpec, ...]) -> ToolCall | None:
        """Think of a tool that fits and is really offered, with a value it really has."""
        offered = [
            (spec.name, argument, wish)
            for spec in tools
            for argument, wishes in _WISHES.get(spec.name, {}).items()
            if (wish := wishes.get(moment)) and wish in spec.parameters["properties"][argument].get("enum", ())
        ]
        now_s = self._clock.now()
        new = [each for each in offered if now_s >= self._called_s.get((each[0], each[2]), -_APART_S) + _APART_S]
        if not new or self._clock.chance.random() > _CHANCE:
            return None
        name, argument, wish = self._clock.chance.choice(new)
        self._calls += 1
        self._called_s[name, wish] = now_s
        return ToolCall(id=f"understudy-{self._calls}", name=name, arguments={argument: wish})
