"""Names as streamers list them."""

import pytest

from performer.agent.pause_triggers.desktop import find_matching


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [
        ("BRB", " brb ", True),
        ("BRB", "BRB 2", False),
        ("starting*", "Starting soon", True),
        ("*bank*", "My Bank - account", True),
        ("[BRB]", "[BRB]", True),
        ("[BRB]", "B", False),
        ("[!a]*", "[!a] b", True),
        ("Ready?", "Ready?", True),
        ("Ready?", "Ready!", False),
        ("*", "", False),
    ],
)
def test_only_a_star_stands_for_anything(pattern: str, name: str, fits: bool) -> None:
    assert find_matching([pattern], [name]) == (pattern if fits else "")
