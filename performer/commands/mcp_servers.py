"""`performer mcp list` and `performer mcp allow`: the servers whose tools the running performer may use."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from performer.commands.asking import asked
from performer.json_line import json_line
from performer.printable import printable

_Server = Annotated[str, typer.Argument(metavar="NAME", help="as in [mcp.NAME]")]
_NONE = 'No server is set up. One more, in config.toml:\n\n[mcp.time]\ncommand = "uvx"\nargs = ["mcp-server-time"]\n'

cli = typer.Typer(rich_markup_mode=None)


@cli.command("list")
def listed(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="of this one, all that a model reads")] = "",
) -> None:
    """List the MCP servers of the running performer, and what they have."""
    if name:
        print("\n\n".join(tool_text(each) for each in asked("mcp.tools", server=name)) or _how(name))
        return
    print("\n".join(server_text(each) for each in asked("mcp.list")) or _NONE)


@cli.command("allow")
def allow(
    server: _Server,
    tool: Annotated[str, typer.Argument(metavar="[TOOL]", help="as the server calls it; all that wait, if none")] = "",
    *,
    yes: Annotated[bool, typer.Option("--yes", help="do not ask: you have read what they are")] = False,
) -> None:
    """Let the running performer use tools of a server that are new or have changed; you read what they are first."""
    waiting = chosen(asked("mcp.tools", server=server), tool)
    if not waiting:
        print(f"Nothing of it waits for your yes.\n{_how(server)}")
        return
    print("\n\n".join(map(tool_text, waiting)), end="\n\n")
    if not yes:
        typer.confirm("These are the server's words, and not ours. May the performer use them?", abort=True)
    allowed = asked("mcp.allow", server=server, tools={each["own_name"]: each["digest"] for each in waiting})
    print(printable(f"Allowed: {', '.join(allowed) or 'none; they have changed meanwhile'}."))


def chosen(tools: Sequence[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    """Choose what waits for a yes; of one name, if one is given."""
    waiting = [each for each in tools if each["state"] != "allowed"]
    return [each for each in waiting if name in ("", each["own_name"], each["name"])]


def _how(name: str) -> str:
    """Tell how a server is of which there are no tools to tell of: it may be down."""
    return "\n".join(server_text(each) for each in asked("mcp.list") if each["name"] == name)


def server_text(server: Mapping[str, Any]) -> str:
    """Write how a server is, and its tools by what was said to them; no word in it can steer the terminal."""
    how = "up" if server["is_up"] else server["trouble"] or "is being started"
    lines = [f"{server['name']}: {how}"]
    usable = "may be used" if server["is_up"] else "may be used once it is up"
    for state, what in (("allowed", usable), ("new", "new"), ("changed", "changed")):
        names = [name for name, told in server["tools"].items() if told == state]
        if names:
            lines.append(f"   {what}: {', '.join(names)}")
    if server["is_up"] and not server["tools"]:
        lines.append("   It has no tools.")
    if any(state != "allowed" for state in server["tools"].values()):
        lines.append(f"   Read and allow them: python3 run.py mcp allow {server['name']}")
    lines += [f"   In config.toml, {each}" for each in server.get("misfits", ())]
    return "\n".join(map(printable, lines))


def tool_text(tool: Mapping[str, Any]) -> str:
    """Write all that a model reads of a tool, and what the server says that it does."""
    more = {name: each for name, each in tool["parameters"].items() if name not in ("type", "properties")}
    reach = "says that it changes nothing; calls of it do not ask you" if tool["is_read_only"] else "each call asks you"
    return "\n".join(
        (
            printable(f"{tool['own_name']} ({tool['state']}, {reach})"),
            printable(f"   {tool['description']}"),
            f"   {json_line(tool['parameters'].get('properties', {}))}",
            *([f"   {json_line(more)}"] if more else []),
        )
    )
