"""Every printed shape: what runs, what is told, what is said, whole and letter by letter."""

import pytest

from performer.models.toolcalls.text.reader import TextCallStream, read_calls
from tests.performer.models.toolcalls.text.cases import CASES, FAMILIES
from tests.performer.models.toolcalls.text.cases.case import told
from tests.performer.models.toolcalls.text.cases.still_open import STILL_OPEN


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_of_shapes_is_read(family: str) -> None:
    cases = [case for case in CASES if case.family == family and case.id not in STILL_OPEN]
    readings = {case.id: read_calls(case.text, case.tools) for case in cases}

    assert {name: told(each) for name, each in readings.items()} == {case.id: case.expected for case in cases}
    assert {name: each.speech for name, each in readings.items()} == {case.id: case.speech for case in cases}


def test_every_shape_is_read_the_same_letter_by_letter() -> None:
    for case in CASES:
        whole = read_calls(case.text, case.tools)
        stream = TextCallStream(case.tools)
        speech = "".join(stream.feed(letter) for letter in case.text)
        rest = stream.finish()

        assert (speech + rest.speech, told(rest)) == (whole.speech, told(whole)), case.id
