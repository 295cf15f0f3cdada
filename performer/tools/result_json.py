"""What a call came to as JSON and back: so it goes from a show to the program that offers its tools to others."""

import base64
import binascii
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from performer.texts import each_text
from performer.tools.result import JsonPart, Part, PicturePart, Progress, SoundPart, TextPart, ToolResult

MOST_BYTES: Final = 2 * 1024 * 1024
"""Of the pictures and sounds of one result; what goes beyond is named in words instead."""


def result_json(result: ToolResult, told: Callable[[str], str] = str) -> dict[str, Any]:
    """Write a result.

    Args:
        result: As the call gave it.
        told: Writes each text of it as it may be told there.
    """
    return {"parts": [_fields(part, told) for part in _bounded(result.parts)]}


def result_of_json(value: object) -> ToolResult:
    """Read a result that `result_json` wrote.

    Raises:
        ValueError: when it is none.
    """
    try:
        fields: Any = value
        return ToolResult(parts=tuple(map(_part, fields["parts"])))
    except (KeyError, TypeError, AttributeError, binascii.Error) as error:
        raise ValueError(f"no part of a result: {type(error).__name__}") from None


def progress_json(progress: Progress, told: Callable[[str], str] = str) -> dict[str, Any]:
    """Write how far a call has come."""
    return {"text": told(progress.text), "done": progress.done, "total": progress.total}


def progress_of_json(value: object) -> Progress:
    """Read how far a call has come; what cannot be read of it is left out."""
    fields: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    return Progress(
        text=str(fields.get("text") or ""), done=_number(fields.get("done")), total=_number(fields.get("total"))
    )


def _bounded(parts: Iterable[Part]) -> Iterator[Part]:
    left = MOST_BYTES
    for part in parts:
        size = len(part.content) if isinstance(part, PicturePart | SoundPart) else 0
        if size > left:
            yield TextPart(text=f"{ToolResult(parts=(part,)).text} (left out: it has {size} bytes)")
        else:
            left -= size
            yield part


def _fields(part: Part, told: Callable[[str], str]) -> dict[str, Any]:
    match part:
        case TextPart(text=text):
            return {"kind": "text", "text": told(text)}
        case JsonPart(value=value):
            return {"kind": "json", "value": each_text(value, told)}
        case PicturePart(content=content, mime=mime, alt=alt):
            return {"kind": "picture", "content": base64.b64encode(content).decode(), "mime": mime, "alt": told(alt)}
        case SoundPart(content=content, mime=mime, alt=alt):
            return {"kind": "sound", "content": base64.b64encode(content).decode(), "mime": mime, "alt": told(alt)}


def _part(fields: Mapping[str, Any]) -> Part:
    match fields["kind"]:
        case "json":
            return JsonPart(value=fields["value"])
        case "picture":
            return PicturePart(content=_bytes(fields), mime=str(fields["mime"]), alt=str(fields["alt"]))
        case "sound":
            return SoundPart(content=_bytes(fields), mime=str(fields["mime"]), alt=str(fields["alt"]))
        case _:
            return TextPart(text=str(fields["text"]))


def _bytes(fields: Mapping[str, Any]) -> bytes:
    return base64.b64decode(fields["content"], validate=True)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
