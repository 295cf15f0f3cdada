"""How a server is opened: what goes wrong is told in a sentence."""

import sys

import pytest

from performer.core.clock import SystemClock
from performer.core.events.parts import ServiceDown
from performer.tools.mcp.settings import McpSettings
from tests.performer.tools.mcp.standing import standing

pytestmark = pytest.mark.anyio

ECHO = "import sys; [print(line, end='', flush=True) for line in sys.stdin]"


async def test_a_program_that_answers_the_greeting_with_an_error_is_told_of_and_breaks_nothing(
    clock: SystemClock,
) -> None:
    async with standing(clock, McpSettings(command=sys.executable, args=("-c", ECHO))) as it:
        down = await it.heard(ServiceDown)

    assert down.reason == "it answers: Method not found"
