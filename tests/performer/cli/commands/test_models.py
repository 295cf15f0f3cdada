"""`performer models` and `pull` as commands: their exit codes and their errors."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from performer.cli.main import cli
from performer.core.errors import ServiceError

NOWHERE = "http://127.0.0.1:1"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.toml").write_text(f'[model]\nurl = "{NOWHERE}"\n', encoding="utf-8")
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


def test_where_no_server_answers_the_list_says_so_and_the_command_fails() -> None:
    done = run("models", "--json")
    (server,) = json.loads(done.stdout)["servers"]

    assert (done.exit_code, server["url"]) == (1, NOWHERE)
    assert server["trouble"].startswith("no Ollama at")


def test_a_download_without_ollama_names_the_remedy() -> None:
    with pytest.raises(ServiceError, match="no Ollama at"):
        run("pull", "qwen3-vl:4b-instruct")
