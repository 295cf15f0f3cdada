"""The system's espeak-ng is found where each system puts it."""

import sys
from pathlib import Path

import pytest

from performer.core.espeak import explain_missing_espeak, find_espeak
from performer.core.install import explain_espeak


def put_espeak(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no program on PATH but an espeak-ng."""
    (folder / ("espeak-ng.exe" if sys.platform == "win32" else "espeak-ng")).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(folder))


@pytest.fixture
def program_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have a Windows on whose PATH espeak-ng is not, and return where programs are installed."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path / "Program Files"


@pytest.mark.parametrize("system", ["linux", "win32"])
def test_one_on_path_is_started_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    put_espeak(tmp_path, monkeypatch)

    assert find_espeak({"PROGRAMFILES": str(tmp_path)}, system) == "espeak-ng"
    assert explain_missing_espeak() == ""


def test_on_windows_its_own_folder_is_looked_into_which_is_not_on_path(program_files: Path) -> None:
    environ = {"PROGRAMFILES": str(program_files)}
    assert find_espeak(environ, "win32") is None

    placed = program_files / "eSpeak NG" / "espeak-ng.exe"
    placed.parent.mkdir(parents=True)
    placed.touch()

    assert find_espeak(environ, "win32") == str(placed)
    assert find_espeak(environ, "linux") is None
    assert find_espeak({}, "win32") is None


def test_where_it_is_missing_it_is_said_how_it_is_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PROGRAMFILES", str(tmp_path))

    assert explain_missing_espeak() == f"espeak-ng is not installed; {explain_espeak()}"
