"""The fun tools as a turn is offered them, with all that the product ships with."""

from pathlib import Path

from performer.clock import VirtualClock
from performer.paths import ASSETS
from performer.stage.acting import acting_tools
from performer.stage.clients import Clients
from performer.stage.library.library import Library
from performer.stage.mascot.mascot import Mascot
from performer.stage.mascot.plumage import Plumage
from performer.stage.mascot.settings import MascotSettings
from performer.stage.settings import StageSettings
from performer.stage.sound.desk import SoundDesk
from performer.stage.stage import Stage
from performer.stage.tools import stage_tools
from performer.tools import ToolSpec


def fun_tools() -> tuple[ToolSpec, ...]:
    """Make the stage's tools, and tell what a model reads of them."""
    clock = VirtualClock()
    stage = Stage(clock, Clients())
    library = Library.of([ASSETS / "emotes"], [ASSETS / "sounds"], cache=Path("/nonexistent/cache"))
    mascot = Mascot(clock, stage, Plumage(ASSETS / "mascot"), MascotSettings())
    tools = [*stage_tools(stage, SoundDesk(clock, library), library, StageSettings()), *acting_tools(stage, mascot)]
    return tuple(tool.spec for tool in tools)


FUN_TOOLS = fun_tools()


def tool(name: str, argument: str, *values: str, also_required: str = "") -> ToolSpec:
    """Make a tool that leaves one choice open."""
    properties: dict[str, object] = {argument: {"type": "string", "enum": list(values)}}
    required = [argument]
    if also_required:
        properties[also_required] = {"type": "string"}
        required.append(also_required)
    schema = {"type": "object", "properties": properties, "required": required}
    return ToolSpec(name=name, description="", parameters=schema)
