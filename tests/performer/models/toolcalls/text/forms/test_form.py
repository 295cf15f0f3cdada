"""A place in a text: whether a line or a sentence begins there."""

import pytest

from performer.models.toolcalls.text.forms.form import FormPlace


@pytest.mark.parametrize(
    ("line", "is_line", "is_sentence"),
    [
        ("", True, True),
        ("- **", True, True),
        ("Well, ", False, False),
        ("Here we go! ", False, True),
        ("😀 ", False, True),
    ],
)
def test_a_place_knows_what_begins_there(line: str, is_line: bool, is_sentence: bool) -> None:
    place = FormPlace(text=line, at=len(line), line=line, word="", called=False, whole=True)

    assert (place.is_line_start, place.is_sentence_start) == (is_line, is_sentence)
