"""The other Pythons of a machine: which are found, what is made for them, and what their tests come to."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from requirements import other_pythons
from requirements.other_pythons import interpreter, main
from tests.small_checkout import requirement, small_checkout, stand_in

HERE = f"{sys.version_info[0]}.{sys.version_info[1]}"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the one folder of the PATH of a machine that has no Python, and `pyenv` in it for those of pyenv."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr("requirements.python.PYTHON", tmp_path / "none")
    return tmp_path


def of_pyenv(machine: Path, version: str, script: str) -> Path:
    folder = machine / "pyenv" / "versions" / version / "bin"
    folder.mkdir(parents=True)
    stand_in(folder, "python3", script)
    return folder / "python3"


def test_one_on_the_path_goes_before_those_of_pyenv(machine: Path) -> None:
    stand_in(machine, "python3.12", "echo 3.12")
    of_pyenv(machine, "3.12.1", "echo 3.12")

    assert interpreter("3.12") == machine / "python3.12"


def test_for_a_shim_that_refuses_the_newest_release_of_pyenv_is_taken(machine: Path) -> None:
    stand_in(machine, "python3.12", "exit 127")
    for version in ("3.12.9", "3.12.11rc1", "3.1.2"):
        of_pyenv(machine, version, "echo 3.12")
    newest = of_pyenv(machine, "3.12.10", "echo 3.12")

    assert interpreter("3.12") == newest


@pytest.mark.parametrize("script", ["exit 1", "echo 3.11", "echo 3.12; exit 1"])
def test_one_that_cannot_make_a_venv_or_is_of_another_version_is_none(machine: Path, script: str) -> None:
    stand_in(machine, "python3.12", script)

    assert interpreter("3.12") is None


def test_this_very_python_can_make_a_venv(machine: Path) -> None:
    assert other_pythons.version_of(Path(sys.executable)) == HERE


def test_versions_that_are_not_here_and_that_of_the_venv_are_named_and_fail_nothing(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(machine, "python", "echo 3.12")
    monkeypatch.setattr("requirements.python.PYTHON", machine / "python")

    assert main(["tests"]) == 0
    assert [line.split(maxsplit=1) for line in capsys.readouterr().err.splitlines()] == [
        ["3.11", "is not on this machine: not tested"],
        ["3.12", "is what .venv has: not tested a second time"],
        ["3.13", "is not on this machine: not tested"],
    ]


@pytest.mark.parametrize(("fails", "code", "tested"), [("none", 0, ["3.11", "3.13"]), ("3.11", 3, ["3.11"])])
def test_after_a_version_whose_tests_fail_no_other_is_begun(
    machine: Path, monkeypatch: pytest.MonkeyPatch, fails: str, code: int, tested: list[str]
) -> None:
    def made(version: str, _found: Path) -> Path:
        stand_in(
            machine, f"ready{version}", f'echo "{version} $*" >> {machine}/calls; [ {version} != {fails} ] || exit 3'
        )
        return machine / f"ready{version}"

    monkeypatch.setattr(other_pythons, "made", made)
    for version in ("3.11", "3.13"):
        stand_in(machine, f"python{version}", f"echo {version}")

    assert main(["-q", "tests"]) == code
    assert (machine / "calls").read_text(encoding="utf-8").splitlines() == [
        f"{each} -m pytest -q tests" for each in tested
    ]


@pytest.mark.slow
def test_each_has_a_venv_of_its_own_with_the_pinned_packages_made_once(tmp_path: Path) -> None:
    checkout, machine = small_checkout(tmp_path), tmp_path / "bin"
    (checkout / "requirements/test.txt").write_text(requirement(tmp_path, "green", name="check"), encoding="utf-8")
    (checkout / "pytest.py").write_text(
        "import check, prop, sys; print(sys.argv[1:], prop.COLOUR, check.COLOUR)", encoding="utf-8"
    )
    machine.mkdir()
    stand_in(machine, f"python{HERE}", f'exec "{sys.executable}" "$@"')

    first, second = told_by(machine, checkout, "-q", "tests"), told_by(machine, checkout)

    assert (first.stdout, second.stdout) == ("['-q', 'tests'] red green\n", "[] red green\n"), first.stderr
    assert ("made in" in first.stderr, "made in" in second.stderr) == (True, False)
    assert [each.name for each in (checkout / ".venvs").iterdir()] == [HERE]
    assert not (checkout / ".venv").exists()


def told_by(machine: Path, checkout: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "requirements.other_pythons", *words]
    environment = {**os.environ, "PATH": str(machine), "PYENV_ROOT": str(machine)}
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=120, env=environment)
