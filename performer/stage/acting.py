"""The tools of acting: the mascot's mood, and particles in the air."""

from typing import Annotated

from pydantic import Field

from performer.errors import ToolRefused
from performer.messages import Mood, Shape
from performer.stage.mascot.mascot import Mascot
from performer.stage.particles import LONGEST_S, SHORTEST_S, Intensity, burst
from performer.stage.stage import Stage
from performer.tools import TextPart, Tool, ours

MoodTime = Annotated[float, Field(ge=3, le=120)]
FlightTime = Annotated[float, Field(ge=SHORTEST_S, le=LONGEST_S)]


def acting_tools(stage: Stage, mascot: Mascot) -> list[Tool]:
    """Make the tools; a mascot that is off refuses its own."""
    return [_set_mood(mascot), _spawn_particle(stage)]


def _set_mood(mascot: Mascot) -> Tool:
    async def set_mood(mood: Mood, duration_s: MoodTime = 20.0) -> TextPart:
        """Change the face that your owl makes on the stream.

        Args:
            mood: What it feels.
            duration_s: Seconds until it rests again, 3 to 120.
        """
        if not mascot.is_on_stage:
            raise ToolRefused("set_mood: the mascot is not on stage; mascot.place is off.")
        mascot.feel(mood, duration_s)
        return ours(f"The mascot looks {mood} for {duration_s:g} s.")

    return Tool.of(set_mood, answers_as_ours=True, tells=False)


def _spawn_particle(stage: Stage) -> Tool:
    async def spawn_particle(shape: Shape, intensity: Intensity = "medium", duration_s: FlightTime = 4.0) -> TextPart:
        """Let confetti, hearts, sparks or snow fly over the stream.

        Args:
            shape: What flies.
            intensity: How many.
            duration_s: Seconds, 2 to 6.
        """
        stage.show(burst(stage, shape, intensity, duration_s))
        return ours(f"{shape.capitalize()} in the air for {duration_s:g} s.")

    return Tool.of(spawn_particle, answers_as_ours=True, tells=False)
