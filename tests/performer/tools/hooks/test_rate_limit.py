from dataclasses import replace

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import AnswerCue
from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.tools.hooks.rate_limit import (
    limit_all_together,
    limit_per_person,
    limit_per_tool,
    limit_per_turn,
    make_rate_limit_hook,
)
from performer.tools.rates import RateLimit, SlidingCounter
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox
from tests.performer.tools.hooks.calls import Sayings, asked_by, shout, shouting

pytestmark = pytest.mark.anyio


async def test_the_limit_holds_within_any_minute_and_says_when_it_is_over(virtual_clock: VirtualClock) -> None:
    box = Toolbox(
        [Tool.of(shout)], [make_rate_limit_hook(virtual_clock, limit_per_tool({"shout": RateLimit(2, 60.0)}))]
    )
    await box.call(shouting())
    await virtual_clock.advance(30)
    await box.call(shouting())

    with pytest.raises(ToolRefusedError, match="shout may be used 2 times a minute; it is free again in 30 s"):
        await box.call(shouting())
    await virtual_clock.advance(30)
    assert (await box.call(shouting())).text == "shouted hey"


@pytest.mark.parametrize(
    ("rate", "told"),
    [
        ("1/10s", "once in 10 s; it is free again in 10 s."),
        ("1/h", "once an hour; it is free again in 60 min."),
        ("1/5min", "once in 5 min; it is free again in 5 min."),
        ("0/min", "shout is switched off. Let it go."),
    ],
)
async def test_the_limit_is_told_in_its_own_unit(virtual_clock: VirtualClock, rate: str, told: str) -> None:
    box = Toolbox(
        [Tool.of(shout)], [make_rate_limit_hook(virtual_clock, limit_per_tool({"shout": RateLimit.of(rate)}))]
    )
    said = Sayings()
    for _ in range(2):
        await said.call(box, shouting())

    assert said.heard[1].endswith(told)


async def test_one_person_does_not_take_the_calls_of_another(virtual_clock: VirtualClock) -> None:
    limit = make_rate_limit_hook(virtual_clock, limit_per_person(lambda _call: RateLimit.of("1/min")))
    box = Toolbox([Tool.of(shout)], [limit])
    by_ann, by_bob = (replace(shouting(), cue=asked_by(person)) for person in ("ann", "bob"))
    await box.call(by_ann)
    await box.call(by_bob)

    with pytest.raises(
        ToolRefusedError, match="shout may be used once a minute for one person; it is free again in 60 s"
    ):
        await box.call(by_ann)
    for _ in range(3):
        await box.call(shouting())


async def test_what_goes_on_after_a_call_counts_for_who_led_to_it(virtual_clock: VirtualClock) -> None:
    box = Toolbox(
        [Tool.of(shout)], [make_rate_limit_hook(virtual_clock, limit_per_person(lambda _call: RateLimit.of("1/min")))]
    )
    later = AnswerCue(tool="shout", arguments="{}", text="done", origin=asked_by("ann"))
    await box.call(replace(shouting(), cue=asked_by("ann")))

    with pytest.raises(ToolRefusedError, match="for one person"):
        await box.call(replace(shouting(), cue=later))


async def test_a_turn_has_so_many_calls_with_its_sub_agents_and_the_next_turn_has_its_own(
    virtual_clock: VirtualClock,
) -> None:
    box = Toolbox([Tool.of(shout)], [make_rate_limit_hook(virtual_clock, limit_per_turn(lambda _call: 2))])
    await box.call(shouting())
    await box.call(replace(shouting(), agent="researcher-1"))

    with pytest.raises(ToolRefusedError, match=r"shout may be used 2 times in one turn\. Let it go\."):
        await box.call(shouting())
    for _ in range(3):
        await box.call(replace(shouting(), turn=None))
    await box.call(replace(shouting(), turn=5))


async def test_a_sub_agent_whose_turn_nobody_knows_has_as_many_calls_as_a_turn(virtual_clock: VirtualClock) -> None:
    box = Toolbox([Tool.of(shout)], [make_rate_limit_hook(virtual_clock, limit_per_turn(lambda _call: 1))])
    sent = replace(shouting(), turn=None, agent="researcher-1", lineage=("researcher",))
    await box.call(sent)

    with pytest.raises(ToolRefusedError, match=r"shout may be used once in one turn\. Let it go\."):
        await box.call(sent)
    await box.call(replace(sent, agent="researcher-2"))


async def test_all_tools_of_the_show_and_its_agents_share_one_rate_and_programs_take_nothing_from_it(
    virtual_clock: VirtualClock,
) -> None:
    async def wave() -> str:
        """Wave."""
        return "waved"

    box = Toolbox(
        [Tool.of(shout), Tool.of(wave)],
        [make_rate_limit_hook(virtual_clock, limit_all_together(lambda: RateLimit.of("2/min")))],
    )
    await box.call(shouting())
    await box.call(replace(shouting(), name="wave", agent="researcher-1"))
    await box.call(replace(shouting(), agent="mcp desk"))

    with pytest.raises(
        ToolRefusedError, match="All tools together may be used 2 times a minute; it is free again in 60 s"
    ):
        await box.call(shouting())


async def test_a_call_that_is_refused_counts_nowhere_and_one_that_fails_counts(virtual_clock: VirtualClock) -> None:
    async def knock(door: str) -> str:
        """Knock."""
        raise ToolRefusedError("there is no door") if door == "none" else ToolFailedError("nobody is in")

    tally = SlidingCounter()
    limits = (limit_all_together(lambda: RateLimit.of("9/min")), limit_per_tool({"knock": RateLimit.of("1/min")}))
    box = Toolbox([Tool.of(knock)], [make_rate_limit_hook(virtual_clock, *limits, tally=tally)])
    for _ in range(3):
        with pytest.raises(ToolRefusedError, match="there is no door"):
            await box.call(replace(shouting(), name="knock", arguments={"door": "none"}))
    assert len(tally) == 0

    with pytest.raises(ToolFailedError):
        await box.call(replace(shouting(), name="knock", arguments={"door": "green"}))
    with pytest.raises(ToolRefusedError, match="once a minute"):
        await box.call(replace(shouting(), name="knock", arguments={"door": "green"}))
    assert tally.wait_s("all", RateLimit(2, 60.0), 0.0) == 0.0
