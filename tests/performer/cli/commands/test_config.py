"""`performer config`, while no performer runs: the file is written, shown and changed back."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from performer.cli.main import cli
from performer.core.errors import ConfigError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return tmp_path


def printed(*words: str) -> str:
    return CliRunner().invoke(cli, ["config", *words], catch_exceptions=False).stdout


def test_a_setting_is_written_shown_with_its_file_and_taken_out_again(home: Path) -> None:
    file = home / "config.toml"

    assert "(not there yet; --init writes it)" in printed()
    assert printed("set", "stage.port", "9001") == f"stage.port is saved in {file}.\n"
    assert [line.split() for line in printed().splitlines() if line.startswith("stage.port")] == [
        ["stage.port", "9001", str(file)]
    ]
    assert printed("unset", "stage.port") == f"stage.port is removed from {file}.\n"


def test_a_value_may_begin_with_a_minus_and_the_first_file_is_written_once(home: Path) -> None:
    assert printed("--init") == f"Wrote {home / 'config.toml'}.\n"
    assert "is saved in" in printed("set", "model.keep_alive", "-1")
    with pytest.raises(ConfigError, match="is there already"):
        printed("--init")
