"""The bridge for one program, which has started it and speaks by standard input and output."""

import signal

import anyio
from mcp.server.stdio import stdio_server

from performer.mcp.serve.bridge import Bridge


async def serve_stdio(bridge: Bridge) -> None:
    """Serve until the program closes our standard input; nothing but MCP goes to standard output meanwhile."""
    # The thread that reads can be ended by nothing but the end of what it reads: Ctrl+C ends the process instead.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    async with stdio_server() as (read, write), anyio.create_task_group() as tasks:
        await tasks.start(bridge.run)
        await bridge.server.run(read, write, bridge.options)
        tasks.cancel_scope.cancel()
