"""`performer ears` as commands: the list, and what is told of a model that is not to be had so."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from performer.cli.main import cli
from performer.core.errors import ConfigError
from tests.performer.speech.hearing.test_models import make_whole


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["ears", *words], catch_exceptions=False)


def test_the_list_tells_sizes_licences_and_what_is_there(home: Path) -> None:
    (home / "ears").mkdir()
    make_whole(home / "ears", "base")

    lines = run("list").stdout.splitlines()

    assert lines == ["tiny     78 MB, MIT", "base    148 MB, MIT, installed", "small   486 MB, MIT"]


def test_one_that_is_there_is_said_to_be_and_can_be_removed(home: Path) -> None:
    (home / "ears").mkdir()
    folder = make_whole(home / "ears", "base")

    assert "config set mic.recognition base" in run("get", "base").stdout
    assert run("remove", "base").stdout == "base is removed.\n"
    assert not folder.exists()


def test_a_folder_that_does_not_hold_it_is_told(home: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        run("get", "base", "--from", str(home))
