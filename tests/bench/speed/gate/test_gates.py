"""The gates that are compared."""

from collections.abc import Iterable

import pytest

from bench.speed.gate.gates import GATES, LookGate, measure_any_difference, measure_mean_difference
from performer.vision.frame import FINE_SIZE, LUMA_SIZE, Frame


def looks(greys: Iterable[int]) -> list[Frame]:
    return [
        Frame(
            source="test",
            at_s=number / 2,
            size=(320, 180),
            jpeg=b"",
            luma=bytes([grey]) * LUMA_SIZE[0] * LUMA_SIZE[1],
            fine=bytes([grey]) * FINE_SIZE[0] * FINE_SIZE[1],
            digest=str(grey),
        )
        for number, grey in enumerate(greys)
    ]


def test_any_difference_is_one_where_the_picture_is_not_the_same() -> None:
    assert measure_any_difference(looks([5, 5, 6])) == [1.0, 0.0, 1.0]


def test_the_mean_difference_is_in_steps_of_grey() -> None:
    assert measure_mean_difference(looks([5, 5, 8])) == [0.0, 0.0, 3.0]


@pytest.mark.parametrize("gate", GATES, ids=lambda gate: gate.name)
def test_each_gate_judges_each_look_and_its_own_threshold_is_on_its_curve(gate: LookGate) -> None:
    assert len(gate.measure(looks([5, 5, 6]))) == 3
    assert gate.chosen in gate.thresholds
