"""Clips are fetched and decoded once."""

import pytest

from performer.stage.protocol.messages import Clip, Ended
from tests.fakes.stage import FakeStage
from tests.overlay.client.running import Running
from tests.pulse import SoundDesk

pytestmark = pytest.mark.anyio


BEEP = "/sounds/beep.wav"


@pytest.mark.slow
async def test_a_clip_is_fetched_once(desk: SoundDesk, stage: FakeStage, player: Running) -> None:
    for each in ("c1", "c2"):
        await stage.send(Clip(id=each, name="beep", src=BEEP))
        await stage.told(Ended, id=each)

    assert stage.fetched == [BEEP]
