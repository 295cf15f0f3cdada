"""The state of the show in an icon's few words."""

from typing import Any

import pytest

from desktop.tray_state import Being, TrayState, read_state


@pytest.mark.parametrize(
    ("state", "being", "words"),
    [
        ({"pauses": {}, "down": {}}, Being.PERFORMING, "performing"),
        (
            {"pauses": {"asked": "by hand", "away": "nobody is there"}},
            Being.PAUSED,
            "paused: by hand; nobody is there",
        ),
        ({"pauses": {}, "down": {"brain": "no answer"}}, Being.LIMPING, "performing, but something is missing: brain"),
        ({"hushed_until": 5_000}, Being.HUSHED, "hushed"),
        ({"hushed_until": 4_000}, Being.PERFORMING, "performing"),
        ({}, Being.PERFORMING, "performing"),
    ],
)
def test_the_state_is_read_off_what_the_show_sends(state: dict[str, Any], being: Being, words: str) -> None:
    found = read_state(state, now_ms=4_500)

    assert found.being is being
    assert found.words == words


def test_a_long_reason_is_cut() -> None:
    assert len(TrayState(Being.PAUSED, "x" * 5000).words) == 200
