"""The comparison of two reports: a change beyond noise, noise, and machines that are not alike."""

from dataclasses import replace

import pytest

from bench.speed.comparison import compare
from bench.speed.report import SpeedReport, make_series
from performer.core.errors import ConfigError
from tests.bench.speed.reports import MACHINE, make_report

STEADY = (10.0, 10.1, 9.9, 10.2, 9.8, 10.0, 10.1, 9.9, 10.0, 10.1)


def verdict(before: SpeedReport, after: SpeedReport) -> str:
    return compare(before, after).rows[0].verdict


def test_a_figure_that_grew_beyond_its_noise_is_worse_and_the_other_way_round_better() -> None:
    before, after = make_report(STEADY), make_report([value * 1.3 for value in STEADY])

    assert verdict(before, after) == "worse"
    assert verdict(after, before) == "better"


def test_of_what_scatters_too_widely_for_an_answer_none_is_told() -> None:
    before = make_report((5.0, 20.0, 9.0, 14.0, 6.0, 18.0, 10.0, 11.0))
    after = make_report((7.0, 19.0, 10.0, 16.0, 5.0, 21.0, 11.5, 12.0))

    assert verdict(before, after) == "cannot tell"


def test_less_than_a_tenth_is_no_change_however_certain() -> None:
    assert verdict(make_report((100.0,) * 10), make_report((109.0,) * 10)) == "the same"


def test_what_slowed_as_much_as_its_floor_is_the_same_and_so_the_floor_has_not_changed() -> None:
    before = make_report(STEADY, (2.0,) * 10)
    after = make_report([value * 1.3 for value in STEADY], (2.6,) * 10)

    figure, floor = compare(before, after).rows

    assert (figure.quotient, figure.ratio_quotient) == pytest.approx((1.3, 1.0))
    assert figure.verdict == "the same"
    assert floor.verdict == "cannot tell"


@pytest.mark.parametrize(("times", "told"), [(1.1, "cannot tell"), (1.5, "worse")])
def test_a_change_of_the_ratio_counts_only_beyond_what_the_floor_drifted(times: float, told: str) -> None:
    before = make_report(STEADY, (2.0,) * 10)
    after = make_report([value * 1.2 * times for value in STEADY], (2.4,) * 10)

    assert verdict(before, after) == told


def test_without_a_floor_a_change_counts_only_beyond_what_the_floors_of_others_drifted() -> None:
    def make(times: float, floor: float) -> SpeedReport:
        alone = make_series("alone", "a figure without a floor", [times * each for each in STEADY])
        report = make_report(STEADY, (floor,) * 10)
        return replace(report, series=(alone, *report.series))

    comparison = compare(make(1.0, 2.0), make(1.3, 3.0))

    assert comparison.drift == 1.5
    assert comparison.rows[0].verdict == "cannot tell"


def test_of_few_values_nothing_is_said() -> None:
    row = compare(make_report((1.0,) * 7), make_report((9.0,) * 7)).rows[0]

    assert row.verdict == "too few values"
    assert row.quotient == 9.0


def test_on_another_machine_only_ratios_to_the_floor_are_judged() -> None:
    slower = replace(MACHINE, processor="A Slower One")
    before = make_report((4.0,) * 10, (2.0,) * 10)
    after = make_report((8.0,) * 10, (4.0,) * 10, machine=slower)

    comparison = compare(before, after)

    assert not comparison.alike
    assert comparison.rows[0].ratio_quotient == 1.0
    assert [each.verdict for each in comparison.rows] == ["the same", "cannot tell"]


def test_a_report_of_another_bench_is_refused() -> None:
    with pytest.raises(ConfigError, match="are of 'capture' and of 'turn'"):
        compare(make_report(), make_report(bench="turn"))


def test_a_figure_that_only_one_report_has_is_named() -> None:
    before = make_report()
    after = replace(before, series=(*before.series, make_series("new", "a new figure", (1.0,))))

    assert compare(before, after).missing == ("a new figure",)
