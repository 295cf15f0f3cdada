from dataclasses import replace
from typing import Annotated, Any, Self

import anyio
import pytest
from pydantic import Field

from performer.core.clock import VirtualClock
from performer.core.errors import ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.events.turns import ToolCalled
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.chain import HookChain, PartHooks
from performer.tools.hooks.shown import As
from performer.tools.result import PicturePart, ToolResult
from performer.tools.settings import ToolRule, ToolsSettings
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Hook, Proceed, Toolbox
from tests.performer.tools.hooks.calls import Sayings, asked_by
from tests.performer.tools.hooks.test_permission import Pile

pytestmark = pytest.mark.anyio


class Shop:
    """A tool that can be ruled in every way, and the hooks around it."""

    def __init__(self, clock: VirtualClock, **rules: Any) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.pile = Pile()
        self._runtime = Runtime(clock, self.stream, Guard(words=["plonk"]))
        self._settings = ToolsSettings.model_validate(rules)
        self.chain = HookChain(self._runtime, self._settings)
        self.said = Sayings()
        self.baked: list[float] = []
        self.takes_s = 0.0
        self.paints = False

    def with_parts(self, **parts: Any) -> Self:
        """Have parts bring their hooks in."""
        self.chain = HookChain(self._runtime, self._settings, PartHooks(**parts))
        return self

    def asking(self) -> Self:
        """Have a person who can be asked for a yes."""
        return self.with_parts(park=self.pile.park)

    async def bake(self, loaves: Annotated[int, Field(ge=1, le=20)] = 1, name: str = "rye") -> object:
        """Bake."""
        self.baked.append(loaves)
        if self.takes_s:
            await self.clock.sleep(self.takes_s)
        return ToolResult(parts=(PicturePart(content=b"x", mime="image/png"),)) if self.paints else f"{loaves} {name}"

    @property
    def tools(self) -> list[Tool]:
        return [Tool.of(self.bake, is_read_only=True)]

    def box(self, **rule: Any) -> Toolbox:
        """Make the box of a turn, or that of a profile with a rule for the tool."""
        kept = filter(self.chain.rules.can_use, self.tools)
        box = Toolbox(kept, self.chain.hooks, may_ask=self.chain.may_ask)
        return box.with_hooks(self.chain.added({"bake": ToolRule.model_validate(rule)})) if rule else box

    async def told(self, box: Toolbox | None = None, *, calls: int = 1, **arguments: Any) -> list[str]:
        for _ in range(calls):
            call = ToolCall(id="1", name="bake", arguments=arguments, turn=1, cue=asked_by("ann"))
            await self.said.call(box or self.box(), call)
        told, self.said.heard = self.said.heard, []
        return told


class Beside:
    """Runs nothing beside its turn, and notes what was sent there."""

    def __init__(self, walked: list[str]) -> None:
        self._walked = walked

    async def send(self, call: ToolCall, proceed: Proceed) -> ToolResult:
        self._walked.append("sent")
        return await proceed(call)


class Wall:
    """Where pictures are shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    async def show(self, _picture: PicturePart, _as: As, call: ToolCall) -> str:
        self.shown.append(call.name)
        return ""


def passing(walked: list[str], name: str) -> Hook:
    async def walk(call: ToolCall, proceed: Proceed) -> ToolResult:
        walked.append(name)
        return await proceed(call)

    return walk


async def test_a_denied_tool_is_neither_offered_nor_called(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock, **{"ba*": {"deny": True}})

    assert shop.box().specs == ()
    assert await shop.told() == ["no: bake is not used here. Let it go."]


async def test_a_call_is_counted_when_it_is_made_and_not_again_with_its_yes(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock, bake={"confirm": "owner", "rate": "2/min"})
    shop.asking()

    assert await shop.told(calls=3) == [
        "It waits.",
        "It waits.",
        "no: bake may be used 2 times a minute; it is free again in 60 s.",
    ]
    assert await shop.told(shop.box().approved, calls=4) == ["1 rye"] * 4


async def test_a_person_is_asked_about_what_will_be_done(virtual_clock: VirtualClock) -> None:
    asked: list[ToolCall] = []

    class Desk:
        async def park(self, call: ToolCall) -> str:
            asked.append(call)
            return "It waits."

    shop = Shop(virtual_clock, bake={"confirm": "owner", "clamp": {"loaves": [1, 5]}})
    shop.with_parts(park=Desk().park)

    assert await shop.told(loaves=500) == ["It waits.\nloaves was brought to 5: it can be 1 to 5."]
    assert asked[0].arguments == {"loaves": 5}


async def test_what_has_its_yes_passes_every_hook_but_those_that_count_ask_and_park(
    virtual_clock: VirtualClock,
) -> None:
    shop = Shop(virtual_clock, bake={"rate": "0/min", "confirm": "owner", "long": True, "show": "card"})
    walked: list[str] = []
    shop.with_parts(
        park=shop.pile.park,
        checks=(passing(walked, "check"),),
        jobs=Beside(walked).send,
        pictures=(wall := Wall()).show,
    )
    box = Toolbox(shop.tools, shop.chain.hooks).approved

    with shop.stream.whole("test") as reader:
        assert await shop.told(box, loaves=99) == ["20 rye\nloaves was brought to 20: it can be 1 to 20."]
        called = [each.event for each in reader.taken() if isinstance(each.event, ToolCalled)]
    assert (len(called), walked) == (1, ["check"])
    assert await shop.told(box, name="plonk") == ["no: That text cannot go on stage; say something else."]
    shop.paints = True
    await shop.told(box)
    assert wall.shown == ["bake"]


async def test_what_is_checked_is_checked_before_a_call_goes_on_without_its_turn(virtual_clock: VirtualClock) -> None:
    shop, walked = Shop(virtual_clock, bake={"long": True}), list[str]()
    shop.with_parts(checks=(passing(walked, "check"),), jobs=Beside(walked).send)

    await shop.told()

    assert walked == ["check", "sent"]


async def test_what_is_denied_says_no_to_calls_of_boxes_that_have_it_all_the_same(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock, bake={"deny": True})

    box = Toolbox(shop.tools, shop.chain.hooks)
    for each in (box, box.approved):
        assert await shop.told(each) == ["no: bake is not used here. Let it go."]


@pytest.mark.parametrize("rule", [{"rate": "1/min"}, {"person_rate": "1/min"}, {"turn_calls": 1}])
async def test_each_kind_of_rate_is_kept_to(virtual_clock: VirtualClock, rule: dict[str, Any]) -> None:
    came = await Shop(virtual_clock, bake=rule).told(calls=2)

    assert came[0] == "1 rye"
    assert came[1].startswith("no: bake may be used once")


async def test_all_calls_together_have_a_rate(virtual_clock: VirtualClock) -> None:
    came = await Shop(virtual_clock).told(calls=21)

    assert came[:20] == ["1 rye"] * 20
    assert came[20].startswith("no: All tools together may be used 20 times a minute")


async def test_a_check_of_a_part_holds_for_kept_answers_too(virtual_clock: VirtualClock) -> None:
    async def check(call: ToolCall, proceed: Proceed) -> ToolResult:
        seen.append(call.name)
        return await proceed(call)

    seen: list[str] = []
    shop = Shop(virtual_clock, bake={"cache": True}).with_parts(checks=(check,))

    assert await shop.told(calls=3) == ["1 rye"] * 3
    assert (len(shop.baked), len(seen)) == (1, 3)


async def test_what_is_parked_is_shown_when_it_is_there_and_its_first_answer_is_not_kept(
    virtual_clock: VirtualClock,
) -> None:
    wall = Wall()
    async with anyio.create_task_group() as tasks:

        class Started:
            async def send(self, call: ToolCall, proceed: Proceed) -> ToolResult:
                async def go_on() -> None:
                    await proceed(call)

                tasks.start_soon(go_on)
                return ToolResult.of("It is started.")

        shop = Shop(virtual_clock, bake={"cache": True, "long": True, "show": "card"})
        shop.with_parts(jobs=Started().send, pictures=wall.show)
        shop.paints = True
        assert await shop.told(calls=2) == ["It is started."] * 2
        await virtual_clock.advance(1)

    assert (wall.shown, len(shop.baked)) == (["bake"] * 2, 1)


@pytest.mark.parametrize(
    ("own_s", "rules", "limit_s"),
    [
        (90, {}, 90),
        (5, {}, 5),
        (90, {"bake": {"long": True}}, 90),
        (90, {"bake": {"timeout_s": 7}}, 7),
    ],
)
def test_the_limit_of_a_tools_own_program_counts_before_that_of_all_tools(
    virtual_clock: VirtualClock, own_s: float, rules: dict[str, Any], limit_s: float
) -> None:
    shop = Shop(virtual_clock, **rules)

    assert shop.chain.timeout_s(ToolCall(id="1", name="bake", tool=replace(shop.tools[0], timeout_s=own_s))) == limit_s


@pytest.mark.parametrize(
    ("rules", "limit_s"),
    [
        ({}, 20),
        ({"timeout_s": 7}, 7),
        ({"bake": {"timeout_s": 3}}, 3),
        ({"bake": {"long": True}}, 360),
        ({"long_s": 90, "bake": {"long": True}}, 90),
        ({"bake": {"retry": 1, "timeout_s": 3}}, 3),
    ],
)
async def test_each_try_has_its_time(virtual_clock: VirtualClock, rules: dict[str, Any], limit_s: int) -> None:
    shop = Shop(virtual_clock, **rules)
    shop.takes_s = 1000
    tries = rules.get("bake", {}).get("retry", 0) + 1
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(shop.said.call, shop.box(), ToolCall(id="1", name="bake"))
        await virtual_clock.advance(limit_s * tries + 1)

    assert shop.said.heard == [f"no: bake took longer than {limit_s} s and was ended."]
    assert len(shop.baked) == tries


async def test_blocked_words_are_neither_counted_nor_stated(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock, bake={"rate": "1/min"})
    with shop.stream.whole("test") as reader:
        came = await shop.told(name="plonk")
        events = [each.event for each in reader.taken()]

    assert came == ["no: That text cannot go on stage; say something else."]
    assert [each.arguments for each in events if isinstance(each, ToolCalled)] == [{}]
    assert await shop.told() == ["1 rye"]


@pytest.mark.parametrize(
    ("rule", "came"),
    [
        ({"deny": True}, "no: bake is not used here. Let it go."),
        ({"confirm": "owner"}, "It waits."),
        ({"confirm": "never"}, "20 rye\nloaves was brought to 20: it can be 1 to 20."),
        ({"rate": "0/min"}, "no: bake is switched off. Let it go."),
        ({"clamp": {"loaves": [1, 3]}}, "3 rye\nloaves was brought to 3: it can be 1 to 3.\nloaves was brought to 20"),
    ],
)
async def test_a_prototype_adds_its_own_noes_inside(
    virtual_clock: VirtualClock, rule: dict[str, Any], came: str
) -> None:
    shop = Shop(virtual_clock).asking()

    assert (await shop.told(shop.box(**rule), loaves=99))[0].startswith(came)


async def test_a_prototype_takes_none_of_the_shows_noes_away(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock, bake={"confirm": "owner", "rate": "1/min"})
    shop.asking()
    box = shop.box(confirm="never", rate="99/min", deny=False)

    assert [each[:9] for each in await shop.told(box, calls=2)] == ["It waits.", "no: bake "]


async def test_without_anybody_to_ask_what_a_prototype_wants_asked_is_not_done(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock)

    assert await shop.told(shop.box(confirm="owner")) == ["no: bake is not used here. Let it go."]


async def test_a_call_that_has_no_tool_takes_nothing_for_itself(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock, bake={"exclusive": "the oven", "hold_s": 600})
    call = ToolCall(id="1", name="bake")

    with pytest.raises(ToolRefusedError):
        await shop.box().only("nothing").call(replace(call, agent="baker-1"))
    assert (await shop.box().call(call)).text == "1 rye"


async def test_what_an_agent_that_is_over_had_for_itself_is_free(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock, bake={"exclusive": "the oven", "hold_s": 600})
    call = ToolCall(id="1", name="bake")
    await shop.box().call(replace(call, agent="baker-1"))
    await shop.box().call(replace(call, agent="baker-2"))

    shop.chain.leave("baker-2")
    assert (await shop.box().call(call)).text.startswith("the oven is held by baker-1")
    shop.chain.leave("baker-1")
    assert (await shop.box().call(call)).text == "1 rye"


async def test_that_a_person_was_asked_is_not_kept_as_the_answer(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock, bake={"cache": True})
    shop.asking()
    box = shop.box(confirm="owner")

    assert await shop.told(box, calls=2) == ["It waits."] * 2
    assert len(shop.pile.calls) == 2


@pytest.mark.parametrize("kept_for", ["channel", "all"])
async def test_what_a_child_is_answered_is_not_kept_for_the_show(virtual_clock: VirtualClock, kept_for: str) -> None:
    shop = Shop(virtual_clock, bake={"cache": True, "cache_for": kept_for})
    child = shop.box(clamp={"loaves": [1, 3]})
    call = ToolCall(id="1", name="bake", arguments={"loaves": 9})

    assert (await child.call(replace(call, agent="baker-1"))).text.startswith("3 rye")
    assert (await shop.box().call(call)).text == "9 rye"


async def test_no_kept_answer_gets_a_child_past_its_own_rules(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock, bake={"cache": True, "cache_for": "all"})
    shop.asking()
    child = shop.box(confirm="owner")

    assert await shop.told() == ["1 rye"]
    assert await shop.told(child) == ["It waits."]
    assert await shop.told(calls=2) == ["1 rye"] * 2
    assert len(shop.baked) == 1
