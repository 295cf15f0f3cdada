"""Every printed shape: what runs, what is told, what is said, whole and letter by letter."""

import pytest

from performer.models.soft.read import read
from performer.models.soft.stream import SoftStream
from tests.performer.models.soft.cases import CASES
from tests.performer.models.soft.cases.case import Case, told
from tests.performer.models.soft.cases.still_open import STILL_OPEN

ROWS = [
    pytest.param(case, id=case.id, marks=pytest.mark.xfail(strict=False) if case.id in STILL_OPEN else ())
    for case in CASES
]


@pytest.mark.parametrize("case", ROWS)
def test_a_printed_shape_is_read(case: Case) -> None:
    reading = read(case.text, case.tools)

    assert told(reading) == case.expected
    assert reading.speech == case.speech


def test_every_shape_is_read_the_same_letter_by_letter() -> None:
    for case in (each for each in CASES if each.id not in STILL_OPEN):
        whole = read(case.text, case.tools)
        stream = SoftStream(case.tools)
        speech = "".join(stream.feed(letter) for letter in case.text)
        rest = stream.finish()

        assert (speech + rest.speech, told(rest)) == (whole.speech, told(whole)), case.id
