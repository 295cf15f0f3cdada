"""What the streamer's words led to."""

import pytest

from performer.core import events
from performer.stage.server.led_to import describe_outcome


@pytest.mark.parametrize(
    ("heard", "led_to"),
    [
        (events.StreamerSaid(text="Pip?", is_addressed=True, is_answered=True), "it answers"),
        (events.StreamerSaid(text="I go left.", is_addressed=False, is_answered=True), "it answers"),
        (events.StreamerSaid(text="I go left.", is_addressed=False), "not said to it: its next lines know of it"),
        (events.OrderGiven(order="hush", text="Pip, be quiet!", outcome="silent"), "by your order: silent"),
    ],
)
def test_it_is_told_what_becomes_of_words(heard: events.StreamerSaid | events.OrderGiven, led_to: str) -> None:
    assert describe_outcome(heard) == led_to
