"""What a call comes to: parts of content, whatever the tool gave, and the words of them that a model reads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from pydantic import BaseModel

from performer.json_line import json_line


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
class PicturePart:
    """A picture, as it came: nobody has decoded it yet."""

    content: bytes = field(repr=False)
    mime: str
    """Such as `image/png`, as the tool says it."""
    alt: str = ""
    """What is on it, in a few words."""


@dataclass(frozen=True, kw_only=True)
class SoundPart:
    """A sound, as it came."""

    content: bytes = field(repr=False)
    mime: str
    alt: str = ""


Part: TypeAlias = TextPart | JsonPart | PicturePart | SoundPart


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a call has come; it is shown, and no part of the result."""

    text: str = ""
    done: float | None = None
    """Of `total`; None where nobody knows."""
    total: float | None = None


Report: TypeAlias = Progress | Part
"""What a call tells while it runs: how far it is, or a part of its result that is there already."""


@dataclass(frozen=True, kw_only=True)
class ToolResult:
    """What a call came to."""

    parts: tuple[Part, ...] = ()
    offers: tuple[str, ...] = ()
    """The names of tools that the model may be offered from now on in its turn: it has just found them."""
    is_passing: bool = False
    """Whether it holds for this one call, because a hook answered it or added to it: nobody keeps it for another."""

    @classmethod
    def of(cls, value: object) -> "ToolResult":
        """Make one of what a tool gave: a result, a part, words, None, a value as JSON has them, or several of these.

        A list is several where a part is among them, and else a value.
        """
        match value:
            case ToolResult():
                return value
            case None:
                return cls()
            case list() | tuple() if any(_is_part(each) for each in value):
                return cls(parts=tuple(part for each in value for part in cls.of(each).parts))
            case _:
                return cls(parts=(_part(value),))

    @property
    def text(self) -> str:
        """All of it in the words that a model reads; what is no words is named."""
        return "\n".join(filter(None, map(_words, self.parts)))

    @property
    def is_ours(self) -> bool:
        """Whether nobody else's words came in with it. What a hook adds or puts in its place is anybody's."""
        return bool(self.parts) and all(isinstance(each, TextPart) and each.is_ours for each in self.parts)

    @property
    def pictures(self) -> tuple[PicturePart, ...]:
        """The pictures of it."""
        return tuple(each for each in self.parts if isinstance(each, PicturePart))

    def noted(self, *notes: str) -> "ToolResult":
        """Add sentences for the model behind it."""
        return replace(self, parts=(*self.parts, *(TextPart(text=note) for note in notes)))

    def of_anybody(self) -> "ToolResult":
        """Count all of it as others' words, whatever it says of itself."""
        return replace(self, parts=tuple(map(_of_anybody, self.parts)))


def ours(text: str) -> TextPart:
    """Give an answer that holds no words but our own and those of the call: after it, a turn may do as much as before.

    It counts only where the tool's mark `answers_as_ours` says that it gives such answers.
    """
    return TextPart(text=text, is_ours=True)


def joined(results: Iterable[ToolResult]) -> ToolResult:
    """Make one of several, in their order."""
    each = tuple(results)
    parts = tuple(part for result in each for part in result.parts)
    return ToolResult(parts=parts, offers=tuple(dict.fromkeys(name for result in each for name in result.offers)))


def _is_part(value: object) -> bool:
    return isinstance(value, TextPart | JsonPart | PicturePart | SoundPart | ToolResult)


def _of_anybody(part: Part) -> Part:
    return replace(part, is_ours=False) if isinstance(part, TextPart) else part


def _part(value: object) -> Part:
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


def _words(part: Part) -> str:
    match part:
        case TextPart(text=text):
            return text
        case JsonPart(value=value):
            return json_line(value)
        case PicturePart(mime=mime, alt=alt):
            return f"[a picture, {mime}{': ' if alt else ''}{alt}]"
        case SoundPart(mime=mime, alt=alt):
            return f"[a sound, {mime}{': ' if alt else ''}{alt}]"
