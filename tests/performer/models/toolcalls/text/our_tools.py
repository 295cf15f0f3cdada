"""The tools that the show really offers, as models are told of them."""

from pathlib import Path

from performer.core.clock import VirtualClock
from performer.core.files import home
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
from performer.vision.frame import Frame
from performer.vision.tools import make_frame_tools


async def _seen(_ago_s: float) -> Frame | None:
    return None


async def _described(_frame: Frame, _question: str) -> str:
    raise AssertionError("nothing is looked at here")


def _our_tools() -> tuple[ToolSpec, ...]:
    clock = VirtualClock()
    stage = Stage(clock, StageClients())
    mascot = StageAvatar(clock, stage, AvatarSprites(home.ASSETS / "mascot"), AvatarSettings())
    library = MediaLibrary.of([home.ASSETS / "emotes"], [home.ASSETS / "sounds"], cache=Path("/nonexistent/cache"))
    tools = [
        *make_stage_tools(stage, SoundMixer(clock, library), library, StageSettings()),
        *make_acting_tools(stage, mascot),
        *make_frame_tools(_seen, _described),
    ]
    return tuple(tool.spec for tool in tools)


OUR_TOOLS = _our_tools()
