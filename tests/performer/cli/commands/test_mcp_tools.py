"""`performer tools list`: which tools there are, whose, and why one is left out."""

from typing import Any

import pytest
from typer.testing import CliRunner

from performer.cli.commands import mcp
from performer.cli.main import cli
from performer.core.errors import ConfigError

TOOLS = [{"name": name, "server": server} for name, server in (("say", ""), ("discord.send", "discord"), ("m", "sky"))]
SKY = {
    "name": "sky",
    "is_up": True,
    "trouble": "",
    "tools": {"look": "allowed"},
    "left_out": ["'bad\x1b[2J': its schema is none"],
}


@pytest.fixture(autouse=True)
def show(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(op: str, **arguments: Any) -> Any:
        if arguments:
            raise ConfigError("There is no MCP server 'moon'.")
        return {"tools.list": TOOLS, "mcp.list": [SKY]}[op]

    monkeypatch.setattr(mcp, "ask_performer", ask)


def listed(*words: str) -> list[str]:
    return CliRunner().invoke(cli, ["tools", "list", *words], catch_exceptions=False).stdout.splitlines()


def test_tools_are_listed_by_whose_they_are_and_those_left_out_with_the_reason() -> None:
    of_sky = ["sky: up", "   may be used: look", "   left out: 'bad [2J': its schema is none"]

    assert listed() == ["the performer: say", "discord: discord.send", *of_sky]
    assert listed("sky") == of_sky


def test_a_server_that_is_none_is_told() -> None:
    with pytest.raises(ConfigError, match="There is no MCP server 'moon'"):
        listed("moon")
