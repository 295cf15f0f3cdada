"""Parts of a text are covered whole, or not at all."""

import pytest

from performer.core.redact.redact import cover_spans


def test_parts_that_touch_or_overlap_get_one_mask() -> None:
    assert cover_spans("say abcdefgh now", [(10, 12), (4, 8), (6, 10)], "*") == "say * now"


@pytest.mark.parametrize("span", [(-1, 2), (2, 2), (3, 1), (0, 5)])
def test_what_is_no_part_of_the_text_is_refused(span: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no part of a text of 4 characters"):
        cover_spans("text", [span], "*")
