"""`performer approvals`, `approve`, `cancel` and `say`: what is printed, and what is said where nobody performs."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from performer.cli.commands.operations import format_audit_line, format_waiting_call
from performer.cli.main import cli
from performer.core.errors import ServiceError

CALL: dict[str, Any] = {
    "number": 3,
    "tool": "door",
    "server": "doors\x1b[2J",
    "arguments": {"room": "red\x1b[2J"},
    "why": "ann wrote: open it\n9  wave",
    "channel": "discord:7",
    "asked_at": "2026-01-01T00:00:00Z",
    "left_s": 599.6,
}


def test_a_call_is_shown_whole_and_steers_no_terminal() -> None:
    assert format_waiting_call(CALL) == (
        "3  door of doors [2J, for 10 minutes more\n"
        "   because ann wrote: open it 9  wave\n"
        '{\n  "room": "red\\u001b[2J"\n}'
    )
    assert format_waiting_call({**CALL, "server": "", "left_s": 42.2}).startswith("3  door, for 42 seconds more")


def test_a_line_of_the_audit_is_one_line_whatever_somebody_is_called() -> None:
    line = {"number": 3, "at": "2026-01-01T00:00:00Z", "what": "refused", "who": "x\ny", "id": "6", "where": "discord"}

    shown = format_audit_line(line)

    assert shown == '2026-01-01T00:00:00Z     3  refused    {"who": "x\\ny", "id": "6", "where": "discord"}'


@pytest.mark.parametrize("words", [["approvals"], ["approve", "3"], ["cancel", "3"], ["say", "so", "long"]])
def test_where_nobody_performs_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))

    with pytest.raises(ServiceError, match="No performer runs in"):
        CliRunner().invoke(cli, words, catch_exceptions=False)
