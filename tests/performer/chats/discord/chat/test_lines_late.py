"""Lateness: what came late is known, however wrong a clock goes."""

from datetime import timedelta

import pytest

from performer.chats.discord.chat.lines import LatenessMeter
from performer.core.clock import VirtualClock
from tests.performer.chats.discord.given import NOON

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("wrong_s", [0, 86400, -86400])
def test_a_message_is_late_by_what_it_took_longer_than_others(virtual_clock: VirtualClock, wrong_s: float) -> None:
    lateness = LatenessMeter(virtual_clock)
    told = NOON + timedelta(seconds=wrong_s)

    assert lateness.measure(told) == 0
    assert lateness.measure(told - timedelta(seconds=1)) == 0
    assert lateness.measure(told - timedelta(seconds=300)) == 300


def test_a_clock_that_was_set_right_is_believed_after_a_while(virtual_clock: VirtualClock) -> None:
    lateness = LatenessMeter(virtual_clock)
    for _ in range(50):
        lateness.measure(NOON)
    late_s = [lateness.measure(NOON - timedelta(seconds=60)) for _ in range(51)]

    assert (late_s[0], late_s[-1]) == (60, 0)


def test_what_was_sought_is_late_by_the_ways_of_others_and_is_none_of_them(virtual_clock: VirtualClock) -> None:
    lateness = LatenessMeter(virtual_clock)
    old = NOON - timedelta(seconds=300)
    before = lateness.find_lateness_s(old)
    lateness.measure(NOON - timedelta(seconds=200))

    assert (before, lateness.find_lateness_s(old), lateness.measure(old)) == (300, 100, 100)
