"""Events of a turn: what they tell beyond their fields."""

import pytest

from performer.core.events.turns import ToolProgressed

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("done", "total", "share"),
    [(2, 8, 0.25), (0, 5, 0.0), (9, 3, 1.0), (-1, 3, 0.0), (None, 3, None), (1, None, None), (1, 0, None)],
)
def test_a_call_tells_how_much_of_it_is_done(done: float | None, total: float | None, share: float | None) -> None:
    assert ToolProgressed(call="c1", tool="paint", done=done, total=total).share == share


@pytest.mark.parametrize(("done", "total"), [(NAN, 1.0), (INF, INF), (1.0, NAN), (INF, 1.0), (1.0, INF)])
def test_what_is_no_number_is_no_share(done: float, total: float) -> None:
    assert ToolProgressed(call="c1", tool="paint", done=done, total=total).share is None
