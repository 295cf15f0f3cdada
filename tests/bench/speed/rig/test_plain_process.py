"""The plainest program that does a turn, as a process."""

import pytest

from bench.speed.rig.plain_process import start_plain_program
from bench.speed.rig.token_server import TokenServer

pytestmark = pytest.mark.anyio


async def test_the_plain_program_answers_a_line_with_a_sound_a_sentence() -> None:
    async with TokenServer(first_s=0, token_s=0) as server, start_plain_program(server.url) as program:
        answer = server.expect("mark1end", [["The", "crab", "waits"], ["It", "naps"]])
        came_at = await program.take("Tell me about mark1end now.")

    assert len(came_at) == 2
    assert answer.stops_at[0] < came_at[0] <= came_at[1]
