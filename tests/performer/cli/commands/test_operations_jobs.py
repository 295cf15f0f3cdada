"""`performer errands`: what is printed, and what is said where nobody performs."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from performer.cli.commands.operations import format_job
from performer.cli.main import cli
from performer.core.errors import ServiceError

JOB: dict[str, Any] = {
    "number": 3,
    "tool": "draw",
    "server": "easel\x1b[2J",
    "arguments": {"what": "fox\x1b[2J"},
    "began_at": "2026-01-01T00:00:00Z",
    "left_s": 299.6,
    "progress": "sketching\x1b[2J",
    "done": 1.0,
    "total": 4.0,
}


def test_a_job_is_shown_whole_and_steers_no_terminal() -> None:
    assert format_job(JOB) == (
        '3  draw of easel [2J, for 300 seconds more at most\n   1 of 4: sketching [2J\n{\n  "what": "fox\\u001b[2J"\n}'
    )


def test_of_one_that_told_nothing_no_progress_is_shown() -> None:
    silent = {**JOB, "server": "", "progress": "", "done": None, "total": None}

    assert format_job(silent).splitlines()[:2] == ["3  draw, for 300 seconds more at most", "{"]


@pytest.mark.parametrize("words", [["errands"], ["errands", "cancel", "3"]])
def test_where_nobody_performs_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))

    with pytest.raises(ServiceError, match="No performer runs in"):
        CliRunner().invoke(cli, words, catch_exceptions=False)
