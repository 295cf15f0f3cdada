from pathlib import Path

import pytest

from release.outcomes import Outcomes, read_outcomes, write_outcome
from tests.release.little_suite import run_suite

pytestmark = pytest.mark.slow


def run(folder: Path, **environment: str) -> Outcomes:
    run_suite(folder, **environment)
    return read_outcomes(folder / "outcomes.jsonl")


def test_what_became_of_each_test_is_told_with_why(tmp_path: Path) -> None:
    told = run(tmp_path)

    assert told.is_whole
    assert {test.removeprefix("test_little.py::"): (each.outcome, each.why) for test, each in told.tests.items()} == {
        "test_well": ("passed", ""),
        "test_wrong": ("failed", "assert 1 == 2"),
        "test_of_posix": ("skipped", "POSIX only: it has modes"),
        "test_without_a_program": ("skipped", "Xvfb is missing: apt install xvfb"),
        "test_known_as_wrong": ("passed", ""),
        "test_with_an_end_that_fails": ("error", "OSError: the disk is full"),
        "test_colour[red]": ("passed", ""),
        "test_colour[blue]": ("failed", "AssertionError: assert 'blue' == 'red'"),
        "test_that_dies": ("passed", ""),
        "test_last": ("passed", ""),
        "test_unreadable.py": ("error", "E   ModuleNotFoundError: No module named 'no_such_module'"),
    }


def test_behind_a_test_that_ended_the_run_the_same_command_goes_on(tmp_path: Path) -> None:
    died = run(tmp_path, DIES="1")
    write_outcome(tmp_path / "outcomes.jsonl", died.last_begun, "error", "has ended the process")

    told = run(tmp_path, DIES="1")

    assert (died.is_whole, died.last_begun) == (False, "test_little.py::test_that_dies")
    assert "test_little.py::test_last" not in died.tests
    assert told.is_whole
    assert told.tests["test_little.py::test_last"].outcome == "passed"
    assert told.tests["test_little.py::test_that_dies"].why == "has ended the process"
    begun = (tmp_path / "outcomes.jsonl").read_text(encoding="utf-8").count('{"begun": "test_little.py::test_well"}')
    assert begun == 1


def test_what_the_file_tells_of_without_a_parameter_is_left_out_with_all_its_cases(tmp_path: Path) -> None:
    write_outcome(tmp_path / "outcomes.jsonl", "test_little.py::test_colour", "error", "is left out")

    told = run(tmp_path)

    assert [test for test in told.tests if "colour" in test] == ["test_little.py::test_colour"]
