"""A place in a text: whether a line begins there."""

import pytest

from performer.models.toolcalls.text.forms.form import FormPlace


@pytest.mark.parametrize(
    ("line", "is_line"),
    [("", True), ("- **", True), ("Well, ", False), ("Here we go! ", False), ("😀 ", False)],
)
def test_a_place_knows_whether_a_line_begins_there(line: str, is_line: bool) -> None:
    place = FormPlace(text=line, at=len(line), line=line, word="", called=False, whole=True)

    assert place.is_line_start == is_line
