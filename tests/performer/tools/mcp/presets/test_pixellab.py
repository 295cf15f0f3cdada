"""PixelLab: drawn, turned and moved by our three tools, over its wire, up to the stage; and all that can go wrong."""

import io
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import anyio
import pytest
from PIL import Image

from performer.core.clock import SystemClock
from performer.core.cues import ChatCue, ChatLine
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.images.store import PictureStore
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Emote
from performer.stage.settings import StageSettings
from performer.stage.state import Stage
from performer.stage.tool_pictures import RecentPictures, ToolPictures
from performer.tools.chain import HookChain, PartHooks
from performer.tools.mcp.configured_servers import McpServers
from performer.tools.mcp.presets.pixellab import PIXELLAB, make_pixellab_tools
from performer.tools.mcp.presets.presets import Preset
from performer.tools.mcp.settings import McpSettings
from performer.tools.result import Progress, Report, ToolResult
from performer.tools.settings import ToolsSettings
from performer.tools.tool import Privilege, ToolCall
from performer.tools.toolbox import Toolbox
from tests.fakes.mcp.pixellab import FakePixelLab
from tests.performer.tools.mcp.standing import MemoryKeyValueStore, make_runtime

pytestmark = pytest.mark.anyio

KEY = "a-key-of-some-length"
ENVIRON = {**os.environ, "PIXELLAB_API_KEY": KEY}
QUICK: Mapping[str, Preset] = {"pixellab": replace(PIXELLAB, make=partial(make_pixellab_tools, first_s=0.01))}


class Parked:
    """Keeps calls, and says so."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    async def park(self, call: ToolCall) -> str:
        self.calls.append(call.name)
        return "The owner is asked."


class Kit:
    """A show's hooks around the tools of the server, and its stage."""

    def __init__(self, clock: SystemClock, servers: McpServers, stream: EventStream) -> None:
        self.server = servers.by_name["pixellab"]
        self.stage, self.gallery, self.desk = Stage(clock, StageClients()), RecentPictures(), Parked()
        guard = Guard()
        shelf = PictureStore()
        exhibits = ToolPictures(
            Runtime(clock, stream, guard), self.stage, self.gallery, lambda: StageSettings().exhibit_s, shelf.put
        )
        self._exhibits, self._runtime = exhibits, Runtime(clock, stream, guard)
        self._hooks = HookChain(self._runtime, ToolsSettings(), PartHooks(park=self.desk.park)).hooks
        self.servers = servers
        self.reports: list[Report] = []

    def use_stage(self) -> None:
        """Have pictures go on stage; each takes a process."""
        parts = PartHooks(park=self.desk.park, pictures=self._exhibits.show)
        self._hooks = HookChain(self._runtime, ToolsSettings(), parts).hooks

    async def call(self, tool: str, channel: str = "discord:7", **arguments: object) -> ToolResult:
        """Have it called as after the owner's yes."""
        return await Toolbox(self.servers.tools(), self._hooks).approved.call(self._call(tool, channel, arguments))

    async def wish(self, tool: str, may: Privilege = "fun", **arguments: object) -> ToolResult:
        """Have it called as a turn does."""
        box = Toolbox(self.servers.tools(), self._hooks, may_ask=True)
        return await box.call(replace(self._call(tool, "discord:7", arguments), may=may))

    def _call(self, tool: str, channel: str, arguments: dict[str, object]) -> ToolCall:
        cue = ChatCue(lines=(ChatLine(text="draw", channel=channel),))
        return ToolCall(id="c", name=tool, arguments=arguments, cue=cue, may="outside", report=self.reports.append)

    @property
    def shown(self) -> Emote:
        emote = self.stage.snapshot().elements[-1]
        assert isinstance(emote, Emote)
        return emote


@asynccontextmanager
async def showing(
    clock: SystemClock, lab: FakePixelLab, store: MemoryKeyValueStore | None = None, **more: Any
) -> AsyncIterator[Kit]:
    """Have a show with the server for as long as the block."""
    stream = EventStream(clock)
    table = {"pixellab": McpSettings(preset="pixellab", url=lab.address, **more)}
    servers = McpServers(
        make_runtime(clock, stream), table, store or MemoryKeyValueStore(), environ=ENVIRON, presets=QUICK
    )
    async with anyio.create_task_group() as tasks:
        for run in servers.services().values():
            await tasks.start(run)
        with anyio.fail_after(30):
            await servers.ready()
        yield Kit(clock, servers, stream)
        tasks.cancel_scope.cancel()


@pytest.fixture
async def lab() -> AsyncIterator[FakePixelLab]:
    async with FakePixelLab(KEY) as lab:
        yield lab


@pytest.fixture
async def kit(clock: SystemClock, lab: FakePixelLab) -> AsyncIterator[Kit]:
    async with showing(clock, lab) as kit:
        yield kit


def opened(result: ToolResult) -> Image.Image:
    (picture,) = result.pictures
    return Image.open(io.BytesIO(picture.content))


async def test_what_is_drawn_goes_on_stage(kit: Kit, lab: FakePixelLab) -> None:
    kit.use_stage()
    result = await kit.call("sprite_generate", description="a brave knight")

    assert result.text.startswith("Here it is: a brave knight, from the front.\n[a picture, image/png")
    assert "on the stage" in result.text
    assert kit.shown.alt == "a brave knight, from the front"
    assert opened(result).getpixel((0, 0)) == (60, 80, 120, 255)
    assert lab.asked[0] == ("create_character", {"description": "a brave knight", "n_directions": 4})
    assert Progress(text="PixelLab is drawing", done=40.0, total=100.0) in kit.reports


async def test_it_is_asked_for_what_the_model_wrote_or_for_nothing(kit: Kit, lab: FakePixelLab) -> None:
    long = "a brave knight with a blue cloak, a red feather on the helmet, " * 4
    await kit.call("sprite_generate", description=long)
    orders = [given["description"] for name, given in lab.asked if name == "create_character"]
    with pytest.raises(ToolRefusedError, match="goes on stage"):
        await kit.call("sprite_generate", description="a shitty knight")

    assert orders == [long]
    assert lab.counts("create_character") == 1


async def test_only_our_three_tools_are_there_and_those_that_cost_ask_first(kit: Kit, lab: FakePixelLab) -> None:
    told = await kit.wish("sprite_generate", may="outside", description="a brave knight")

    assert kit.server.pending() == []
    assert [tool.spec.name for tool in kit.servers.tools()] == ["sprite_generate", "sprite_rotate", "sprite_animate"]
    assert (told.text, kit.desk.calls, lab.asked) == ("The owner is asked.", ["sprite_generate"], [])
    assert kit.server.role().plays == "pixellab: 3 tools"


async def test_another_tool_is_there_when_its_table_names_it_and_its_owner_allows_it(
    clock: SystemClock, lab: FakePixelLab
) -> None:
    async with showing(clock, lab, tools=["create_topdown_*"]) as kit:
        (pending,) = kit.server.pending()
        await kit.server.definitions.allow([pending])

        assert [tool.spec.name for tool in kit.servers.tools()][-1] == "mcp.pixellab.create_topdown_tileset"


async def test_it_is_turned_in_a_later_turn_and_after_a_restart(clock: SystemClock, lab: FakePixelLab) -> None:
    store = MemoryKeyValueStore()
    async with showing(clock, lab, store) as kit:
        await kit.call("sprite_generate", description="a brave knight")
    async with showing(clock, lab, store) as kit:
        back = await kit.wish("sprite_rotate", direction="back")

    assert "a brave knight, from the back" in back.text
    assert lab.fetched[-1].endswith(f"{lab.drawings[0].number}/rotations/north.png")
    assert (
        opened(back).tobytes()
        == Image.open(io.BytesIO(lab.png(lab.drawings[0].number, "north", "rotations"))).tobytes()
    )
    assert lab.counts("create_character") == 1


async def test_each_channel_has_its_own(kit: Kit, lab: FakePixelLab) -> None:
    await kit.call("sprite_generate", "discord:1", description="a knight")
    await kit.call("sprite_generate", "discord:2", description="an elf")
    one = await kit.call("sprite_rotate", "discord:1", direction="left")
    other = await kit.call("sprite_rotate", "discord:2", direction="left")

    assert (opened(one).getpixel((0, 0)), opened(other).getpixel((0, 0))) == ((60, 80, 120, 255), (100, 80, 120, 255))
    assert "an elf, looking to the left" in other.text
    with pytest.raises(ToolRefusedError, match=r"there is no sprite here yet\. Make one with sprite_generate"):
        await kit.call("sprite_rotate", "discord:3", direction="left")


@pytest.mark.parametrize("tells", ["prose", "value"])
async def test_it_moves_and_no_movement_is_paid_for_twice(kit: Kit, lab: FakePixelLab, tells: Any) -> None:
    lab.tells = tells
    await kit.call("sprite_generate", description="a brave knight")
    await kit.call("sprite_animate", action="run")
    walk = await kit.call("sprite_animate", action="walk")
    kit.use_stage()
    again = await kit.call("sprite_animate", action="walk")

    ordered = [given for name, given in lab.asked if name == "animate_character"]
    number = lab.drawings[0].number
    assert ordered == [
        {"character_id": number, "template_animation_id": "running-6-frames", "directions": ["east"]},
        {"character_id": number, "template_animation_id": "walking", "directions": ["east"]},
    ]
    assert (opened(walk).n_frames, kit.shown.frames_ms) == (4, (120,) * 4)  # type: ignore[attr-defined]  # an APNG
    assert again.pictures == walk.pictures
    assert all("f1000001/east" in path for path in lab.fetched[-8:])


async def test_an_animal_does_what_animals_can(kit: Kit, lab: FakePixelLab) -> None:
    await kit.call("sprite_generate", description="a red cat", body="cat")

    assert lab.asked[0][1] == {
        "description": "a red cat", "n_directions": 4, "body_type": "quadruped", "template": "cat"
    }  # fmt: skip
    with pytest.raises(ToolRefusedError, match="a cat can only run or idle"):
        await kit.call("sprite_animate", action="punch")


@pytest.mark.parametrize("tells", ["value", "base64", "picture"])
async def test_it_is_understood_however_it_answers(kit: Kit, lab: FakePixelLab, tells: Any) -> None:
    await kit.call("sprite_generate", description="a knight")
    lab.tells = tells
    again = await kit.call("sprite_rotate", direction="front")

    assert opened(again).getpixel((0, 0)) == (60, 80, 120, 255)


async def test_one_that_fails_says_so_and_the_one_before_stays_the_last(kit: Kit, lab: FakePixelLab) -> None:
    await kit.call("sprite_generate", description="a knight")
    lab.becomes = "failed"
    with pytest.raises(ToolFailedError, match=r"could not draw it: pixellab\.ai shows what became of it"):
        await kit.call("sprite_generate", description="an elf")
    lab.becomes = "completed"

    assert "a knight, from the back" in (await kit.call("sprite_rotate", direction="back")).text


async def test_what_nobody_understands_says_where_to_look(kit: Kit, lab: FakePixelLab) -> None:
    lab.tells = "nothing"

    with pytest.raises(ToolFailedError, match=r"took the order, but told no number for it: pixellab\.ai shows"):
        await kit.call("sprite_generate", description="an elf")
    lab.tells = "prose"
    await kit.call("sprite_generate", description="an elf")
    lab.tells = "nothing"
    with pytest.raises(ToolFailedError, match=r"tells of no picture \(Lovely weather today\.\)"):
        await kit.call("sprite_rotate", direction="back")


async def test_an_order_that_is_refused_costs_nothing(kit: Kit, lab: FakePixelLab) -> None:
    lab.refuses = "Insufficient credits."

    with pytest.raises(ToolFailedError, match=r"pixellab\.create_character: Insufficient credits\."):
        await kit.call("sprite_generate", description="an elf")


async def test_cancelling_ends_the_looking(kit: Kit, lab: FakePixelLab) -> None:
    lab.takes = 1_000_000
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(partial(kit.call, "sprite_generate", description="a knight"))
        with anyio.fail_after(20):
            await lab.wait_for(lambda lab: lab.counts("get_character") > 2)
        tasks.cancel_scope.cancel()
    looks = lab.counts("get_character")
    await kit.server.ask("get_character", {"character_id": lab.drawings[0].number})

    assert lab.counts("get_character") == looks + 1
    lab.takes = 0
    assert "a knight" in (await kit.call("sprite_rotate", direction="front")).text


@pytest.mark.parametrize(
    ("files", "served", "why"),
    [
        ("https://evil.example", "picture", "it does not lie at this server"),
        ("http://127.0.0.1:1", "picture", "it does not lie at this server"),
        ("file:///etc", "picture", r"tells of no picture \("),
        ("", "elsewhere", "sends us elsewhere"),
        ("", "huge", "larger than 8 MB"),
        ("", "page", "it is no PNG"),
        ("", "bad", "it is no picture"),
    ],
)
async def test_a_picture_that_is_none_or_lies_elsewhere_is_not_fetched(
    kit: Kit, lab: FakePixelLab, files: str, served: Any, why: str
) -> None:
    await kit.call("sprite_generate", description="a knight")
    lab.files, lab.served = files, served

    with pytest.raises(ToolFailedError, match=why) as failed:
        await kit.call("sprite_rotate", direction="left")
    assert not any(each in str(failed.value) for each in ("evil", "://", "/rotations"))


async def test_a_missing_key_is_told_with_where_to_get_one(clock: SystemClock, lab: FakePixelLab) -> None:
    stream = EventStream(clock)
    table = {"pixellab": McpSettings(preset="pixellab", url=lab.address)}
    servers = McpServers(make_runtime(clock, stream), table, MemoryKeyValueStore(), environ={})
    async with anyio.create_task_group() as tasks:
        await tasks.start(servers.by_name["pixellab"].run)
        await servers.ready()
        tasks.cancel_scope.cancel()

    (role,) = servers.roles()
    assert role.why == (
        "it needs a key: get one at https://www.pixellab.ai/vibe-coding, and set PIXELLAB_API_KEY in the terminal you"
        " start from"
    )
