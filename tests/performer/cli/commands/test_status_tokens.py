"""`performer tokens`: what it shows, and what it does where nobody performs."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from performer.cli.main import cli
from performer.core.errors import ConfigError
from performer.stage.access_tokens import ROLES, AccessTokens


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return tmp_path / "tokens.json"


def said(*words: str) -> str:
    return CliRunner().invoke(cli, ["tokens", *words], catch_exceptions=False).stdout


def test_the_roles_are_shown_and_the_tokens_are_not(file: Path) -> None:
    assert "not there yet" in said()
    tokens = AccessTokens.kept(file)

    shown = said()

    assert all(f"  {role}" in shown for role in ROLES)
    assert not [role for role in ROLES if getattr(tokens, role) in shown]


def test_without_a_show_they_are_renewed_in_the_file(file: Path) -> None:
    before = AccessTokens.kept(file)

    told = said("renew", "control", "renderer")

    after = AccessTokens.kept(file)
    assert [role for role in ROLES if getattr(after, role) != getattr(before, role)] == ["renderer", "control"]
    assert told.startswith("New tokens for: renderer, control.\nCopy url of run/stage.json into OBS again")
    assert len(told.splitlines()) == 3


def test_without_a_name_all_are_renewed(file: Path) -> None:
    before = AccessTokens.kept(file)
    said("renew")
    after = AccessTokens.kept(file)

    assert [role for role in ROLES if getattr(after, role) == getattr(before, role)] == []


def test_a_role_that_there_is_not_is_refused_with_the_nearest(file: Path) -> None:
    before = AccessTokens.kept(file)

    with pytest.raises(ConfigError, match=r"holds 'windwo'\. Did you mean 'window'"):
        said("renew", "renderer", "windwo")
    assert AccessTokens.kept(file) == before
