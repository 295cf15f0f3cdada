"""From how loud on something may be speech is learnt of three seconds in which nobody speaks."""

import pytest

from performer.core.errors import ConfigError
from performer.speech.hearing.room import RoomLevels
from performer.speech.hearing.samples import SLICE_S, SpeechSlice

SLICES = 94
"""Three seconds of them."""


def hear(levels: list[float], speech: list[float] | None = None) -> RoomLevels:
    room = RoomLevels(began_s=10.0)
    for number, level_db in enumerate(levels):
        at_s = 10.0 + (number + 1) * SLICE_S
        room.take([SpeechSlice(at_s=at_s, level_db=level_db, speech=speech[number] if speech else 0.0)])
    return room


def test_it_lies_above_the_room_whatever_clicks_in_it() -> None:
    room = hear([-60.0] * (SLICES - 4) + [-20.0] * 4)

    assert room.is_whole
    assert room.find_gate_db() == -54


def test_three_seconds_are_needed_and_what_was_before_does_not_count() -> None:
    room = hear([-60.0] * (SLICES - 1))
    room.take([SpeechSlice(at_s=9.9, level_db=-10.0, speech=1.0)])
    assert not room.is_whole

    room.take([SpeechSlice(at_s=20.0, level_db=-60.0, speech=0.0)])
    assert room.is_whole
    assert room.find_gate_db() == -54


@pytest.mark.parametrize(("level_db", "gate_db"), [(-100.0, -90), (-2.0, -10)])
def test_it_stays_within_the_bounds_of_the_setting(level_db: float, gate_db: float) -> None:
    assert hear([level_db] * SLICES).find_gate_db() == gate_db


def test_a_room_in_which_somebody_speaks_is_none() -> None:
    spoken = [1.0] * 20 + [0.0] * (SLICES - 20)

    with pytest.raises(ConfigError, match="Somebody spoke"):
        hear([-60.0] * SLICES, spoken).find_gate_db()
