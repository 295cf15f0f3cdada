"""A sound desk with one device, a stage, and a player between them."""

from collections.abc import AsyncIterator

import pytest

from performer.messages import Hello
from tests.fakes.stage import FakeStage, open_stage
from tests.pulse import SoundDesk, open_desk, tone, wav
from tests.sfx.running import Running, running


@pytest.fixture
async def desk() -> AsyncIterator[SoundDesk]:
    async with open_desk("main") as opened:
        yield opened


@pytest.fixture
async def stage() -> AsyncIterator[FakeStage]:
    async with open_stage({"beep.wav": wav(tone(0.4, hz=1000))}) as opened:
        yield opened


@pytest.fixture
async def player(desk: SoundDesk, stage: FakeStage) -> AsyncIterator[Running]:
    """A player that is connected and can sound."""
    async with running(environment=desk.environment, url=stage.url) as started:
        await stage.told(Hello, sounds=True)
        yield started
