"""A server's answer to a call as parts of a result: bounded, and each thing once."""

import base64
import binascii
import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from performer.core.errors import ToolFailedError
from performer.core.text import format_json_line
from performer.tools.result import JsonPart, Part, PicturePart, SoundPart, TextPart, ToolResult

if TYPE_CHECKING:
    from mcp_types import CallToolResult, ContentBlock

_CHARS: Final = 200_000
"""Of all texts of a result together."""
_BYTES: Final = 8 * 1024 * 1024
"""Of a picture or a sound."""
_PARTS: Final = 50
_ERROR: Final = 1000
"""Characters of what a server says went wrong."""
_MIME: Final = re.compile(r"[a-z0-9.+-]{1,40}/[a-z0-9.+-]{1,60}", re.IGNORECASE)
_NO_VALUE: Final = object()


def parse_result(tool: str, answer: "CallToolResult") -> ToolResult:
    """Parse the answer to a call.

    Raises:
        ToolFailedError: when the server says that the call failed; with its words, cut.
    """
    if answer.is_error:
        said = " ".join(each.text for each in answer.content if each.type == "text")
        raise ToolFailedError(f"{tool}: {' '.join(said.split())[:_ERROR] or 'it failed, and says no more'}")
    parts = [*_read_structured(answer), *_blocks(answer)]
    return ToolResult(parts=tuple(_bound_texts(parts)))


def _read_structured(answer: "CallToolResult") -> Iterator[Part]:
    """Yield the value, unless the texts say the same: many servers wrap them, as `{"result": …}`."""
    value = answer.structured_content
    if value is not None and not any(_is_wrapping(value, each.text) for each in answer.content if each.type == "text"):
        yield JsonPart(value=value)


def _is_wrapping(value: Any, text: str) -> bool:
    if not isinstance(value, dict) or len(value) != 1:
        return False
    return next(iter(value.values())) in (text, _value(text))


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NO_VALUE


def _blocks(answer: "CallToolResult") -> Iterator[Part]:
    for block in answer.content[:_PARTS]:
        if not _is_same_value(block, answer.structured_content):
            yield _part(block)
    if len(answer.content) > _PARTS:
        yield TextPart(text=f"({len(answer.content) - _PARTS} more parts are left out)")


def _is_same_value(block: "ContentBlock", value: Any) -> bool:
    return value is not None and block.type == "text" and _value(block.text) == value


def _part(block: "ContentBlock") -> Part:
    match block.type:
        case "text":
            return TextPart(text=block.text)
        case "image":
            return _picture(block.data, block.mime_type)
        case "audio":
            return _sound(block.data, block.mime_type)
        case "resource_link":
            return TextPart(text=f"[{block.title or block.name}: {block.uri}]"[:_ERROR])
        case "resource":
            resource = block.resource
            text = getattr(resource, "text", None)
            if text is not None:
                return TextPart(text=str(text))
            mime = resource.mime_type or ""
            blob = getattr(resource, "blob", "")
            return (
                _picture(blob, mime)
                if mime.startswith("image/")
                else TextPart(text=f"[a file, {resource.uri}]"[:_ERROR])
            )


def _picture(data: str, mime: str) -> Part:
    content = _bytes(data)
    if content is None or not mime.startswith("image/") or not _MIME.fullmatch(mime):
        return TextPart(text="[a picture that cannot be taken]")
    return PicturePart(content=content, mime=mime.lower())


def _sound(data: str, mime: str) -> Part:
    content = _bytes(data)
    if content is None or not mime.startswith("audio/") or not _MIME.fullmatch(mime):
        return TextPart(text="[a sound that cannot be taken]")
    return SoundPart(content=content, mime=mime.lower())


def _bytes(data: str) -> bytes | None:
    """Return decoded Base64; None when it is too long, or no Base64."""
    if len(data) > _BYTES * 4 // 3 + 4:
        return None
    try:
        return base64.b64decode(data, validate=True) or None
    except (binascii.Error, ValueError):
        return None


def _bound_texts(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield the parts, with their texts cut where they become too long together."""
    left = _CHARS
    for part in parts:
        text = (
            part.text
            if isinstance(part, TextPart)
            else format_json_line(part.value)
            if isinstance(part, JsonPart)
            else ""
        )
        if len(text) <= left:
            left -= len(text)
            yield part
            continue
        yield TextPart(text=f"{text[:left]}\n(cut: {len(text) - left} more characters came)")
        left = 0
