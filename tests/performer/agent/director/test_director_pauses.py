"""The pauses and their reasons."""

import pytest

from performer.agent.director.turns import Pauses
from performer.core.clock import VirtualClock
from performer.core.events.parts import Paused, Resumed
from performer.core.events.stream import EventStream, EventSubscription

pytestmark = pytest.mark.anyio


@pytest.fixture
def stream(virtual_clock: VirtualClock) -> EventStream:
    return EventStream(virtual_clock)


def told(reader: EventSubscription) -> list[object]:
    return [published.event for published in reader.taken()]


def test_every_reason_is_told_once_and_holds_until_it_ends(stream: EventStream) -> None:
    reader, pauses = stream.whole("test"), Pauses(stream)

    assert pauses.begin("scene", "BRB")
    assert not pauses.begin("scene", "BRB")
    assert pauses.begin("away", "nobody there")
    assert dict(pauses.holding) == {"scene": "BRB", "away": "nobody there"}
    pauses.end("scene")
    pauses.end("scene")
    assert dict(pauses.holding) == {"away": "nobody there"}
    assert told(reader) == [
        Paused(by="scene", reason="BRB"),
        Paused(by="away", reason="nobody there"),
        Resumed(by="scene"),
    ]


def test_another_reason_of_the_same_kind_takes_the_place_of_the_first(stream: EventStream) -> None:
    reader, pauses = stream.whole("test"), Pauses(stream)

    pauses.begin("scene", "Starting")
    assert pauses.begin("scene", "BRB")
    assert dict(pauses.holding) == {"scene": "BRB"}
    assert told(reader) == [Paused(by="scene", reason="Starting"), Paused(by="scene", reason="BRB")]


def test_what_was_overruled_counts_again_only_when_it_comes_anew(stream: EventStream) -> None:
    pauses = Pauses(stream)
    pauses.begin("scene", "BRB")
    pauses.overrule()

    assert not pauses.holding
    assert not pauses.begin("scene", "BRB")
    pauses.end("scene")
    assert pauses.begin("scene", "BRB")


def test_another_reason_than_the_overruled_one_counts_at_once(stream: EventStream) -> None:
    pauses = Pauses(stream)
    pauses.begin("scene", "BRB")
    pauses.overrule()

    assert pauses.begin("scene", "Starting")
    assert pauses.begin("scene", "BRB")
