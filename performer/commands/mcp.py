"""`performer mcp`: offers the tools of the running show to other programs, by the Model Context Protocol."""

import json
import os
import shutil
import sys
from typing import Annotated, Any, Final

import anyio
import typer

from performer.commands import mcp_servers
from performer.paths import CHECKOUT
from performer.printable import printable

PORT: Final = 8780


def snippet() -> str:
    """Write what a program's configuration has to hold to start us; most have it under `mcpServers`."""
    python = shutil.which("python3") or sys.executable
    entry: dict[str, Any] = {"command": python, "args": [str(CHECKOUT / "run.py"), "mcp"]}
    if home := os.environ.get("PERFORMER_HOME"):  # few variables are handed on to what such a program starts
        entry["env"] = {"PERFORMER_HOME": home}
    return json.dumps({"mcpServers": {"stream-performer": entry}}, indent=2)


_HOW: Final = f"""\b
A program that speaks MCP starts it by itself, when its configuration holds:
{snippet()}

\b
One that takes an address: python3 run.py mcp --http, and the header
Authorization: Bearer TOKEN, where TOKEN is "agent" in tokens.json.
"""

cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None, epilog=_HOW)
cli.add_typer(mcp_servers.cli)


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
    if http:
        anyio.run(_by_http, PORT if port is None else port)
        return
    if sys.stdin.isatty():
        _tell(f"It waits for a program that speaks MCP. Have one start it:\n{snippet()}")
    anyio.run(_by_stdio)


async def _by_stdio() -> None:
    from performer.clock import SystemClock
    from performer.home import Home
    from performer.mcp.serve.bridge import Bridge
    from performer.mcp.serve.line import ShowLine
    from performer.mcp.serve.stdio import serve_stdio

    await serve_stdio(Bridge(ShowLine(SystemClock(), Home.find())))


async def _by_http(port: int) -> None:
    from performer.clock import SystemClock
    from performer.home import Home
    from performer.mcp.serve.bridge import Bridge
    from performer.mcp.serve.http import serve_http
    from performer.mcp.serve.line import ShowLine
    from performer.stage.tokens import Tokens

    home, clock = Home.find(), SystemClock()
    home.make()
    Tokens.kept(home.tokens_file)  # made where no show has run yet, and completed where only older ones have
    bridge = Bridge(ShowLine(clock, home))

    def tell(address: str) -> None:
        _tell(f"The tools are offered at {address}")
        _tell(f'The token is "agent" in {home.tokens_file}: send it as Authorization: Bearer TOKEN.')

    await serve_http(clock, bridge, port=port, tokens_file=home.tokens_file, tell=tell)


def _tell(lines: str) -> None:
    """Say something to a person; standard output is for MCP."""
    print("\n".join(map(printable, lines.splitlines())), file=sys.stderr, flush=True)
