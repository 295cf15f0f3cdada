"""`performer mcp`, `mcp list`, `mcp allow`, `tools list`: our tools for other programs, and servers' tools for us."""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import anyio
import typer

from performer.cli.control_client import ask_performer
from performer.core.command_line import COMMAND
from performer.core.files.home import CHECKOUT, Home
from performer.core.text import format_json_line, make_printable

_Server = Annotated[str, typer.Argument(metavar="NAME", help="as in [mcp.NAME]")]
_NONE = 'No server is set up. One more, in config.toml:\n\n[mcp.time]\ncommand = "uvx"\nargs = ["mcp-server-time"]\n'

servers_cli = typer.Typer(rich_markup_mode=None)


@servers_cli.command("list")
def list_servers(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="of this one, all that a model reads")] = "",
) -> None:
    """List the MCP servers of the running performer, and what they have."""
    if name:
        tools = ask_performer("mcp.tools", server=name)
        print("\n\n".join(map(format_tool, tools)) or _describe_server(name))
    else:
        print("\n".join(map(format_server, ask_performer("mcp.list"))) or _NONE)


@servers_cli.command("allow")
def allow(
    server: _Server,
    tool: Annotated[str, typer.Argument(metavar="[TOOL]", help="as the server calls it; all that wait, if none")] = "",
    *,
    yes: Annotated[bool, typer.Option("--yes", help="do not ask: you have read what they are")] = False,
) -> None:
    """Allow the running performer tools of a server that are new or have changed; you read what they are first."""
    waiting = select_waiting(ask_performer("mcp.tools", server=server), tool)
    if not waiting:
        print(f"Nothing of it waits for your yes.\n{_describe_server(server)}")
        return
    print("\n\n".join(map(format_tool, waiting)), end="\n\n")
    if not yes:
        typer.confirm("These are the server's words, and not ours. May the performer use them?", abort=True)
    allowed = ask_performer("mcp.allow", server=server, tools={each["own_name"]: each["digest"] for each in waiting})
    print(make_printable(f"Allowed: {', '.join(allowed) or 'none; they have changed meanwhile'}."))


tools_cli = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="The tools of the running performer.")


@tools_cli.command("list")
def list_tools(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="of this MCP server alone, as in [mcp.NAME]")] = "",
) -> None:
    """List the tools of the running performer by whose they are, and why a server's tool is left out."""
    servers = [each for each in ask_performer("mcp.list") if name in ("", each["name"])]
    if name and not servers:
        ask_performer("mcp.tools", server=name)  # which says that there is none, and the nearest
    tools = [] if name else [each for each in ask_performer("tools.list") if each.get("is_on", True)]
    print("\n".join([*_format_owned(tools, {each["name"] for each in servers}), *map(format_server, servers)]))


def _format_owned(tools: Sequence[Mapping[str, Any]], servers: set[str]) -> Iterator[str]:
    """Yield a line for each owner of tools that is no MCP server."""
    owners = dict.fromkeys(tool["server"] for tool in tools if tool["server"] not in servers)
    for owner in owners:
        names = ", ".join(tool["name"] for tool in tools if tool["server"] == owner)
        yield make_printable(f"{owner or 'the performer'}: {names}")


def select_waiting(tools: Sequence[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    """Select the tools that wait for a yes; of one name, if one is given."""
    waiting = [each for each in tools if each["state"] != "allowed"]
    return [each for each in waiting if name in ("", each["own_name"], each["name"])]


def _describe_server(name: str) -> str:
    """Describe the state of a server that lists no tools: it may be down."""
    return "\n".join(format_server(each) for each in ask_performer("mcp.list") if each["name"] == name)


def format_server(server: Mapping[str, Any]) -> str:
    """Format the state of a server, and its tools by what was decided on them; no word in it can steer the terminal."""
    waits = server["trouble"] or ("is being started" if server.get("is_on", True) else "off, as configured")
    how = "up" if server["is_up"] else waits
    lines = [f"{server['name']}: {how}"]
    usable = "may be used" if server["is_up"] else "may be used once it is up"
    for state, what in (("allowed", usable), ("new", "new"), ("changed", "changed")):
        names = [name for name, decided in server["tools"].items() if decided == state]
        if names:
            lines.append(f"   {what}: {', '.join(names)}")
    lines += [f"   left out: {each}" for each in server.get("left_out", ())]
    if server["is_up"] and not server["tools"]:
        lines.append("   It has no tools.")
    if any(state != "allowed" for state in server["tools"].values()):
        lines.append(f"   Read and allow them: {COMMAND} mcp allow {server['name']}")
    lines += [f"   In config.toml, {each}" for each in server.get("misfits", ())]
    return "\n".join(map(make_printable, lines))


def format_tool(tool: Mapping[str, Any]) -> str:
    """Format all that a model reads of a tool, and what the server says that it does."""
    more = {name: each for name, each in tool["parameters"].items() if name not in ("type", "properties")}
    reach = "says that it changes nothing; calls of it do not ask you" if tool["is_read_only"] else "each call asks you"
    called = "" if tool["name"].endswith(f".{tool['own_name']}") else f", called {tool['name']}"
    return "\n".join(
        (
            make_printable(f"{tool['own_name']} ({tool['state']}, {reach}){called}"),
            make_printable(f"   {tool['description']}"),
            f"   {format_json_line(tool['parameters'].get('properties', {}))}",
            *([f"   {format_json_line(more)}"] if more else []),
        )
    )


PORT: Final = 8780


def format_snippet(folder: Path = CHECKOUT, system: str = sys.platform) -> str:
    """Return what the configuration of a program has to hold to start us; most have it under `mcpServers`."""
    script = folder / "run.py"
    # On Windows `python3` opens a shop, and an installation has no run.py: this very Python knows the way.
    python = None if system == "win32" or not script.exists() else shutil.which("python3")
    words = [str(script)] if script.exists() else ["-m", "performer"]
    entry: dict[str, Any] = {"command": python or sys.executable, "args": [*words, "mcp"]}
    if home := os.environ.get("PERFORMER_HOME"):  # such programs hand on few variables
        entry["env"] = {"PERFORMER_HOME": home}
    return json.dumps({"mcpServers": {"stream-performer": entry}}, indent=2)


_HOW: Final = f"""\b
A program that speaks MCP starts it by itself, when its configuration holds:
{format_snippet()}

\b
One that takes an address: {COMMAND} mcp --http, and the header
Authorization: Bearer TOKEN, where TOKEN is "agent" in tokens.json.
"""

cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None, epilog=_HOW)
cli.add_typer(servers_cli)


@cli.callback()
def mcp(
    context: typer.Context,
    *,
    http: Annotated[bool, typer.Option("--http", help="serve several programs, by HTTP on this machine alone")] = False,
    port: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=65535, help=f"of --http; {PORT} without it, 0 takes any")
    ] = None,
) -> None:
    """Offer the running performer's tools to another program, by standard input and output: for MCP hosts."""
    if context.invoked_subcommand:
        return
    if sys.stdin.isatty() and not http:
        _print_for_people(f"It waits for a program that speaks MCP. Have one start it:\n{format_snippet()}")
    anyio.run(_serve, (PORT if port is None else port) if http else None)


async def _serve(port: int | None) -> None:
    """Offer the tools by HTTP on a port, or by standard input and output without one."""
    from performer.core.clock import SystemClock
    from performer.stage.access_tokens import AccessTokens
    from performer.tools.mcp.our_server.bridge import McpBridge
    from performer.tools.mcp.our_server.http import serve_http, serve_stdio
    from performer.tools.mcp.our_server.show_link import ShowLink

    home, clock = Home.find(), SystemClock()
    bridge = McpBridge(ShowLink(clock, home))
    if port is None:
        await serve_stdio(bridge)
        return
    home.make()
    AccessTokens.kept(home.tokens_file)  # made where no show has run yet, and completed where only older ones have

    def tell(address: str) -> None:
        _print_for_people(
            f"The tools are offered at {address}\n"
            f'The token is "agent" in {home.tokens_file}: send it as Authorization: Bearer TOKEN.'
        )

    await serve_http(clock, bridge, port=port, tokens_file=home.tokens_file, tell=tell)


def _print_for_people(lines: str) -> None:
    """Print lines to standard error; standard output is for MCP."""
    print("\n".join(map(make_printable, lines.splitlines())), file=sys.stderr, flush=True)
