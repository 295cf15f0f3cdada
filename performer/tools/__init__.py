"""Tools: what the performer can do besides speaking, the box they come in, and the hooks around every call."""

from performer.tools.result import JsonPart, Part, PicturePart, Progress, Report, SoundPart, TextPart, ToolResult, ours
from performer.tools.tool import Privilege, Tool, ToolCall, ToolSpec
from performer.tools.toolbox import Hook, Proceed, Toolbox

__all__ = [
    "Hook",
    "JsonPart",
    "Part",
    "PicturePart",
    "Privilege",
    "Proceed",
    "Progress",
    "Report",
    "SoundPart",
    "TextPart",
    "Tool",
    "ToolCall",
    "ToolResult",
    "ToolSpec",
    "Toolbox",
    "ours",
]
