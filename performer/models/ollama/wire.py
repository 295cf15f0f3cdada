"""What Ollama's `/api/chat` and `/api/version` send, parsed once into our types."""

from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from performer.models.driver.chunk import AnswerChunk, NativeCall
from performer.models.model import Usage

_NANOSECONDS = 1e9


@dataclass(frozen=True, kw_only=True)
class OllamaLine:
    """One line of an answer."""

    piece: AnswerChunk = field(default_factory=AnswerChunk)
    error: str = ""
    """Not empty: the answer failed here, and this is why."""


class BadLineError(ValueError):
    """Raised for bytes that are no line of this wire."""


def parse_line(line: bytes) -> OllamaLine:
    """Read one line of a streamed answer, or a whole unstreamed one.

    Raises:
        BadLineError: when it is no JSON object of that kind.
    """
    try:
        raw = _Line.model_validate_json(line)
    except ValidationError as error:
        raise BadLineError(str(error.errors()[0]["msg"])) from None
    return OllamaLine(error=raw.error or "", piece=_piece(raw))


def parse_error(body: bytes) -> str:
    """Read what an error response says: its `error`, or the beginning of whatever it is."""
    try:
        return _Trouble.model_validate_json(body).error
    except ValidationError:
        return " ".join(body.decode("utf-8", "replace").split())[:200]


def parse_version(body: bytes) -> str:
    """Read `/api/version`.

    Raises:
        BadLineError: when the body is no such answer.
    """
    try:
        return _Version.model_validate_json(body).version
    except ValidationError as error:
        raise BadLineError(str(error.errors()[0]["msg"])) from None


class _Function(BaseModel):
    name: str
    arguments: Any = None


class _Call(BaseModel):
    id: str | None = None
    function: _Function


class _Message(BaseModel):
    content: str | None = None
    thinking: str | None = None
    tool_calls: list[_Call] | None = None


class _Line(BaseModel):
    message: _Message = Field(default_factory=_Message)
    error: str | None = None
    done: bool = False
    done_reason: str | None = None
    prompt_eval_count: int | None = None
    prompt_eval_duration: int | None = None
    eval_count: int | None = None
    eval_duration: int | None = None
    load_duration: int | None = None


def _piece(raw: _Line) -> AnswerChunk:
    return AnswerChunk(
        text=raw.message.content or "",
        thinking=raw.message.thinking or "",
        calls=tuple(
            NativeCall(id=call.id or "", name=call.function.name, arguments=call.function.arguments)
            for call in raw.message.tool_calls or ()
        ),
        done=raw.done,
        cut=raw.done_reason == "length",
        usage=Usage(
            prompt_tokens=raw.prompt_eval_count or 0,
            answer_tokens=raw.eval_count or 0,
            load_s=(raw.load_duration or 0) / _NANOSECONDS,
            read_s=(raw.prompt_eval_duration or 0) / _NANOSECONDS,
            answer_s=(raw.eval_duration or 0) / _NANOSECONDS,
        ),
    )


class _Trouble(BaseModel):
    error: str


class _Version(BaseModel):
    version: str
