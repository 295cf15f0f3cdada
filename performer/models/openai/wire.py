"""The JSON of `/v1/chat/completions`, parsed once into our types.

There are as many dialects as servers: a value that is missing, null or of another type than it should be is ignored.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from performer.models.model import Usage

_MILLISECONDS = 1e3
_MOST = 1e12
"""The limit of a count or a time that a server can mean."""
_SPOKEN_PARTS = ("text", "output_text")
_THINKING = ("reasoning_content", "reasoning", "thinking")
_SAID = ("message", "msg", "detail", "error", "type", "code", "param", "loc", "raw", "metadata")
"""The keys of an error under which servers put their words."""
_KINDS = ("type", "code")


class BadEventError(ValueError):
    """Raised for data that is no JSON object."""


@dataclass(frozen=True, kw_only=True)
class CallPart:
    """A piece of a tool call; a field that it lacks is empty or None."""

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
    def has_content(self) -> bool:
        """Whether the model did anything; the first event often only names the role."""
        return bool(self.text or self.thinking or self.parts or self.finish)


def parse_chunk(data: str | bytes) -> Chunk:
    """Parse one event; raise BadEventError when it is no JSON object."""
    raw = parse_json_object(data)
    if raw.get("error"):
        return Chunk(error=collect_error_words(raw["error"]))
    if raw.get("object") == "error":
        return Chunk(error=collect_error_words(raw))
    choice = _find_choice(raw)
    said = coerce_dict(choice.get("delta")) or coerce_dict(choice.get("message"))
    return Chunk(
        text=_parse_content(said.get("content")) or coerce_string(choice.get("text")),
        thinking=_find_thinking(said),
        parts=tuple(_list_call_parts(said)),
        finish=coerce_string(choice.get("finish_reason")),
        usage=_parse_usage(raw),
    )


def parse_error(body: bytes) -> str:
    """Parse all the words of an error response; one that is no JSON is taken as it is."""
    try:
        raw = parse_json_object(body)
    except BadEventError:
        return " ".join(body.decode("utf-8", "replace").split())
    return collect_error_words(raw)


def collect_error_words(error: object) -> str:
    """Collect the words of an error: of OpenAI's kind, FastAPI's, vLLM's, OpenRouter's, or a plain string."""
    return "; ".join(dict.fromkeys(_list_words(error)))


def parse_json_object(data: str | bytes) -> dict[str, Any]:
    """Parse a JSON object; raise BadEventError when it is none."""
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadEventError(f"no JSON: {type(error).__name__}") from None
    if not isinstance(raw, dict):
        raise BadEventError("no JSON object")
    return raw


def _find_choice(raw: dict[str, Any]) -> dict[str, Any]:
    choices = [each for each in coerce_list(raw.get("choices")) if isinstance(each, dict)]
    return next((each for each in choices if not each.get("index")), {})


def _parse_content(content: object) -> str:
    """Parse a content: a string, or parts of which only some are spoken."""
    if isinstance(content, list):
        parts = [each for each in content if isinstance(each, dict)]
        return "".join(
            coerce_string(each.get("text")) for each in parts if coerce_string(each.get("type")) in _SPOKEN_PARTS
        )
    return coerce_string(content)


def _find_thinking(said: dict[str, Any]) -> str:
    """Find the text that is not spoken: thoughts, under whatever name, and the server's words when it refuses."""
    thoughts = next((said[key] for key in _THINKING if said.get(key)), "")
    parts = [
        each for each in coerce_list(said.get("content")) if isinstance(each, dict) and each.get("type") == "thinking"
    ]
    words = coerce_string(thoughts) or coerce_string(said.get("refusal"))
    return words or ("…" if thoughts or parts else "")


def _list_call_parts(said: dict[str, Any]) -> Iterator[CallPart]:
    legacy = coerce_dict(said.get("function_call"))
    if legacy:
        yield CallPart(index=0, name=coerce_string(legacy.get("name")), arguments=legacy.get("arguments") or "")
    for call in coerce_list(said.get("tool_calls")):
        if not isinstance(call, dict):
            continue
        function = coerce_dict(call.get("function")) or call
        index = call.get("index")
        yield CallPart(
            index=index if isinstance(index, int) else None,
            id=coerce_string(call.get("id")),
            name=coerce_string(function.get("name")),
            arguments=function.get("arguments") or "",
        )


def _parse_usage(raw: dict[str, Any]) -> Usage | None:
    """Parse the cost; llama.cpp tells the times too."""
    usage, timings = coerce_dict(raw.get("usage")), coerce_dict(raw.get("timings"))
    usage = usage or coerce_dict(coerce_dict(raw.get("x_groq")).get("usage"))
    if not usage and not timings:
        return None
    return Usage(
        prompt_tokens=int(_coerce_number(usage.get("prompt_tokens")) or _coerce_number(timings.get("prompt_n"))),
        answer_tokens=int(_coerce_number(usage.get("completion_tokens")) or _coerce_number(timings.get("predicted_n"))),
        read_s=_coerce_number(timings.get("prompt_ms")) / _MILLISECONDS,
        answer_s=_coerce_number(timings.get("predicted_ms")) / _MILLISECONDS,
    )


def _list_words(error: object) -> Iterator[str]:
    match error:
        case dict():
            words = [(key, word) for key in _SAID for word in _list_words(error.get(key))]
            yield from (word for key, word in words if word == words[0][1] or not _is_noise(key, word))
        case list():
            for each in error[:9]:
                yield from _list_words(each)
        case str() if error.strip():
            yield " ".join(error.split())


def _is_noise(key: str, word: str) -> bool:
    """Whether a word says no more than that this is an error: beside a message nobody needs it."""
    return key in _KINDS and word.lower().endswith("error")


def coerce_dict(value: object) -> dict[str, Any]:
    """Return an object as it is, and anything else as an empty one."""
    return value if isinstance(value, dict) else {}


def coerce_list(value: object) -> list[Any]:
    """Return a list as it is, and anything else as an empty one."""
    return value if isinstance(value, list) else []


def coerce_string(value: object) -> str:
    """Return a string as it is, and anything else as an empty one."""
    return value if isinstance(value, str) else ""


def _coerce_number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and 0 <= value < _MOST else 0.0
