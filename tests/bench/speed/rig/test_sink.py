"""A sound server of the bench's own."""

import anyio
import pytest

from bench.speed.rig.sink import explain_missing_sink, open_sound_server
from tests.conftest import missing

pytestmark = pytest.mark.anyio


async def test_a_program_finds_the_one_device_of_the_server() -> None:
    if explain_missing_sink():
        missing("PulseAudio", "apt-get install pulseaudio pulseaudio-utils")
    async with open_sound_server() as server:
        listed = await anyio.run_process(["pactl", "list", "short", "sinks"], env=server.environment)

    assert b"bench" in listed.stdout
    assert len(listed.stdout.splitlines()) == 1
