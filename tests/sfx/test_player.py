"""A device that goes in the middle of a sentence, and comes back: a whole stage, the player, and two sinks."""

from pathlib import Path

import anyio
import pytest

from performer.stage.protocol.messages import Ended
from tests.chirp import check_whole, chirp, stretches
from tests.overlay.sounding import Line, Reports, hum, player
from tests.performer.stage.standing import standing
from tests.pulse import SoundDesk

pytestmark = pytest.mark.anyio

SEAM_MS = 130.0
"""What may be missing or heard twice where it goes on elsewhere, on a busy machine."""
LENGTH_S = 2.4
"""Unplugging the device takes a busy machine longer than a second."""
DEFAULT = "speech on main (the default: "
NAMED = "speech on Warm-Headset, clips on main"


@pytest.mark.slow
async def test_a_sentence_goes_on_elsewhere_and_speech_returns_to_the_device_that_is_back(
    desk: SoundDesk, tmp_path: Path
) -> None:
    """The sound server itself moves what sounds; what begins later finds out, and says where it sounds instead."""
    await desk.add_sink("headset", "Warm-Headset")
    async with standing(tmp_path) as house:
        with Reports(house).tapped() as reports:
            async with player(house, desk, reports, "--speech-device", "warm", "--clip-device", "main"):
                async with desk.record("headset") as headset, desk.record("main") as main:
                    first = Line(house, "s1", chirp(LENGTH_S))
                    async with anyio.create_task_group() as tasks:
                        tasks.start_soon(first)
                        await headset.sounded(0.4)
                        await desk.remove_sink("headset")
                    moved_until = await main.quiet()
                    await Line(house, "s2", hum(0.2))()
                    await main.loud(moved_until)
                    said = house.desk.why
                await desk.add_sink("headset", "Warm-Headset")
                await reports.until(lambda: house.desk.why == NAMED)
                async with desk.record("headset") as back, desk.record("main") as elsewhere:
                    await Line(house, "s3", hum(0.2))()
                    await back.quiet()

    check_whole(headset, LENGTH_S * 1000, seam_ms=SEAM_MS)  # the recorder is moved, too
    assert stretches(main)[0].from_ms > 300
    assert first.heard is not None
    assert first.heard.heard_s == pytest.approx(LENGTH_S, abs=0.002)
    assert said.startswith(DEFAULT)
    assert back.rms() > 0.01 > 0.001 > elsewhere.rms()
    assert [each.id for each in reports.said if isinstance(each, Ended)] == ["s1", "s2", "s3"]
