"""The JSON of Ollama's answers, parsed once into our types, line by line where it arrives in lines."""

from collections.abc import Callable
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.models.driver.answer import AnswerChunk, NativeCall
from performer.models.http.lines import IN_MID_ANSWER, LineReader, ServerError, shorten_error
from performer.models.model import Usage

_NANOSECONDS = 1e9
_BAD_LINES = 3
"""Lines that are no JSON of ours, at which an answer is given up; fewer are skipped."""

R = TypeVar("R")
T = TypeVar("T", bound=BaseModel)
Text = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]
"""A string that may be null, which is an empty one."""
Count = Annotated[int, BeforeValidator(lambda value: 0 if value is None else value)]
"""A number that may be null, which is 0."""


class OllamaError(ServerError):
    """Raised with the words of an Ollama itself."""


class BadLineError(ValueError):
    """Raised for bytes that are no JSON object of the kind that was expected."""


def parse_json(kind: type[T], body: bytes) -> T:
    """Parse an object of a kind; raise BadLineError when the bytes are none."""
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise BadLineError(str(error.errors()[0]["msg"])) from None


@dataclass(eq=False)
class JsonLineReader(Generic[R]):
    """Reads the lines of a response by `parse`; a few for which that raises BadLineError are skipped."""

    _parse: Callable[[bytes], R]
    _lines: LineReader
    _bad: int = 0

    async def next(self) -> R | None:
        """Wait for the next line; None when the response ended. Raises as the lines and `parse` do."""
        while (line := await self._lines.next()) is not None:
            try:
                parsed = self._parse(line)
            except BadLineError as error:
                self._bad += 1
                if self._bad >= _BAD_LINES:
                    who = self._lines.splitter.who
                    raise ServiceError(
                        own("{who} sent {bad} lines that are no JSON of its kind.", who=who, bad=self._bad)
                    ) from error
            else:
                self._lines.patience.heard()
                return parsed
        return None


def parse_chunk(who: str, line: bytes) -> AnswerChunk:
    """Parse the next piece of an answer; raise OllamaError when the line says that the answer failed."""
    parsed = parse_json(OllamaLine, line)
    if parsed.error:
        sentence = f"{who} failed in mid-answer: {shorten_error(parsed.error)}"
        raise OllamaError(sentence, status=IN_MID_ANSWER, said=parsed.error)
    return parsed.chunk


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
