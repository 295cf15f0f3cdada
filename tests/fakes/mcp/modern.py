"""A server of tools by the SDK, which speaks the protocol of 2026: it has to be asked to tell of changes."""

import itertools

from mcp.server.mcpserver import Context, MCPServer

server = MCPServer("modern")
NUMBERS = itertools.count(1)


@server.tool()
async def change(context: Context) -> str:
    """Have one more tool."""
    server.add_tool(more, name=f"more_{next(NUMBERS)}")
    await context.notify_tools_changed()
    return "changed"


def more() -> str:
    """Be more."""
    return "more"


if __name__ == "__main__":
    server.run()
