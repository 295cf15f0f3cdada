"""The one measure of a model's call."""

import pytest

from performer.core.clock import VirtualClock
from performer.models.call_meter import CallMeter

pytestmark = pytest.mark.anyio


async def test_it_passes_text_on_and_knows_when_the_first_came(virtual_clock: VirtualClock) -> None:
    heard: list[str] = []
    meter = CallMeter(virtual_clock, heard.append)

    await virtual_clock.advance(2)
    meter("")
    is_silent = not meter.has_text
    meter("Oh.")
    await virtual_clock.advance(1)
    meter(" Well.")

    assert (is_silent, meter.has_text, meter.first_s, meter.took_s) == (True, True, 2, 3)
    assert heard == ["", "Oh.", " Well."]


async def test_one_call_has_one_meter_however_many_measure_it(virtual_clock: VirtualClock) -> None:
    meter = CallMeter(virtual_clock)

    assert CallMeter.of(virtual_clock, meter) is meter
    assert CallMeter.of(virtual_clock, print) is not meter


async def test_what_a_call_waited_for_its_turn_does_not_count(virtual_clock: VirtualClock) -> None:
    meter = CallMeter(virtual_clock)
    await virtual_clock.advance(5)
    meter("Too early.")

    meter.restart()
    await virtual_clock.advance(1)

    assert (meter.has_text, meter.took_s) == (False, 1)


async def test_a_muted_meter_notes_text_that_nobody_hears(virtual_clock: VirtualClock) -> None:
    heard: list[str] = []
    meter = CallMeter(virtual_clock, heard.append)

    meter.mute()
    meter("Too late.")

    assert (meter.has_text, heard) == (True, [])


async def test_the_time_since_it_was_asked_for_has_the_wait_in_it(virtual_clock: VirtualClock) -> None:
    await virtual_clock.advance(1)
    meter = CallMeter(virtual_clock)
    await virtual_clock.advance(5)
    meter.restart()
    await virtual_clock.advance(2)

    assert (meter.asked_s, meter.since_asked_s, meter.took_s) == (1, 7, 2)


async def test_the_first_text_is_told_of_once_before_it_is_passed_on(virtual_clock: VirtualClock) -> None:
    told: list[str] = []
    meter = CallMeter(virtual_clock, told.append, lambda: told.append("first"))

    for piece in ("", "Oh.", " Well."):
        meter(piece)

    assert told == ["", "first", "Oh.", " Well."]
