"""The score of a model at calling tools, in words."""

from datetime import UTC, datetime, timedelta

import pytest

from performer.models.tool_score import ToolScore

_AT = datetime(2026, 5, 1, 12, tzinfo=UTC)
_SCORE = ToolScore(mode="soft", right=0.71, low=0.66, high=0.76, false_calls=0.04, cases=300, at=_AT)


@pytest.mark.parametrize(
    ("hours", "ago"), [(0, "today"), (23, "today"), (25, "yesterday"), (48, "2 days ago"), (24 * 40, "40 days ago")]
)
def test_it_says_what_was_measured_and_when(hours: float, ago: str) -> None:
    words = _SCORE.in_words(_AT + timedelta(hours=hours))

    assert words == f"right tool 71 % [66–76], false calls 4 %, soft mode, measured {ago}"
