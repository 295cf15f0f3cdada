"""Node's MCP servers: real ones, as the set-up of the tests installs them."""

import shutil
from pathlib import Path

from requirements.node import HOME, REMEDY, is_there
from tests.conftest import missing


def node_server(name: str) -> tuple[str, str]:
    """Return the command of one: `server-memory`."""
    node, script = shutil.which("node"), HOME / "node_modules" / "@modelcontextprotocol" / name / "dist" / "index.js"
    if node is None or not is_there():
        missing("Node's MCP servers", REMEDY)
    assert node is not None
    return node, str(Path(script))
