from pathlib import Path

import pytest

from release.outcomes import name_kind, read_outcomes, sum_up, tell_counts
from release.wine_known import KnownTests, WineLack
from tests.release.little_suite import run_suite

KNOWN = KnownTests(
    lacks=(
        WineLack(why="Wine has no colours", fails=("test_little.py::test_colour",), ends=()),
        WineLack(why="Wine is not well", fails=("test_little.py::test_well",), ends=()),
    )
)


@pytest.mark.slow
def test_a_real_run_is_summed_up(tmp_path: Path) -> None:
    run_suite(tmp_path)

    told = sum_up(read_outcomes(tmp_path / "outcomes.jsonl").tests, KNOWN)

    assert list(told.failing) == [
        "test_unreadable.py",
        "test_little.py::test_wrong",
        "test_little.py::test_with_an_end_that_fails",
    ]
    assert told.needless == ["test_little.py::test_well"]
    assert tell_counts(told) == ("5 passed, 3 failed, 1 that Wine cannot pass, 2 skipped (POSIX only 1, else 1)")
    assert told.share == 5 / 10


def test_nothing_is_told_of_a_run_that_wrote_nothing(tmp_path: Path) -> None:
    told = read_outcomes(tmp_path / "outcomes.jsonl")

    assert (told.tests, told.is_whole, told.last_begun) == ({}, False, "")
    assert sum_up(told.tests, KNOWN).share == 1


@pytest.mark.parametrize(
    ("why", "kind"),
    [
        ("POSIX only: a pipe stands among files", "POSIX only"),
        ("Linux only: X11", "Linux only"),
        ("Chromium is missing: sudo apt install chromium", "Linux's browser"),
        ("Xvfb is missing: apt install xvfb", "else"),
    ],
)
def test_a_reason_has_its_kind(why: str, kind: str) -> None:
    assert name_kind(why) == kind
