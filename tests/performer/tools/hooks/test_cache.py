from dataclasses import dataclass, field, replace

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import PerformerError, ToolFailedError, ToolRefusedError
from performer.tools.hooks.cache import make_cache_hook
from performer.tools.result import PicturePart, ToolResult
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Hook, Proceed, Toolbox
from tests.performer.tools.hooks.calls import Sayings, asked_by

pytestmark = pytest.mark.anyio


@dataclass
class Sky:
    """Tells the weather, and how often it was asked."""

    clock: VirtualClock
    takes_s: float = 0.0
    no: PerformerError | None = None
    picture: bytes = b""
    asked: int = 0
    said: Sayings = field(default_factory=Sayings)

    async def weather(self, place: str = "here") -> list[object]:
        """Tell the weather."""
        self.asked += 1
        number = self.asked
        await self.clock.sleep(self.takes_s) if self.takes_s else None
        if self.no:
            raise self.no
        return [f"rain {number} in {place}", PicturePart(content=self.picture, mime="image/png")]

    def box(self, *hooks: Hook) -> Toolbox:
        return Toolbox([Tool.of(self.weather)], hooks)

    async def told(self, box: Toolbox, call: ToolCall) -> str:
        return (await box.call(call)).text.partition("\n")[0]


def asking(place: str = "here", **more: object) -> ToolCall:
    return ToolCall(id="1", name="weather", arguments={"place": place, **more})


def half_an_hour(_call: ToolCall) -> float:
    return 1800.0


async def test_an_answer_is_kept_for_its_time(virtual_clock: VirtualClock) -> None:
    sky = Sky(virtual_clock)
    box = sky.box(make_cache_hook(virtual_clock, half_an_hour))
    first = await box.call(asking())
    await virtual_clock.advance(1799)

    assert await box.call(asking()) is first
    await virtual_clock.advance(1)
    assert await sky.told(box, asking()) == "rain 2 in here"


async def test_what_is_not_to_be_kept_is_asked_anew(virtual_clock: VirtualClock) -> None:
    sky = Sky(virtual_clock)
    box = sky.box(make_cache_hook(virtual_clock, lambda _call: None))

    assert [await sky.told(box, asking()) for _ in range(2)] == ["rain 1 in here", "rain 2 in here"]


async def test_what_is_told_in_one_channel_or_to_one_agent_is_not_told_on(virtual_clock: VirtualClock) -> None:
    sky = Sky(virtual_clock)
    box = sky.box(make_cache_hook(virtual_clock, half_an_hour))
    calls = [
        asking(),
        replace(asking(), cue=asked_by("ann", "discord:7")),
        replace(asking(), cue=asked_by("ann", "discord:8")),
        replace(asking(), agent="mcp desk"),
        replace(asking(), may="outside"),
    ]

    assert [await sky.told(box, call) for call in calls * 2] == [f"rain {n} in here" for n in (1, 2, 3, 4, 5)] * 2


async def test_what_is_for_all_is_told_to_whoever_asks_the_same(virtual_clock: VirtualClock) -> None:
    sky = Sky(virtual_clock)
    box = sky.box(make_cache_hook(virtual_clock, half_an_hour, lambda _call: True))
    calls = [asking(), replace(asking(), cue=asked_by("ann", "discord:8")), replace(asking(), agent="mcp desk")]

    assert {await sky.told(box, call) for call in calls} == {"rain 1 in here"}


@pytest.mark.parametrize("no", [ToolFailedError("the sky is gone"), ToolRefusedError("not today")])
async def test_what_came_to_nothing_is_not_kept(virtual_clock: VirtualClock, no: PerformerError) -> None:
    sky = Sky(virtual_clock, no=no)
    box = sky.box(make_cache_hook(virtual_clock, half_an_hour))
    await sky.said.call(box, asking())
    sky.no = None

    assert await sky.told(box, asking()) == "rain 2 in here"


async def test_what_a_hook_said_in_its_place_is_not_kept(virtual_clock: VirtualClock) -> None:
    async def parked(_call: ToolCall, _proceed: Proceed) -> ToolResult:
        sky.asked += 1
        return replace(ToolResult.of(f"it waits {sky.asked}"), is_passing=True)

    sky = Sky(virtual_clock)
    box = sky.box(make_cache_hook(virtual_clock, half_an_hour), parked)

    assert [await sky.told(box, asking()) for _ in range(2)] == ["it waits 1", "it waits 2"]


async def test_the_same_asked_at_once_is_asked_once(virtual_clock: VirtualClock) -> None:
    sky = Sky(virtual_clock, takes_s=5)
    box = sky.box(make_cache_hook(virtual_clock, half_an_hour))
    async with anyio.create_task_group() as tasks:
        for place in ("here", "there", "here", "here"):
            tasks.start_soon(sky.said.call, box, asking(place))
        await virtual_clock.advance(6)

    assert sky.asked == 2
    assert sorted(each.partition("\n")[0] for each in sky.said.heard) == ["rain 1 in here"] * 3 + ["rain 2 in there"]


async def test_a_failure_is_that_of_all_who_waited_for_it(virtual_clock: VirtualClock) -> None:
    sky = Sky(virtual_clock, takes_s=5, no=ToolFailedError("the sky is gone"))
    box = sky.box(make_cache_hook(virtual_clock, half_an_hour))
    async with anyio.create_task_group() as tasks:
        for _ in range(3):
            tasks.start_soon(sky.said.call, box, asking())
        await virtual_clock.advance(6)

    assert (sky.asked, sky.said.heard) == (1, ["no: the sky is gone"] * 3)


async def test_who_is_cancelled_leaves_the_question_to_the_next(virtual_clock: VirtualClock) -> None:
    sky = Sky(virtual_clock, takes_s=5)
    box = sky.box(make_cache_hook(virtual_clock, half_an_hour))
    async with anyio.create_task_group() as others:
        async with anyio.create_task_group() as first:
            first.start_soon(sky.said.call, box, asking())
            await virtual_clock.advance(1)
            for _ in range(2):
                others.start_soon(sky.said.call, box, asking())
            await virtual_clock.advance(1)
            first.cancel_scope.cancel()
        await virtual_clock.advance(6)

    assert sky.asked == 2
    assert [each.partition("\n")[0] for each in sky.said.heard] == ["rain 2 in here"] * 2


async def test_the_oldest_goes_where_there_are_too_many(virtual_clock: VirtualClock) -> None:
    sky = Sky(virtual_clock)
    box = sky.box(make_cache_hook(virtual_clock, half_an_hour, most=2))
    for place in ("a", "b", "a", "c"):
        await box.call(asking(place))

    assert await sky.told(box, asking("a")) == "rain 1 in a"
    assert await sky.told(box, asking("b")) == "rain 4 in b"


async def test_answers_take_no_more_room_than_they_may(virtual_clock: VirtualClock) -> None:
    sky = Sky(virtual_clock, picture=bytes(2000))
    box = sky.box(make_cache_hook(virtual_clock, half_an_hour, most_bytes=10_000))
    for place in "abcdefgh":
        await box.call(asking(place))
    assert await sky.told(box, asking("h")) == "rain 8 in h"
    assert await sky.told(box, asking("a")) == "rain 9 in a"

    sky.picture = bytes(3000)
    for _ in range(2):
        await box.call(asking("large"))
    assert sky.asked == 11
