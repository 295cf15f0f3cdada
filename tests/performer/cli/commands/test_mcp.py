"""`performer mcp`: what it says before it serves; how it serves is shown by real processes elsewhere."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from performer.cli.commands.mcp import format_snippet
from performer.cli.main import cli
from performer.core.files.home import CHECKOUT


def test_its_help_has_what_a_programs_configuration_needs() -> None:
    said = CliRunner().invoke(cli, ["mcp", "--help"], catch_exceptions=False).stdout

    assert '"mcpServers"' in said
    assert json.dumps(str(CHECKOUT / "run.py")) in said
    assert "--http" in said


def test_what_a_program_starts_finds_the_home_that_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    moved = json.loads(format_snippet())["mcpServers"]["stream-performer"]
    monkeypatch.delenv("PERFORMER_HOME")
    usual = json.loads(format_snippet())["mcpServers"]["stream-performer"]

    assert Path(usual["command"]).is_absolute()
    assert usual["args"] == [str(CHECKOUT / "run.py"), "mcp"]
    assert moved == {**usual, "env": {"PERFORMER_HOME": str(tmp_path)}}


def test_on_windows_it_is_the_python_that_runs_now_and_an_installation_has_no_run_py(tmp_path: Path) -> None:
    on_windows = json.loads(format_snippet(system="win32"))["mcpServers"]["stream-performer"]
    installed = json.loads(format_snippet(tmp_path))["mcpServers"]["stream-performer"]

    assert on_windows["command"] == installed["command"] == sys.executable
    assert installed["args"] == ["-m", "performer", "mcp"]
