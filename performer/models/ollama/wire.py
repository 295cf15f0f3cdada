"""The JSON of Ollama's answers, parsed once into our types: the lines of `/api/chat`, and what they are made of."""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from performer.models.driver.answer import AnswerChunk, NativeCall
from performer.models.model import Usage

_NANOSECONDS = 1e9

T = TypeVar("T", bound=BaseModel)
Text = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]
"""A string that may be null, which is an empty one."""
Count = Annotated[int, BeforeValidator(lambda value: 0 if value is None else value)]
"""A number that may be null, which is 0."""


class BadLineError(ValueError):
    """Raised for bytes that are no JSON object of the kind that was expected."""


def parse_json(kind: type[T], body: bytes) -> T:
    """Parse an object of a kind; raise BadLineError when the bytes are none."""
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise BadLineError(str(error.errors()[0]["msg"])) from None


def parse_error(body: bytes) -> str:
    """Parse the `error` of an error response, or take the beginning of whatever it is."""
    try:
        return parse_json(_ErrorResponse, body).error
    except BadLineError:
        return " ".join(body.decode("utf-8", "replace").split())[:200]


class _ErrorResponse(BaseModel):
    error: str


class _Function(BaseModel):
    name: str
    arguments: Any = None


class _Call(BaseModel):
    id: Text = ""
    function: _Function


class _Message(BaseModel):
    content: Text = ""
    thinking: Text = ""
    tool_calls: list[_Call] | None = None


class OllamaLine(BaseModel):
    """One line of a streamed answer, or a whole unstreamed one."""

    message: _Message = Field(default_factory=_Message)
    error: Text = ""
    """Why the answer failed here; empty: it did not."""
    done: bool = False
    done_reason: Text = ""
    prompt_eval_count: Count = 0
    prompt_eval_duration: Count = 0
    eval_count: Count = 0
    eval_duration: Count = 0
    load_duration: Count = 0

    @property
    def chunk(self) -> AnswerChunk:
        """The piece of an answer that it is."""
        return AnswerChunk(
            text=self.message.content,
            thinking=self.message.thinking,
            calls=tuple(
                NativeCall(id=call.id, name=call.function.name, arguments=call.function.arguments)
                for call in self.message.tool_calls or ()
            ),
            done=self.done,
            cut=self.done_reason == "length",
            usage=Usage(
                prompt_tokens=self.prompt_eval_count,
                answer_tokens=self.eval_count,
                load_s=self.load_duration / _NANOSECONDS,
                read_s=self.prompt_eval_duration / _NANOSECONDS,
                answer_s=self.eval_duration / _NANOSECONDS,
            ),
        )
