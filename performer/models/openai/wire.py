"""What `/v1/chat/completions` and `/v1/models` send, parsed once into our types.

There are as many dialects as servers: what is missing, null or of another type than it should be is passed over.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from performer.models.model import Usage

_MILLISECONDS = 1e3
_MOST = 1e12
"""A count or a time beyond which a server cannot mean it."""
_SPOKEN_PARTS = ("text", "output_text")
_THINKING = ("reasoning_content", "reasoning", "thinking")
_SAID = ("message", "msg", "detail", "error", "type", "code", "param", "loc", "raw", "metadata")
"""Where, within an error, servers put their words."""


class BadEventError(ValueError):
    """Raised for data that is no JSON object."""


@dataclass(frozen=True, kw_only=True)
class CallPart:
    """A piece of a tool call; whatever it does not tell is empty or None."""

    index: int | None = None
    id: str = ""
    name: str = ""
    arguments: object = ""
    """A piece of a string, or all of them as an object."""


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """One event of an answer, or a whole unstreamed one."""

    text: str = ""
    thinking: str = ""
    parts: tuple[CallPart, ...] = ()
    finish: str = ""
    """Why the answer ends; empty while it goes on."""
    usage: Usage | None = None
    error: str = ""
    """Not empty: the answer failed here, and this is why."""

    @property
    def says_something(self) -> bool:
        """Whether the model did anything; the first event often only tells who speaks."""
        return bool(self.text or self.thinking or self.parts or self.finish)


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A model that the server lists; None where it does not tell what the model can do."""

    name: str
    sees: bool | None = None
    calls_tools: bool | None = None


def parse_chunk(data: str | bytes) -> Chunk:
    """Read one event.

    Raises:
        BadEventError: when it is no JSON object.
    """
    raw = _object(data)
    if raw.get("error"):
        return Chunk(error=error_words(raw["error"]))
    if raw.get("object") == "error":
        return Chunk(error=error_words(raw))
    choice = _first_choice(raw)
    said = _dict(choice.get("delta")) or _dict(choice.get("message"))
    return Chunk(
        text=_text(said.get("content")) or _string(choice.get("text")),
        thinking=_thinking(said),
        parts=tuple(_parts(said)),
        finish=_string(choice.get("finish_reason")),
        usage=_usage(raw),
    )


def parse_error(body: bytes) -> str:
    """Read all that an error response says, or the beginning of whatever it is."""
    try:
        raw = _object(body)
    except BadEventError:
        return " ".join(body.decode("utf-8", "replace").split())
    return error_words(raw)


def error_words(error: object) -> str:
    """Gather the words of an error: of OpenAI's kind, FastAPI's, vLLM's, OpenRouter's, or a plain string."""
    return "; ".join(dict.fromkeys(_words(error)))


def parse_listed(body: bytes) -> tuple[Listed, ...]:
    """Read `/v1/models`, in the server's order; what llama.cpp tells of a model stands in a second list.

    Raises:
        BadEventError: when the body is no such list.
    """
    raw = _object(body)
    lists = [raw[key] for key in ("data", "models") if isinstance(raw.get(key), list)]
    if not lists:
        raise BadEventError("no list of models")
    found: dict[str, Listed] = {}
    for each in (_listed(entry) for entries in lists for entry in entries if isinstance(entry, dict)):
        known = found.get(each.name, each)
        found[each.name] = Listed(
            name=each.name,
            sees=each.sees if known.sees is None else known.sees,
            calls_tools=each.calls_tools if known.calls_tools is None else known.calls_tools,
        )
    return tuple(each for each in found.values() if each.name)


def _object(data: str | bytes) -> dict[str, Any]:
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadEventError(f"no JSON: {type(error).__name__}") from None
    if not isinstance(raw, dict):
        raise BadEventError("no JSON object")
    return raw


def _first_choice(raw: dict[str, Any]) -> dict[str, Any]:
    choices = [each for each in _list(raw.get("choices")) if isinstance(each, dict)]
    return next((each for each in choices if not each.get("index")), {})


def _text(content: object) -> str:
    """Read a content: a string, or parts of which only some are spoken."""
    if isinstance(content, list):
        parts = [each for each in content if isinstance(each, dict)]
        return "".join(_string(each.get("text")) for each in parts if _string(each.get("type")) in _SPOKEN_PARTS)
    return _string(content)


def _thinking(said: dict[str, Any]) -> str:
    """Find what is not to be spoken: thoughts, under whatever name, and what the server says when it refuses."""
    thoughts = next((said[key] for key in _THINKING if said.get(key)), "")
    parts = [each for each in _list(said.get("content")) if isinstance(each, dict) and each.get("type") == "thinking"]
    words = _string(thoughts) or _string(said.get("refusal"))
    return words or ("…" if thoughts or parts else "")


def _parts(said: dict[str, Any]) -> Iterator[CallPart]:
    legacy = _dict(said.get("function_call"))
    if legacy:
        yield CallPart(index=0, name=_string(legacy.get("name")), arguments=legacy.get("arguments") or "")
    for call in _list(said.get("tool_calls")):
        if not isinstance(call, dict):
            continue
        function = _dict(call.get("function")) or call
        index = call.get("index")
        yield CallPart(
            index=index if isinstance(index, int) else None,
            id=_string(call.get("id")),
            name=_string(function.get("name")),
            arguments=function.get("arguments") or "",
        )


def _usage(raw: dict[str, Any]) -> Usage | None:
    """Read what it cost; llama.cpp tells the times too."""
    usage, timings = _dict(raw.get("usage")), _dict(raw.get("timings"))
    usage = usage or _dict(_dict(raw.get("x_groq")).get("usage"))
    if not usage and not timings:
        return None
    return Usage(
        prompt_tokens=int(_number(usage.get("prompt_tokens")) or _number(timings.get("prompt_n"))),
        answer_tokens=int(_number(usage.get("completion_tokens")) or _number(timings.get("predicted_n"))),
        read_s=_number(timings.get("prompt_ms")) / _MILLISECONDS,
        answer_s=_number(timings.get("predicted_ms")) / _MILLISECONDS,
    )


def _listed(entry: dict[str, Any]) -> Listed:
    """Read an entry of the list, with what llama.cpp, Mistral and OpenRouter tell of a model's abilities."""
    sees, calls = None, None
    able = entry.get("capabilities")
    if isinstance(able, list):
        sees = "multimodal" in able or "vision" in able
    if isinstance(able, dict):
        sees, calls = _truth(able.get("vision")), _truth(able.get("function_calling"))
    takes = _list(_dict(entry.get("architecture")).get("input_modalities"))
    if takes:
        sees = "image" in takes
    supports = _list(entry.get("supported_parameters"))
    if supports:
        calls = "tools" in supports
    return Listed(name=_string(entry.get("id")) or _string(entry.get("name")), sees=sees, calls_tools=calls)


def _words(error: object) -> Iterator[str]:
    match error:
        case dict():
            for key in _SAID:
                yield from _words(error.get(key))
        case list():
            for each in error[:9]:
                yield from _words(each)
        case str() if error.strip():
            yield " ".join(error.split())


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _truth(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and 0 <= value < _MOST else 0.0
