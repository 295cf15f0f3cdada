"""What a whole show offers to programs.

`python -m tests.performer.tools.mcp.our_server.offering` keeps it for when none runs.
"""

import json
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio

from performer.core.clock import SystemClock
from performer.core.files.home import ASSETS
from performer.guard.guard import Guard
from performer.memory.notes import Notes, make_memory_tools
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.avatar.settings import AvatarSettings
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.settings import StageSettings
from performer.stage.tools import make_acting_tools, make_stage_tools
from performer.tools.mcp.our_server.bridge import STATIC
from performer.tools.programs import ProgramTools, make_say_tool, my_calls_tool
from performer.tools.toolbox import Toolbox
from performer.vision.tools import make_frame_tools
from tests.performer.memory.inline import InlineStore
from tests.performer.stage.standing import standing
from tests.performer.tools.approvals.running import office


async def offered(home: Path) -> object:
    """List it as a show with our own emotes and sounds does."""
    clock, guard = SystemClock(), Guard()
    with closing(InlineStore()) as store:
        async with standing(home) as house, office(clock) as there:
            mascot = StageAvatar(clock, house.stage, AvatarSprites(ASSETS / "mascot"), AvatarSettings())
            box = Toolbox(
                [
                    *make_stage_tools(house.stage, house.desk, house.library, StageSettings()),
                    *make_acting_tools(house.stage, mascot),
                    *make_frame_tools(_unseen, _nothing, _nothing),
                    *make_memory_tools(Notes(clock, store)),
                    make_say_tool(clock, guard, give=lambda _cue: None, is_paused=lambda: False),
                    my_calls_tool(there.desk),
                ]
            )
            listed = ProgramTools(clock, guard, lambda: box, calls_per_min=10).tools()
    return json.loads(json.dumps(listed))


async def _unseen(_ago_s: float) -> None:
    return None


async def _nothing(*_: object) -> str:
    return ""


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        STATIC.write_text(
            json.dumps(anyio.run(offered, Path(folder)), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
