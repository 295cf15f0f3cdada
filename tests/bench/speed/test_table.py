"""The tables in the terminal."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from bench.speed.comparison import compare
from bench.speed.report import Unit, make_series
from bench.speed.table import format_value, print_comparison, print_report
from tests.bench.speed.reports import MACHINE, make_report


def make_console() -> tuple[Console, io.StringIO]:
    file = io.StringIO()
    return Console(file=file, color_system=None, width=80), file


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (None, "ms", "–"),
        (1.234, "ms", "1.23 ms"),
        (12.34, "us", "12.3 µs"),
        (1234.5, "MiB", "1234 MiB"),
        (1160.0, "us", "1.16 ms"),
        (4291.0, "ms", "4.29 s"),
        (3.0, "count", "3"),
    ],
)
def test_a_figure_has_three_digits_or_so_and_its_unit(value: float | None, unit: Unit, shown: str) -> None:
    assert format_value(value, unit) == shown


def test_a_report_shows_its_ratio_machine_notes_and_broken_bounds() -> None:
    console, printed = make_console()

    print_report(replace(make_report(), notes=("Nothing was heard.",)), console, ["It is too slow."])

    text = printed.getvalue()
    row = next(line for line in text.splitlines() if "screen → JPEG" in line)
    assert "3.00" in row
    assert "a copy" in row
    assert MACHINE.line in text
    assert text.splitlines()[-2:] == ["Nothing was heard.", "It is too slow."]


def test_figures_stand_below_the_name_of_their_group() -> None:
    console, printed = make_console()
    series = [make_series(name, name, (1.0,), group="of a turn") for name in ("first", "second")]

    print_report(replace(make_report(), series=tuple(series)), console)

    names = [line.split("  1.00")[0].rstrip() for line in printed.getvalue().splitlines()]
    at = names.index(" of a turn")
    assert names[at + 1 : at + 3] == ["   first", "   second"]


def test_a_comparison_shows_the_verdict_and_what_was_compared() -> None:
    console, printed = make_console()
    before, floor = make_report((10.0,) * 10, (2.0,) * 10), (2.0,) * 10
    after = make_report((20.0,) * 10, floor, machine=replace(MACHINE, cores=8))

    print_comparison(compare(before, after), console)

    text = printed.getvalue()
    assert "worse" in text
    assert "The machines are not alike" in text


def test_a_comparison_shows_the_quotient_of_values_and_of_ratios_and_what_the_floors_drifted() -> None:
    console, printed = make_console()

    print_comparison(compare(make_report((10.0,) * 10), make_report((30.0,) * 10, (4.0, 4.0))), console)

    row = next(line for line in printed.getvalue().splitlines() if "screen → JPEG" in line)
    assert "3.00" in row
    assert "1.50" in row
    assert "The floors differ by up to 100 %" in printed.getvalue()
