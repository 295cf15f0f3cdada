"""What a whole show offers to programs; `python -m tests.performer.mcp.serve.offering` keeps it for when none runs."""

import json
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio

from performer.agent_calls import my_calls_tool
from performer.agent_operations import AgentDesk, say_tool
from performer.clock import SystemClock
from performer.frames.tools import frame_tools
from performer.guard import Guard
from performer.mcp.serve.bridge import STATIC
from performer.memory.notes import Notes
from performer.memory.tools import memory_tools
from performer.paths import ASSETS
from performer.stage.acting import acting_tools
from performer.stage.mascot.mascot import Mascot
from performer.stage.mascot.plumage import Plumage
from performer.stage.mascot.settings import MascotSettings
from performer.stage.settings import StageSettings
from performer.stage.tools import stage_tools
from performer.tools import Toolbox
from tests.performer.approvals.office import office
from tests.performer.memory.inline import InlineStore
from tests.performer.stage.standing import standing


async def offered(home: Path) -> object:
    """List it as a show with our own emotes and sounds does."""
    clock, guard = SystemClock(), Guard()
    with closing(InlineStore()) as store:
        async with standing(home) as house, office(clock) as there:
            mascot = Mascot(clock, house.stage, Plumage(ASSETS / "mascot"), MascotSettings())
            box = Toolbox(
                [
                    *stage_tools(house.stage, house.desk, house.library, StageSettings()),
                    *acting_tools(house.stage, mascot),
                    *frame_tools(lambda _ago_s: None, _nothing, _nothing),
                    *memory_tools(Notes(clock, store)),
                    say_tool(clock, guard, give=lambda _cue: None, is_paused=lambda: False),
                    my_calls_tool(there.desk),
                ]
            )
            listed = AgentDesk(clock, guard, lambda: box, calls_per_min=10).tools()
    return json.loads(json.dumps(listed))


async def _nothing(*_: object) -> str:
    return ""


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        STATIC.write_text(json.dumps(anyio.run(offered, Path(folder)), indent=1, ensure_ascii=False) + "\n")
