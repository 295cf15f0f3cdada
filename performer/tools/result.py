"""The result of a call: parts of content, the words of them that a model reads, and their form as JSON.

As JSON a result goes from a show to the program that offers its tools to others.
"""

import base64
import binascii
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, ClassVar, Final, TypeAlias

from pydantic import BaseModel

from performer.core.text import format_json_line, map_texts
from performer.core.values import dataclass


@dataclass(frozen=True, kw_only=True)
class TextPart:
    """Words."""

    text: str
    is_ours: bool = False
    """Whether our own code wrote all of it, in words of its own and those that its call said; see `ours`."""


@dataclass(frozen=True, kw_only=True)
class JsonPart:
    """A value as JSON has them."""

    value: Any


@dataclass(frozen=True, kw_only=True)
class MediaPart:
    """A picture or a sound, as it came: nobody has decoded it yet."""

    kind: ClassVar[str]
    content: bytes = field(repr=False)
    mime: str
    """Such as `image/png`, as the tool says it."""
    alt: str = ""
    """What is on it, in a few words."""


class PicturePart(MediaPart):
    """A picture."""

    kind = "picture"


class SoundPart(MediaPart):
    """A sound."""

    kind = "sound"


Part: TypeAlias = TextPart | JsonPart | PicturePart | SoundPart


@dataclass(frozen=True, kw_only=True)
class Progress:
    """The progress of a call; it is shown, and no part of the result."""

    text: str = ""
    done: float | None = None
    """Of `total`; None where nobody knows."""
    total: float | None = None


Report: TypeAlias = Progress | Part
"""What a call tells while it runs: how far it is, or a part of its result that is there already."""


@dataclass(frozen=True, kw_only=True)
class ToolResult:
    """The result of a call."""

    parts: tuple[Part, ...] = ()
    offers: tuple[str, ...] = ()
    """The names of tools that the model may be offered from now on in its turn: it has just found them."""
    is_passing: bool = False
    """Whether it holds for this one call, because a hook answered it or added to it: nobody keeps it for another."""

    @classmethod
    def of(cls, value: object) -> "ToolResult":
        """Return the result of what a tool gave: a result, a part, words, None, a JSON value, or several of these.

        A list is several where a part is among them, and else a value.
        """
        match value:
            case ToolResult():
                return value
            case None:
                return cls()
            case list() | tuple() if any(isinstance(each, Part | ToolResult) for each in value):
                return cls(parts=tuple(part for each in value for part in cls.of(each).parts))
            case _:
                return cls(parts=(_make_part(value),))

    @property
    def text(self) -> str:
        """The result in the words that a model reads; what is no words is named."""
        return "\n".join(filter(None, map(_format_part, self.parts)))

    @property
    def is_ours(self) -> bool:
        """Whether no words of others came in with the result; what a hook adds or puts in its place is anybody's."""
        return bool(self.parts) and all(isinstance(each, TextPart) and each.is_ours for each in self.parts)

    @property
    def pictures(self) -> tuple[PicturePart, ...]:
        """The pictures of the result."""
        return tuple(each for each in self.parts if isinstance(each, PicturePart))

    def noted(self, *notes: str) -> "ToolResult":
        """Return the result with sentences for the model behind it."""
        return replace(self, parts=(*self.parts, *(TextPart(text=note) for note in notes)))

    def as_untrusted(self) -> "ToolResult":
        """Return the result with all of it counted as others' words, whatever it says of itself."""
        parts = (replace(each, is_ours=False) if isinstance(each, TextPart) else each for each in self.parts)
        return replace(self, parts=tuple(parts))


def make_own_text(text: str) -> TextPart:
    """Return an answer of our own words and those of the call alone: after it, a turn may do as much as before.

    It counts only where the tool's mark `answers_as_ours` says that it gives such answers.
    """
    return TextPart(text=text, is_ours=True)


def join_results(results: Iterable[ToolResult]) -> ToolResult:
    """Return one result of several, in their order."""
    each = tuple(results)
    parts = tuple(part for result in each for part in result.parts)
    return ToolResult(parts=parts, offers=tuple(dict.fromkeys(name for result in each for name in result.offers)))


def _make_part(value: object) -> Part:
    match value:
        case TextPart() | JsonPart() | PicturePart() | SoundPart():
            return value
        case str():
            return TextPart(text=value)
        case BaseModel():
            return JsonPart(value=value.model_dump(mode="json"))
        case bool() | int() | float() | list() | tuple() | Mapping():
            return JsonPart(value=value)
        case _:
            raise TypeError(f"A tool gave a {type(value).__name__}, which is no part of a result.")


def _format_part(part: Part) -> str:
    match part:
        case TextPart(text=text):
            return text
        case JsonPart(value=value):
            return format_json_line(value)
        case MediaPart(kind=kind, mime=mime, alt=alt):
            return f"[a {kind}, {mime}{': ' if alt else ''}{alt}]"


MOST_BYTES: Final = 2 * 1024 * 1024
"""Of the pictures and sounds of one result; what goes beyond is named in words instead."""


def encode_result(result: ToolResult, told: Callable[[str], str] = str) -> dict[str, Any]:
    """Return a result as JSON values; `told` writes each text of it as it may be told there."""
    return {"parts": [_encode_part(part, told) for part in _limit_size(result.parts)]}


def decode_result(value: object) -> ToolResult:
    """Parse a result that `encode_result` wrote.

    Raises:
        ValueError: when it is none.
    """
    try:
        fields: Any = value
        return ToolResult(parts=tuple(map(_parse_part, fields["parts"])))
    except (KeyError, TypeError, AttributeError, binascii.Error) as error:
        raise ValueError(f"no part of a result: {type(error).__name__}") from None


def decode_progress(value: object) -> Progress:
    """Parse how far a call has come; what cannot be read of it is left out."""
    fields: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    done, total = (_parse_number(fields.get(name)) for name in ("done", "total"))
    return Progress(text=str(fields.get("text") or ""), done=done, total=total)


def _limit_size(parts: Iterable[Part]) -> Iterator[Part]:
    left = MOST_BYTES
    for part in parts:
        size = len(part.content) if isinstance(part, MediaPart) else 0
        if size > left:
            yield TextPart(text=f"{ToolResult(parts=(part,)).text} (left out: it has {size} bytes)")
        else:
            left -= size
            yield part


def _encode_part(part: Part, told: Callable[[str], str]) -> dict[str, Any]:
    match part:
        case TextPart(text=text):
            return {"kind": "text", "text": told(text)}
        case JsonPart(value=value):
            return {"kind": "json", "value": map_texts(value, told)}
        case MediaPart(kind=kind, mime=mime, alt=alt):
            return {"kind": kind, "content": base64.b64encode(part.content).decode(), "mime": mime, "alt": told(alt)}


def _parse_part(fields: Mapping[str, Any]) -> Part:
    match fields["kind"]:
        case "json":
            return JsonPart(value=fields["value"])
        case "picture" | "sound" as kind:
            content = base64.b64decode(fields["content"], validate=True)
            part = PicturePart if kind == "picture" else SoundPart
            return part(content=content, mime=str(fields["mime"]), alt=str(fields["alt"]))
        case _:
            return TextPart(text=str(fields["text"]))


def _parse_number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
