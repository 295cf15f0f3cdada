"""The fun tools as a turn is offered them, with all that the product ships with."""

from pathlib import Path

from performer.core.clock import VirtualClock
from performer.core.files.home import ASSETS
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.avatar.settings import AvatarSettings
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.connections import StageClients
from performer.stage.library.library import MediaLibrary
from performer.stage.settings import StageSettings
from performer.stage.sound.mixer import SoundMixer
from performer.stage.state import Stage
from performer.stage.tools import make_acting_tools, make_stage_tools
from performer.tools.tool import ToolSpec


def fun_tools() -> tuple[ToolSpec, ...]:
    """Make the stage's tools, and tell what a model reads of them."""
    clock = VirtualClock()
    stage = Stage(clock, StageClients())
    library = MediaLibrary.of([ASSETS / "emotes"], [ASSETS / "sounds"], cache=Path("/nonexistent/cache"))
    mascot = StageAvatar(clock, stage, AvatarSprites(ASSETS / "mascot"), AvatarSettings())
    tools = [
        *make_stage_tools(stage, SoundMixer(clock, library), library, StageSettings()),
        *make_acting_tools(stage, mascot),
    ]
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
