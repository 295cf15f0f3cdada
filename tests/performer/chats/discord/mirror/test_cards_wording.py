"""What is written on the mirror's cards."""

import pytest

from performer.chats.discord.mirror.cards import format_progress
from performer.core.events.turns import ToolProgressed


@pytest.mark.parametrize(
    ("done", "total", "told"),
    [(2, 5, "40 %: Drawing."), (9, 5, "100 %: Drawing."), (None, 5, "Drawing."), (float("nan"), 5, "Drawing.")],
)
def test_how_far_a_call_is_is_told_where_it_is_a_share(done: float | None, total: float, told: str) -> None:
    assert format_progress(ToolProgressed(call="c", tool="paint", text="Drawing.", done=done, total=total)) == told
