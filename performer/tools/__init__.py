"""Tools: what the performer can do besides speaking, the box they come in, and the hooks around every call."""

from performer.tools.tool import Privilege, Tool, ToolCall, ToolSpec
from performer.tools.toolbox import Hook, Proceed, Toolbox

__all__ = ["Hook", "Privilege", "Proceed", "Tool", "ToolCall", "ToolSpec", "Toolbox"]
