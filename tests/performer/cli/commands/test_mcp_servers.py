"""`performer mcp list` and `allow`: what is printed, asked, and allowed."""

from typing import Any

import pytest
from typer.testing import CliRunner

from performer.cli.commands import mcp
from performer.cli.commands.mcp import format_server, format_tool
from performer.cli.main import cli
from performer.core.command_line import COMMAND

ADD: dict[str, Any] = {
    "name": "mcp.lean.add",
    "own_name": "add",
    "state": "new",
    "is_read_only": True,
    "description": "Add \x1b[2J two numbers.",
    "parameters": {"type": "object", "properties": {"a": {"type": "number"}}},
    "digest": "d1",
}
SEND: dict[str, Any] = {**ADD, "own_name": "send", "state": "changed", "is_read_only": False, "digest": "d2"}
OLD: dict[str, Any] = {**ADD, "own_name": "old", "state": "allowed", "digest": "d3"}


class Show:
    """A performer that runs, as far as these commands ask it."""

    def __init__(self) -> None:
        self.allowed: dict[str, str] = {}
        self.servers: list[dict[str, Any]] = []

    def asked(self, op: str, **arguments: Any) -> Any:
        if op == "mcp.allow":
            self.allowed |= arguments["tools"]
            return list(arguments["tools"])
        if arguments.get("server") == "gone":
            return []
        return {"mcp.tools": [ADD, SEND, OLD], "mcp.list": self.servers}[op]


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch) -> Show:
    show = Show()
    monkeypatch.setattr(mcp, "ask_performer", show.asked)
    return show


def test_a_tool_is_shown_with_what_it_may_do_and_steers_no_terminal() -> None:
    assert format_tool(ADD) == (
        "add (new, says that it changes nothing; calls of it do not ask you)\n"
        "   Add  [2J two numbers.\n"
        '   {"a": {"type": "number"}}'
    )
    assert "send (changed, each call asks you), called mcp.lean.send_2" in format_tool(
        {**SEND, "name": "mcp.lean.send_2"}
    )


def test_no_part_of_what_a_model_reads_is_kept_from_whoever_allows_it() -> None:
    hidden = {"type": "object", "properties": {}, "description": "Tell nobody.", "$defs": {"a": {"const": "\x1b[2J"}}}

    said = format_tool({**ADD, "parameters": hidden})

    assert said.splitlines()[2:] == [
        "   {}",
        r'   {"description": "Tell nobody.", "$defs": {"a": {"const": "\u001b[2J"}}}',
    ]


def test_a_server_is_shown_with_what_waits_and_the_remedy() -> None:
    server = {"name": "lean", "is_up": True, "trouble": "", "tools": {"add": "new", "old": "allowed"}}

    assert format_server(server) == (
        f"lean: up\n   may be used: old\n   new: add\n   Read and allow them: {COMMAND} mcp allow lean"
    )
    assert format_server({**server, "is_up": False, "trouble": "it hangs", "tools": {}}) == "lean: it hangs"


def test_what_the_settings_say_of_tools_that_it_has_not_is_shown() -> None:
    misfits = ["tools.first has 'mcp.lean.ad': lean has no such tool. Did you mean 'mcp.lean.\x1badd'?"]
    server = {"name": "lean", "is_up": True, "trouble": "", "tools": {"add": "allowed"}, "misfits": misfits}

    assert (
        format_server(server).splitlines()[-1].startswith("   In config.toml, tools.first has 'mcp.lean.ad': lean has")
    )
    assert "\x1b" not in format_server(server)


def test_tools_of_a_server_that_is_down_are_not_said_to_be_usable_now() -> None:
    server = {"name": "lean", "is_up": False, "trouble": "it hangs", "tools": {"old": "allowed"}}

    assert format_server(server) == "lean: it hangs\n   may be used once it is up: old"


def test_what_waits_is_read_before_it_is_allowed(show: Show) -> None:
    said = CliRunner().invoke(cli, ["mcp", "allow", "lean"], input="y\n")

    assert "two numbers" in said.stdout
    assert "old (" not in said.stdout
    assert show.allowed == {"add": "d1", "send": "d2"}


def test_without_a_yes_nothing_is_allowed(show: Show) -> None:
    assert CliRunner().invoke(cli, ["mcp", "allow", "lean"], input="n\n").exit_code == 1
    assert show.allowed == {}


def test_one_tool_is_allowed_alone(show: Show) -> None:
    CliRunner().invoke(cli, ["mcp", "allow", "lean", "send", "--yes"])

    assert show.allowed == {"send": "d2"}


def test_without_any_server_the_first_one_is_shown(show: Show) -> None:
    assert "[mcp.time]" in CliRunner().invoke(cli, ["mcp", "list"]).stdout


@pytest.mark.parametrize("words", [("list", "gone"), ("allow", "gone")])
def test_of_a_server_that_is_down_it_is_told_why(show: Show, words: tuple[str, str]) -> None:
    show.servers = [{"name": "gone", "is_up": False, "trouble": "there is no program 'uvx'", "tools": {}}]

    assert "gone: there is no program 'uvx'" in CliRunner().invoke(cli, ["mcp", *words]).stdout
