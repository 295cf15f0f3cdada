"""The marks around others' words."""

import pytest

from performer.core.untrusted_text import make_marker
from performer.guard.speakable.line_forms import has_mark


def test_every_mark_that_is_made_is_found() -> None:
    marks = [make_marker() for _ in range(300)]

    missed = [mark for mark in marks if not has_mark(f"the {mark} bat")]
    assert len(missed) <= 6  # those of four different signs, one in 300, and those of digits alone


@pytest.mark.parametrize(
    "text", ["brrrrrrr", "pssst", "hmmmmmmm", "score 23456789", "1080p60", "rtx4090", "rhythms", "24fps", "ps5"]
)
def test_shouts_and_figures_are_no_marks(text: str) -> None:
    assert not has_mark(text)
