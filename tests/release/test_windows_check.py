from collections import Counter
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from release import windows_check
from release.outcomes import OutcomeSum
from release.wine import NEEDS
from requirements.terminal import Stop
from tests.systems import write_script

PASSED = OutcomeSum(
    passed=990,
    failing={},
    cannot=Counter({"Wine has no voices": 6}),
    skipped=Counter({"POSIX only": 50, "else": 4}),
    needless=[],
)


def test_the_short_form_is_passed_by_where_wine_is_missing_and_the_long_one_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert windows_check.main(["--short"]) == 0
    assert "windows-check: skipped, wine, Xvfb" in capsys.readouterr().out
    with pytest.raises(Stop, match="apt install --no-install-recommends wine wine64 xvfb"):
        windows_check.main([])


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NEEDS:
        write_script(tmp_path / name, "")
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(Stop, match="there is no tests/nothing"):
        windows_check.main(["tests/release", "tests/nothing"])


def test_help_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert windows_check.main(["--help"]) == 0
    assert "windows-check --short" in capsys.readouterr().out


def test_a_run_in_which_all_is_well_says_so_in_its_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    code = windows_check.conclude(PASSED, is_shown=True, cut_short=[], seconds=1502.4)

    assert code == 0
    assert capsys.readouterr().out == (
        "  Wine     cannot pass 6: Wine has no voices\n"
        "windows-check: the show performed; 990 passed, 0 failed, 6 that Wine cannot pass, "
        "54 skipped (POSIX only 50, else 4); 0 folders without an end; "
        "99.00% of what is not another system's passed (goal 99%); 1502 s\n"
    )


@pytest.mark.parametrize(
    ("is_shown", "failing", "cut_short"),
    [(False, {}, []), (True, {"tests/test_a.py::test_b": "assert 0"}, []), (True, {}, ["tests/overlay"])],
)
def test_a_run_in_which_something_is_wrong_fails(
    capsys: pytest.CaptureFixture[str], is_shown: bool, failing: dict[str, str], cut_short: list[str]
) -> None:
    told = OutcomeSum(passed=1, failing=failing, cannot=Counter(), skipped=Counter(), needless=[])

    assert windows_check.conclude(told, is_shown=is_shown, cut_short=cut_short, seconds=1) == 1
    said = capsys.readouterr().out
    assert [
        word for word in ("FAILED", "  failed   tests/test_a.py::test_b - assert 0", "(tests/overlay)") if word in said
    ]


def test_a_run_of_which_too_much_is_skipped_fails(capsys: pytest.CaptureFixture[str]) -> None:
    told = OutcomeSum(passed=98, failing={}, cannot=Counter(), skipped=Counter({"else": 2}), needless=[])

    assert windows_check.conclude(told, is_shown=True, cut_short=[], seconds=1) == 1
    assert windows_check.conclude(told, is_shown=True, cut_short=[], seconds=1, goal=0) == 0
    assert "98.00% of what is not another system's passed (goal 99%)" in capsys.readouterr().out


def test_every_folder_of_tests_is_run_by_itself() -> None:
    folders = windows_check.list_folders(CHECKOUT)

    assert {"tests/release", "tests/performer/core", "tests/performer/test_main.py", "tests/test_run.py"} <= {*folders}
    assert not {"tests", "tests/performer", "tests/performer/core/files", "tests/systems.py"} & {*folders}


def test_what_the_short_form_runs_is_there() -> None:
    assert [each for each in windows_check.SHORT if not (CHECKOUT / each).exists()] == []
