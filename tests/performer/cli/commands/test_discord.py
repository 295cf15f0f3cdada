"""`performer discord token`: kept for its owner alone, and never shown."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from performer.chats.discord.bot.credential import BOT_TOKEN_FILE
from performer.cli.main import cli
from performer.core.errors import ConfigError
from tests.systems import is_private


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return tmp_path / BOT_TOKEN_FILE


def test_the_token_is_kept_for_its_owner_alone_and_not_shown(file: Path) -> None:
    told = CliRunner().invoke(cli, ["discord", "token"], input="Bot abc.def.ghi\n", catch_exceptions=False).stdout

    assert file.read_text(encoding="utf-8") == "abc.def.ghi\n"
    assert "abc" not in told
    assert is_private(file)


def test_nothing_is_kept_of_what_is_no_token(file: Path) -> None:
    with pytest.raises(ConfigError, match="Nothing was kept"):
        CliRunner().invoke(cli, ["discord", "token"], input="\n", catch_exceptions=False)

    assert not file.exists()
