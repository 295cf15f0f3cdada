"""The pipes of a server's program: what floods, closes them or says what is no message."""

import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ToolFailedError
from performer.core.events.parts import ServiceDown, ServiceUp
from tests.performer.tools.mcp.standing import lean, standing
from tests.performer.tools.mcp.test_supervisor import failing

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("tool", "reason"),
    [
        pytest.param("flood", "it says far too much at once", marks=pytest.mark.slow),
        ("long_line", "it sends a line of more than 16 MB"),
        ("garbage", "what it says is not the Model Context Protocol"),
        ("end", "it ended with code 3: It ended because it was told to"),
    ],
)
async def test_one_that_misbehaves_is_put_down_and_started_again(
    virtual_clock: VirtualClock, tool: str, reason: str
) -> None:
    async with standing(
        virtual_clock, lean("--endless", message_mb=1)
    ) as it:  # a flood is one on a slow machine too, where time stands still
        await failing(it.call, tool, "went away before it answered")
        down = await it.heard(ServiceDown)
        await virtual_clock.advance(1)
        await it.heard(ServiceUp)

        assert down.reason == reason
        assert len(it.names) == 15


async def test_an_answer_that_is_too_large_fails_its_call_alone(clock: SystemClock) -> None:
    async with standing(clock, lean(message_mb=1)) as it:
        await failing(it.call, "long_line", "long_line: its answer has more than 1 MB, and is not read; ask for less$")

        assert (await it.call("mcp.lean.add", a=1, b=2)).text == "3"
    async with standing(clock, lean()) as it:
        assert "1800000 more characters came" in (await it.call("mcp.lean.long_line")).text


@pytest.mark.slow
async def test_one_that_closes_its_output_is_started_again(clock: SystemClock) -> None:
    async with standing(clock, lean("--shut")) as it:
        with pytest.raises(ToolFailedError, match="went away before it answered"):
            await it.call("mcp.lean.deaf")

        assert (await it.heard(ServiceDown)).reason == "it has closed its output"


async def test_a_greeting_on_its_output_is_forgiven(clock: SystemClock) -> None:
    async with standing(clock, lean("--greet")) as it:
        assert len(it.names) == 15
