"""What a call came to, as MCP has it: words and JSON, pictures and sounds; and the tools as MCP lists them."""

import base64
from collections.abc import Mapping
from typing import Any

from mcp_types import (
    AudioContent,
    CallToolResult,
    ContentBlock,
    ImageContent,
    TextContent,
    Tool,
    ToolAnnotations,
)

from performer.tools import JsonPart, Part, PicturePart, SoundPart, TextPart, ToolResult


def content_of(result: ToolResult) -> CallToolResult:
    """Write a result; a value in it is there twice: as text, and for programs that read it as what it is."""
    values = [part.value for part in result.parts if isinstance(part, JsonPart)]
    content = [block for part in result.parts for block in _blocks(part)]
    return CallToolResult(content=content, structured_content=_object(values[0]) if len(values) == 1 else None)


def error_of(sentence: str) -> CallToolResult:
    """Write why a call came to nothing, for the model that made it."""
    return CallToolResult(content=[TextContent(text=sentence)], is_error=True)


def tool_of(listed: Mapping[str, Any]) -> Tool:
    """Write a tool, as a show lists it; none of them reaches beyond the show or deletes anything."""
    return Tool(
        name=str(listed["name"]),
        description=str(listed["description"]),
        input_schema=dict(listed["parameters"]),
        annotations=ToolAnnotations(
            read_only_hint=listed.get("is_read_only") is True, destructive_hint=False, open_world_hint=False
        ),
    )


def _blocks(part: Part) -> list[ContentBlock]:
    match part:
        case PicturePart(content=content, mime=mime, alt=alt) if mime.startswith("image/"):
            return [ImageContent(data=base64.b64encode(content).decode(), mime_type=mime), *_named(alt)]
        case SoundPart(content=content, mime=mime, alt=alt) if mime.startswith("audio/"):
            return [AudioContent(data=base64.b64encode(content).decode(), mime_type=mime), *_named(alt)]
        case TextPart(text=text):
            return [TextContent(text=text)]
        case _:
            return [TextContent(text=ToolResult(parts=(part,)).text)]


def _named(alt: str) -> list[ContentBlock]:
    return [TextContent(text=alt)] if alt else []


def _object(value: object) -> dict[str, Any]:
    """Older protocols have objects there and nothing else."""
    return dict(value) if isinstance(value, Mapping) else {"value": value}
