"""The settings of a turn: a profile may only make them narrower."""

from performer.agent.turn.settings import TurnSettings

GIVEN = TurnSettings(steps=4, deadline_s=30)


def test_fewer_steps_and_seconds_hold() -> None:
    narrow = GIVEN.narrow(steps=2, deadline_s=10)

    assert (narrow.steps, narrow.deadline_s) == (2, 10)


def test_more_steps_and_seconds_do_not() -> None:
    narrow = GIVEN.narrow(steps=9, deadline_s=90)

    assert (narrow.steps, narrow.deadline_s) == (4, 30)


def test_what_is_not_given_stays() -> None:
    assert GIVEN.narrow(steps=None, deadline_s=None) == GIVEN
