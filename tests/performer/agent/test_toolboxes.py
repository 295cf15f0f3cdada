"""The boxes of a show: for its own turns, for programs, and for what has its yes."""

from dataclasses import dataclass, field

import pytest

from performer.agent.profiles.profile import ProfileSettings
from performer.agent.profiles.registry import build_show_profile
from performer.agent.toolboxes import Toolboxes
from performer.core.clock import VirtualClock
from performer.core.errors import ToolRefusedError
from performer.core.events.parts import FileRefused
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.chain import HookChain, PartHooks
from performer.tools.mentions import ToolMentions
from performer.tools.settings import ToolRule, ToolsSettings
from performer.tools.tool import Tool, ToolCall
from tests.performer.tools.hooks.test_permission import Pile

pytestmark = pytest.mark.anyio

WAVE, WALK = (ToolCall(id="1", name=name, turn=1) for name in ("wave", "walk"))


@dataclass
class Shop:
    """A show that asks before it waves, and does not walk."""

    clock: VirtualClock
    pile: Pile = field(default_factory=Pile)
    toolboxes: Toolboxes = field(init=False)

    def __post_init__(self) -> None:
        stream = EventStream(self.clock)
        settings = ToolsSettings.model_validate({"wave": {"rate": "2/min"}})
        chain = HookChain(Runtime(self.clock, stream, Guard()), settings, PartHooks(park=self.pile.park))
        rules = {"wave": ToolRule(confirm="owner")}
        show = build_show_profile({"performer": ProfileSettings(tools=("wave",), rules=rules)})
        self.toolboxes = Toolboxes(chain, show, [lambda: map(Tool.of, (wave, walk))])


async def wave() -> str:
    """Wave."""
    return "waved"


async def walk() -> str:
    """Walk."""
    return "walked"


async def test_the_shows_own_turns_have_what_its_prototype_allows_and_pass_its_rules(
    virtual_clock: VirtualClock,
) -> None:
    shop = Shop(virtual_clock)
    box = shop.toolboxes.make_box()

    assert [spec.name for spec in box.specs] == ["wave"]
    assert (await box.call(WAVE)).text == "It waits."
    with pytest.raises(ToolRefusedError, match="There is no tool 'walk'"):
        await box.call(WALK)


async def test_the_calls_of_all_boxes_count_together(virtual_clock: VirtualClock) -> None:
    toolboxes = Shop(virtual_clock).toolboxes
    for _ in range(2):
        await toolboxes.make_box().call(WAVE)

    with pytest.raises(ToolRefusedError, match="2 times a minute"):
        await toolboxes.make_program_box().call(WAVE)


async def test_programs_are_not_held_to_the_shows_prototype(virtual_clock: VirtualClock) -> None:
    box = Shop(virtual_clock).toolboxes.make_program_box()

    assert [spec.name for spec in box.specs] == ["wave", "walk", "find_tools"]
    assert (await box.call(WAVE)).text == "waved"


async def test_what_has_its_yes_is_neither_counted_nor_asked_about_again(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock)

    assert [(await shop.toolboxes.make_box().approved.call(WAVE)).text for _ in range(3)] == ["waved"] * 3
    assert shop.pile.calls == []


async def test_rules_that_cannot_hold_are_told_here_but_for_those_of_servers_which_tell_them(
    virtual_clock: VirtualClock,
) -> None:
    settings = ToolsSettings.model_validate({name: {"retry": 1} for name in ("wave", "walk")})
    chain = HookChain(Runtime(virtual_clock, EventStream(virtual_clock), Guard()), settings)
    tools = [Tool.of(wave), Tool.of(walk, server="feet")]

    mentions = ToolMentions(tables={"tools": settings.rules})
    with chain.runtime.stream.whole("test") as reader:
        await Toolboxes(chain, build_show_profile({}), [lambda: tools], mentions).run()
        (refused,) = (published.event for published in reader.taken())

    why = "[tools.wave] retry: it is not known to do no harm twice, so it is never tried again."
    assert refused == FileRefused(file="a line of config.toml", reason=why)
