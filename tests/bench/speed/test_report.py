"""Reports: medians, ratios to a floor of the same run, and their files."""

import json
from pathlib import Path

import pytest

from bench.speed.report import SpeedReport, make_series
from performer.core.errors import ConfigError
from tests.bench.speed.reports import make_report


def test_a_ratio_is_of_medians_and_a_floor_has_none() -> None:
    report = make_report((4.0, 6.0, 80.0), (2.0, 2.0))

    assert report.find_ratio(report.by_key["whole"]) == 3.0
    assert report.find_ratio(report.by_key["copy"]) is None


def test_beside_a_floor_of_nothing_there_is_no_ratio() -> None:
    for report in (make_report((4.0,), (0.0,)), make_report((4.0,), ()), make_report((), (2.0,))):
        assert report.find_ratio(report.by_key["whole"]) is None


def test_of_no_values_there_is_no_median_and_of_one_no_percentile() -> None:
    assert make_series("a", "A", ()).median is None
    assert make_series("a", "A", (3.0,)).p95 is None
    assert make_series("a", "A", [float(each) for each in range(1, 101)]).p95 == 95


def test_a_figure_is_named_with_its_group_where_it_stands_alone() -> None:
    assert make_series("a", "the performer", (), group="line → request").name == "line → request: the performer"
    assert make_series("a", "a bare grab", ()).name == "a bare grab"


def test_a_report_without_groups_is_read(tmp_path: Path) -> None:
    report, file = make_report(), tmp_path / "a.json"
    file.write_text(report.to_json().replace('"group": "",', ""), encoding="utf-8")

    assert SpeedReport.read(file).series == report.series


def test_a_report_is_read_as_it_was_written(tmp_path: Path) -> None:
    report, file = make_report(), tmp_path / "a.json"
    file.write_text(report.to_json(), encoding="utf-8")

    assert SpeedReport.read(file) == report
    assert json.loads(report.to_json())["series"][0]["ratio"] == 3.0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is no JSON"),
        ("[]", "is no report of a speed bench"),
        ('{"format": 1, "bench": "turn"}', "is no report of a speed bench"),
        ('{"format": 2}', "its format is 2, not 1"),
    ],
)
def test_a_file_that_is_no_report_is_refused_with_the_remedy(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError, match=why) as refused:
        SpeedReport.read(file)

    assert "Make one with --json." in str(refused.value)


def test_a_unit_that_no_table_knows_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(make_report().to_json().replace('"ms"', '"furlongs"'), encoding="utf-8")

    with pytest.raises(ConfigError, match="the unit 'furlongs'"):
        SpeedReport.read(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.json cannot be read: No such file or directory\. Make one"):
        SpeedReport.read(tmp_path / "nowhere.json")
