"""The level meter of the player: it follows what is heard, and measures only while somebody looks."""

import pytest

from performer.stage.protocol.messages import Ended, Level, Meter
from tests.fakes.stage import FakeStage
from tests.overlay.client.running import Running
from tests.pulse import tone

pytestmark = pytest.mark.anyio

TONE_LUFS = -14.0
"""Of a sine of 440 Hz at 0.3 of full scale; its peak is 10.5 dB below that."""


def told(stage: FakeStage) -> list[Level]:
    return [each for each in stage.said if isinstance(each, Level)]


async def test_the_level_follows_what_is_heard(stage: FakeStage, player: Running) -> None:
    await stage.send(Meter(is_on=True))
    before = await stage.told(Level)
    await stage.speak("a", tone(1.2))
    await stage.told(Ended, id="a")
    await stage.told(Level, lufs=-70.0, peak_db=-100.0, after=stage.said.index(before) + 1)

    loudest = max(told(stage), key=lambda each: each.lufs)
    assert (before.lufs, before.peak_db) == (-70.0, -100.0)
    assert loudest.lufs == pytest.approx(TONE_LUFS, abs=1.5)
    assert loudest.peak_db == pytest.approx(-10.5, abs=0.5)


async def test_nobody_is_told_of_a_level_unasked(stage: FakeStage, player: Running) -> None:
    await stage.speak("a", tone(0.5))
    await stage.told(Ended, id="a")

    assert told(stage) == []
