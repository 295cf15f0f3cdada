"""`performer status`: how a state is shown."""

import json
from pathlib import Path

import pytest
import typer

from performer.cli.commands.status import status


def test_without_a_show_a_program_gets_json_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))

    with pytest.raises(typer.Exit):
        status(as_json=True)

    assert json.loads(capsys.readouterr().out)["error"].startswith("No performer runs in ")
