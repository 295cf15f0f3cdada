"""The place where the tests of the commands use them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from performer.core.clock import VirtualClock
from tests.performer.chats.discord.commands.running import CommandSetup, command_setup


@pytest.fixture
async def at(tmp_path: Path, virtual_clock: VirtualClock) -> AsyncIterator[CommandSetup]:
    async with command_setup(tmp_path, virtual_clock) as each:
        yield each
