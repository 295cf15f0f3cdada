"""Gesturing: what a model that only talks does beside its words is thought of by the performer's own code."""

from performer.expression.gestures import Gestures
from performer.models.model import Step, ToolCalls
from performer.tools import ToolSpec


class Gesturing:
    """Thinks of gestures for the lines of one turn.

    Args:
        gestures: Knows which were made of late.
        specs: The tools that only show or sound, and are on offer.
    """

    def __init__(self, gestures: Gestures, specs: tuple[ToolSpec, ...]) -> None:
        self._gestures = gestures
        self._specs = specs

    def of(self, step: Step, said: str, seen: str) -> ToolCalls | None:
        """Return the gestures that go with what was said of a step; None where there are none, or the model may call.

        Args:
            step: Says how the model was asked.
            said: What was let through of its words.
            seen: What was on the screen, in words; may be empty.
        """
        if step.usage.mode != "talk" or not said:
            return None
        calls = self._gestures.calls(said, seen, self._specs)
        return ToolCalls(calls=calls) if calls else None
