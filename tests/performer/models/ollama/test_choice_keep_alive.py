"""For how long a model stays in memory."""

import math

import pytest

from performer.models.ollama.choice import parse_keep_alive_s


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("30m", 1800),
        ("1h30m", 5400),
        ("1.5h", 5400),
        ("90", 90),
        ("1500ms", 1.5),
        ("-1", math.inf),
        ("-5m", math.inf),
        ("0", math.inf),
    ],
)
def test_a_keep_alive_stands_for_seconds(written: str, seconds: float) -> None:
    assert parse_keep_alive_s(written) == seconds
