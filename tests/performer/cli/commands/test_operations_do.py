"""`performer do`: every operation by its name, with its arguments as they are written in a terminal."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from performer.cli.commands.operations import read_argument
from performer.cli.main import cli
from performer.core.errors import ConfigError, ServiceError


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("number=3", ("number", 3)),
        ("approve=true", ("approve", True)),
        ("text=Good evening", ("text", "Good evening")),
        ("text=a=b", ("text", "a=b")),
        ('topics=["costs"]', ("topics", ["costs"])),
    ],
)
def test_a_value_is_json_or_a_text(written: str, read: tuple[str, Any]) -> None:
    assert read_argument(written) == read


@pytest.mark.parametrize("written", ["hush", "=3", ""])
def test_an_argument_without_a_name_is_refused_with_the_way_to_write_it(written: str) -> None:
    with pytest.raises(ConfigError, match="NAME=VALUE"):
        read_argument(written)


@pytest.mark.parametrize("words", [["do"], ["do", "hush"]])
def test_where_nobody_performs_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))

    with pytest.raises(ServiceError, match="No performer runs in"):
        CliRunner().invoke(cli, words, catch_exceptions=False)
