"""Gestures: what is really shown with a line, at most a face and an emote, and not with every line.

Gesturing: what a model that only talks does beside its words is thought of by the performer's own code.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY
from typing import Final

from performer.agent.expression.expression import Expression, Expressions
from performer.core.clock import Clock
from performer.core.values import dataclass
from performer.models.model import Step, ToolCalls
from performer.tools.choices import ArgumentChoice, find_choice
from performer.tools.tool import ToolCall, ToolSpec

_APART_S: Final = 12.0
"""Seconds between two emotes: one is up for some four, and the picture shall be clear for longer than that."""
_AGAIN_S: Final = 30.0
"""Seconds before the very same emote is shown again: twice in a row looks like a machine."""
_CHANCE: Final = 0.6
"""How often a line that feels something gets its emote; a gesture with every line says nothing any more."""
_MOOD_S: Final = 20.0
"""How long a face is made where its tool does not say: so long is `set_mood`'s own default."""


@dataclass(eq=False)
class Gestures:
    """Thinks of the calls that go with a line; remembers what it showed, so one of it serves one show."""

    clock: Clock
    expressions: Expressions
    _: KW_ONLY
    apart_s: float = _APART_S
    """Seconds between two emotes."""

    def __post_init__(self) -> None:
        self._count = 0
        self._mood = ("", 0.0)
        """The face made last, and until when."""
        self._shown_s: dict[str, float] = {}
        """When each emote was shown last."""

    def calls(self, line: str, seen: str, specs: Sequence[ToolSpec]) -> tuple[ToolCall, ...]:
        """Return at most a change of face and an emote, in this order, that go with a line; they count as shown.

        Of the tools on offer `set_mood` and `show_emote` are used; `seen` is what is on the screen, in words.
        """
        expression = self.expressions.of(line, seen)
        tools = {spec.name: spec for spec in specs}
        thought_of = (self._face(expression, tools.get("set_mood")), self._emote(expression, tools.get("show_emote")))
        return tuple(call for call in thought_of if call)

    def of(self, step: Step, said: str, seen: str, specs: Sequence[ToolSpec]) -> ToolCalls | None:
        """Return the gestures that go with what was let through of a step's words, as `calls` does.

        None where there are none, or the model calls tools itself.
        """
        calls = self.calls(said, seen, specs) if said and step.usage.mode == "talk" else ()
        return ToolCalls(calls=calls) if calls else None

    def _face(self, expression: Expression, spec: ToolSpec | None) -> ToolCall | None:
        """Make another face; a neutral one comes back by itself."""
        choice = find_choice(spec) if spec else None
        mood, now_s = expression.mood, self.clock.now()
        made, until_s = self._mood
        if spec is None or choice is None or mood == "neutral" or mood not in choice.values:
            return None
        if mood == made and now_s < until_s:
            return None
        self._mood = (mood, now_s + _lasts_s(spec))
        return self._call(spec, choice, mood)

    def _emote(self, expression: Expression, spec: ToolSpec | None) -> ToolCall | None:
        choice = find_choice(spec) if spec else None
        if spec is None or choice is None or not expression.emote:
            return None
        fitting = [each for each in (expression.emote, *expression.others) if each in choice.values]
        fresh = next((each for each in fitting if self._is_rested(each, _AGAIN_S)), "")
        if not fresh or not all(self._is_rested(each, self.apart_s) for each in self._shown_s):
            return None
        if not expression.is_strong and self.clock.chance.random() >= _CHANCE:
            return None
        self._shown_s[fresh] = self.clock.now()
        return self._call(spec, choice, fresh)

    def _is_rested(self, emote: str, seconds: float) -> bool:
        shown_s = self._shown_s.get(emote)
        return shown_s is None or self.clock.now() >= shown_s + seconds

    def _call(self, spec: ToolSpec, choice: ArgumentChoice, value: str) -> ToolCall:
        self._count += 1
        return ToolCall(id=f"talk-{self._count}", name=spec.name, arguments={choice.argument: value})


def _lasts_s(spec: ToolSpec) -> float:
    duration = spec.parameters["properties"].get("duration_s", {}).get("default", _MOOD_S)
    return float(duration) if isinstance(duration, int | float) else _MOOD_S
