"""`performer status`: how a state is shown."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
import typer

from performer.cli.commands.status import format_status, status
from performer.core.status import Role


def test_the_lines_of_a_state_are_printed_with_their_labels() -> None:
    role = asdict(Role(part="brain", plays="ollama llava:7b", why="as configured"))
    state = {"pauses": {}, "turn": 7, "speaking": False, "said": "", "roles": [role], "endpoints": [], "down": {}}

    assert format_status(state).plain.splitlines() == [
        "writing turn 7",
        "brain  ollama llava:7b",
        "       as configured",
    ]


def test_without_a_show_a_program_gets_json_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))

    with pytest.raises(typer.Exit):
        status(as_json=True)

    assert json.loads(capsys.readouterr().out)["error"].startswith("No performer runs in ")
