"""The doctor and the schedule's time zone."""

import pytest

from performer.agent.schedule.plan import ScheduleSettings
from performer.core.clock import VirtualClock
from performer.doctor.desktop import check_schedule
from tests.performer.doctor.taking import examined, taken

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("settings", "state", "words"),
    [
        (ScheduleSettings(zone="Asia/Tokyo"), "ok", "Asia/Tokyo: it is 09:00 there"),
        (ScheduleSettings(zone="Mars/Olympus"), "failed", "'Mars/Olympus'"),
        (ScheduleSettings(enabled=False), "skipped", "schedule.enabled"),
    ],
)
async def test_the_zone_is_told_or_what_is_the_matter_with_it(
    virtual_clock: VirtualClock, settings: ScheduleSettings, state: str, words: str
) -> None:
    found = await taken(check_schedule, examined(clock=virtual_clock, schedule=settings))

    assert found["zone"].state == state
    assert words in found["zone"].found
