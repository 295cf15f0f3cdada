"""The operations about the ears."""

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.speech.hearing.operations import HearingOperations
from performer.speech.hearing.service import HearingService
from performer.speech.hearing.settings import MicSettings
from tests.pulse import open_desk
from tests.sfx.microphone.listener import plug_in_microphone

pytestmark = pytest.mark.anyio


async def test_the_microphones_are_named_and_a_missing_one_is_known(
    clock: SystemClock, events: EventStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    hearing = HearingService(clock, events, MicSettings(device="studio"))
    operations = HearingOperations(hearing, Guard(GuardSettings(), [], clock=clock))
    async with open_desk("main") as desk:
        await plug_in_microphone(desk, "main")
        for name, value in desk.environment.items():
            monkeypatch.setenv(name, value)
        devices = await operations.devices({})

    assert devices == {"names": ["Headset"], "wanted": "studio", "is_there": False}


async def test_a_microphone_that_is_off_is_not_tried_again(clock: SystemClock, events: EventStream) -> None:
    operations = HearingOperations(HearingService(clock, events, MicSettings()), Guard())

    with pytest.raises(ConfigError, match=r"Set mic\.enabled"):
        await operations.again({})
