"""Examples of the tables that a streamer names, for the first file: each is right as it stands."""

from typing import Final

from performer.config.keys import Key

EXAMPLES: Final[dict[Key, str]] = {
    ("tools",): """\
[tools."discord.send"]
confirm = "owner"
rate = "3/min"
""",
    ("mcp",): """\
[mcp.time]
command = "uvx"
args = ["mcp-server-time"]
env = { TZ = "Europe/Berlin" }
""",
    ("prototypes",): """\
[prototypes.librarian]
mix = ["researcher"]
prompt = "You look things up, and say where you found them."
tools = ["recall", "mcp.time.*"]
""",
}
"""By the section that takes such tables."""
