"""A server's answer to a call as parts of a result: bounded, and each thing once."""

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal

from performer.core.errors import ToolFailedError
from performer.core.own_text import own
from performer.tools.mcp.embedded_media import name_files, take_out_media
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
        said = name_files(" ".join(each.text for each in answer.content if each.type == "text"))
        raise ToolFailedError(
            own("{tool}: {said}", tool=tool, said=" ".join(said.split())[:_ERROR] or own("it failed, and says no more"))
        )
    value, texts = answer.structured_content, [each.text for each in answer.content if each.type == "text"]
    # Many servers say the same in a text, which the value wraps as `{"result": …}`.
    wrapped = [*value.values()] if isinstance(value, dict) and len(value) == 1 else []
    is_said = any(wrapped and wrapped[0] in (text, _parse_value(text)) for text in texts)
    parts: list[Part] = [JsonPart(value=value)] if value is not None and not is_said else []
    return ToolResult(parts=tuple(_cut_texts(take_out_media([*parts, *_read_blocks(answer)]))))


def _parse_value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NO_VALUE


def _read_blocks(answer: "CallToolResult") -> Iterator[Part]:
    for block in answer.content[:_PARTS]:
        value = answer.structured_content
        if value is None or block.type != "text" or _parse_value(block.text) != value:
            yield _read_block(block)
    if len(answer.content) > _PARTS:
        yield TextPart(text=f"({len(answer.content) - _PARTS} more parts are left out)")


def _read_block(block: "ContentBlock") -> Part:
    match block.type:
        case "text":
            return TextPart(text=block.text)
        case "image":
            return _read_media("picture", block.data, block.mime_type)
        case "audio":
            return _read_media("sound", block.data, block.mime_type)
        case "resource_link":
            return TextPart(text=f"[{block.title or block.name}: {block.uri}]"[:_ERROR])
        case "resource":
            resource, mime = block.resource, block.resource.mime_type or ""
            text = getattr(resource, "text", None)
            if text is None and mime.startswith("image/"):
                return _read_media("picture", getattr(resource, "blob", ""), mime)
            return TextPart(text=f"[a file, {resource.uri}]"[:_ERROR] if text is None else str(text))


def _read_media(kind: Literal["picture", "sound"], data: str, mime: str) -> Part:
    """Return a picture or a sound from its Base64; one that is too long, or none of its kind, is named in words."""
    begins, content = "image/" if kind == "picture" else "audio/", b""
    if len(data) <= _BYTES * 4 // 3 + 4 and mime.startswith(begins) and _MIME.fullmatch(mime):
        with suppress(binascii.Error, ValueError):
            content = base64.b64decode(data, validate=True)
    if not content:
        return TextPart(text=f"[a {kind} that cannot be taken]")
    return (PicturePart if kind == "picture" else SoundPart)(content=content, mime=mime.lower())


def _cut_texts(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts, with their texts cut where they become too long together."""
    left = _CHARS
    for part in parts:
        text = ToolResult(parts=(part,)).text if isinstance(part, TextPart | JsonPart) else ""
        if len(text) <= left:
            left -= len(text)
            yield part
            continue
        yield TextPart(text=f"{text[:left]}\n(cut: {len(text) - left} more characters came)")
        left = 0
