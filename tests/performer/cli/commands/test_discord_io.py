"""`performer discord-io`: what it says before it serves; how it serves is shown by real processes elsewhere."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from performer.cli.main import cli
from performer.core.errors import ConfigError, ServiceError


@pytest.mark.parametrize("place", ["8770", "127.0.0.1", "host:port", "127.0.0.1:70000", "::1:8770"])
def test_a_place_that_is_none_is_refused_with_an_example(place: str) -> None:
    with pytest.raises(ConfigError, match=r"--listen.*127\.0\.0\.1:8770"):
        CliRunner().invoke(cli, ["discord-io", "--listen", place], catch_exceptions=False)


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(ConfigError, match="--public-host"):
        CliRunner().invoke(cli, ["discord-io", "--public-host", "https://a.example/x"], catch_exceptions=False)


def test_a_token_in_the_environment_is_no_setting_and_a_short_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    monkeypatch.setenv("PERFORMER_IO_TOKEN", "short")

    with pytest.raises(ServiceError, match="fewer than 16"):
        CliRunner().invoke(cli, ["discord-io"], catch_exceptions=False)
