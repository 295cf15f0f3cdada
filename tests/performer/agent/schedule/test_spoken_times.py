"""Times as they are spoken."""

import pytest

from performer.agent.schedule.spoken_times import spell_out


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("at half past nine", "at 9:30"),
        ("halfway ten", "9:30"),
        ("halfway one", "12:30"),
        ("quarter past 9 tomorrow", "9:15 tomorrow"),
        ("quarter before ten", "9:45"),
        ("in anderthalb hour", "in 1.5 hour"),
        ("half past 9:30", "half past 9:30"),
        ("every evening at 8", "every day evening at 8"),
        ("in half an hour", "in half an hour"),
    ],
)
def test_what_is_spoken_is_written_in_digits(spoken: str, written: str) -> None:
    assert spell_out(spoken) == written
