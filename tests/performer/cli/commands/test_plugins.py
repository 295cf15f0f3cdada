"""`performer plugin`: a skeleton that works, and a list that names what is wrong."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from performer.cli.main import cli
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return tmp_path


def plugin(*words: str) -> str:
    result = CliRunner().invoke(cli, ["plugin", *words], catch_exceptions=False)
    return result.stdout


def test_a_new_plugin_is_listed_as_a_tool(home: Path) -> None:
    said = plugin("new", "roll_dice")

    assert said.startswith(f"{home / 'tools' / 'roll_dice.py'} is there")
    assert plugin("list") == "roll_dice: Say what the tool does: a model reads this sentence, and decides by it.\n"


def test_what_is_wrong_is_listed_with_its_line_and_steers_no_terminal(home: Path) -> None:
    (home / "tools").mkdir()
    (home / "tools" / "broken.py").write_text("raise ValueError('\x1b[2J')\n", encoding="utf-8")

    assert plugin("list") == "left out: line 1 of broken.py: ValueError:  [2J\n"


def test_where_there_is_none_it_is_said_how_to_get_one() -> None:
    assert f"`{COMMAND} plugin new NAME` writes one." in plugin("list")


def test_a_name_that_is_none_is_refused() -> None:
    result = CliRunner().invoke(cli, ["plugin", "new", "two words"])

    assert isinstance(result.exception, ConfigError)
    assert "cannot be called 'two words'" in str(result.exception)
