"""The tools that the show really offers, as models are told of them."""

from pathlib import Path

from performer import paths
from performer.clock import VirtualClock
from performer.frames import Frame
from performer.frames.tools import frame_tools
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


async def _described(_frame: Frame, _question: str) -> str:
    raise AssertionError("nothing is looked at here")


def _our_tools() -> tuple[ToolSpec, ...]:
    clock = VirtualClock()
    stage = Stage(clock, Clients())
    mascot = Mascot(clock, stage, Plumage(paths.ASSETS / "mascot"), MascotSettings())
    library = Library.of([paths.ASSETS / "emotes"], [paths.ASSETS / "sounds"], cache=Path("/nonexistent/cache"))
    tools = [
        *stage_tools(stage, SoundDesk(clock, library), library, StageSettings()),
        *acting_tools(stage, mascot),
        *frame_tools(lambda *_: None, _described),
    ]
    return tuple(tool.spec for tool in tools)


OUR_TOOLS = _our_tools()
