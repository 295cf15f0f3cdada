"""The pace of calls: what a page is told of each rate is what the hooks go by."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolRefusedError
from performer.tools.pace import UsedRate
from performer.tools.tool import ToolCall
from tests.performer.tools.test_chain import Shop

pytestmark = pytest.mark.anyio


async def test_calls_count_until_their_time_is_over(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock, bake={"rate": "3/min"})
    await shop.told(calls=2)

    assert shop.chain.pace.count("bake") == UsedRate(used=2, most=3, window_s=60.0)
    await virtual_clock.advance(61)
    assert shop.chain.pace.count("bake") == UsedRate(used=0, most=3, window_s=60.0)


def test_a_tool_without_a_rate_has_none(virtual_clock: VirtualClock) -> None:
    assert Shop(virtual_clock).chain.pace.count("bake") is None


async def test_a_new_rate_of_all_together_holds_at_the_next_call(virtual_clock: VirtualClock) -> None:
    shop = Shop(virtual_clock)
    await shop.told()

    await shop.chain.live["tools.calls_per_min"](1)

    assert shop.chain.pace.count_together() == UsedRate(used=1, most=1, window_s=60.0)
    with pytest.raises(ToolRefusedError, match="All tools together may be used once a minute"):
        await shop.box().call(ToolCall(id="2", name="bake"))
