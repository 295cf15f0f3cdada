"""The stored bounds of ratios."""

from bench.speed.bounds import find_broken_bounds, read_bounds
from bench.speed.command import COMMANDS
from tests.bench.speed.reports import make_report

NAMES = frozenset(each.__name__ for each in COMMANDS)


def test_a_ratio_within_thirty_percent_of_its_bound_holds() -> None:
    assert find_broken_bounds(make_report((5.0,), (2.0,)), {"whole": 2.0}) == []


def test_a_ratio_beyond_that_is_named_with_its_bound() -> None:
    assert find_broken_bounds(make_report((5.4,), (2.0,)), {"whole": 2.0}) == [
        "screen → JPEG: 2.70 times its floor; the bound is 2, and 30 % more is allowed."
    ]


def test_a_bound_whose_figure_was_not_measured_is_broken() -> None:
    assert find_broken_bounds(make_report(), {"gone": 2.0}) == [
        "'gone' has a bound in bounds.toml, and was not measured."
    ]


def test_bounds_are_stored_for_benches_that_there_are() -> None:
    stored = {name: read_bounds(name) for name in NAMES}

    assert all(bound > 0 for bounds in stored.values() for bound in bounds.values())
    assert read_bounds("no bench") == {}
