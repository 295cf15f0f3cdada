"""`performer panel`: a browser is told a file, and never the address that lies in it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from performer.cli.main import cli
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from tests.fakes.browser import install_browser, remove_browser


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return tmp_path


def opened() -> str:
    return CliRunner().invoke(cli, ["panel"], catch_exceptions=False).stdout


def test_the_browser_is_given_the_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "panel.html").write_text("address with token=secret", encoding="utf-8")
    noted = install_browser(home, monkeypatch)

    assert "secret" not in opened()
    assert noted.read_text(encoding="utf-8") == (home / "panel.html").as_uri()


def test_without_a_screen_the_file_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "panel.html").touch()
    remove_browser(monkeypatch)

    told, waits = opened().splitlines()
    assert told == f"No browser could be opened. Open this file in one on this machine: {home / 'panel.html'}"
    assert waits == f"No show is running now: the panel waits for one. Start it with: {COMMAND}"


def test_before_the_first_show_there_is_none(home: Path) -> None:
    with pytest.raises(ConfigError, match="it comes with the first show"):
        opened()
