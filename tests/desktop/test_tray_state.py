"""The state of the show in an icon's few words."""

from typing import Any

import pytest

from desktop.tray_state import Being, TrayState, read_state
from desktop.words import TrayWords

ENGLISH = TrayWords("en")


@pytest.mark.parametrize(
    ("state", "being", "words"),
    [
        ({"pauses": {}, "down": {}}, Being.PERFORMING, "Performing"),
        (
            {"pauses": {"asked": "by hand", "away": "nobody is there"}},
            Being.PAUSED,
            "Paused: by hand; nobody is there",
        ),
        ({"pauses": {}, "down": {"brain": "no answer"}}, Being.LIMPING, "Performing, but something is missing: Brain"),
        ({"hushed_until": 5_000}, Being.HUSHED, "Hushed"),
        ({"hushed_until": 4_000}, Being.PERFORMING, "Performing"),
        ({}, Being.PERFORMING, "Performing"),
    ],
)
def test_the_state_is_read_off_what_the_show_sends(state: dict[str, Any], being: Being, words: str) -> None:
    found = read_state(state, 4_500, ENGLISH)

    assert found.being is being
    assert found.describe(ENGLISH) == words


def test_an_open_microphone_is_told_before_all_else_however_long_the_rest_is() -> None:
    found = read_state({"listens": True, "pauses": {"asked": "x" * 5000}}, 0, ENGLISH)

    assert found.describe(ENGLISH).startswith("It listens. Paused: x")


def test_a_long_reason_is_cut() -> None:
    assert len(TrayState(Being.PAUSED, "x" * 5000).describe(ENGLISH)) == 200


def test_the_state_is_told_in_the_language_of_the_catalogue() -> None:
    german = TrayWords("de")

    paused = read_state({"pauses": {"asked": "by hand"}}, 0, german)
    limping = read_state({"down": {"brain": "no answer"}}, 0, german)

    assert paused.describe(german) == "Pausiert: von Hand"
    assert limping.describe(german) == "Spielt, aber etwas fehlt: Sprachmodell"
