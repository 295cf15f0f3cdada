"""The JSON of `/v1/chat/completions` and `/v1/models`, parsed once into our types.

There are as many dialects as servers: a value that is missing, null or of another type than it should be is ignored.
"""

import json
from collections.abc import Iterator
from typing import Any

from performer.core.values import dataclass
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
    said = _coerce_dict(choice.get("delta")) or _coerce_dict(choice.get("message"))
    return Chunk(
        text=_parse_content(said.get("content")) or _coerce_string(choice.get("text")),
        thinking=_find_thinking(said),
        parts=tuple(_list_call_parts(said)),
        finish=_coerce_string(choice.get("finish_reason")),
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
    choices = [each for each in _coerce_list(raw.get("choices")) if isinstance(each, dict)]
    return next((each for each in choices if not each.get("index")), {})


def _parse_content(content: object) -> str:
    """Parse a content: a string, or parts of which only some are spoken."""
    if isinstance(content, list):
        parts = [each for each in content if isinstance(each, dict)]
        return "".join(
            _coerce_string(each.get("text")) for each in parts if _coerce_string(each.get("type")) in _SPOKEN_PARTS
        )
    return _coerce_string(content)


def _find_thinking(said: dict[str, Any]) -> str:
    """Find the text that is not spoken: thoughts, under whatever name, and the server's words when it refuses."""
    thoughts = next((said[key] for key in _THINKING if said.get(key)), "")
    parts = [
        each for each in _coerce_list(said.get("content")) if isinstance(each, dict) and each.get("type") == "thinking"
    ]
    words = _coerce_string(thoughts) or _coerce_string(said.get("refusal"))
    return words or ("…" if thoughts or parts else "")


def _list_call_parts(said: dict[str, Any]) -> Iterator[CallPart]:
    legacy = _coerce_dict(said.get("function_call"))
    if legacy:
        yield CallPart(index=0, name=_coerce_string(legacy.get("name")), arguments=legacy.get("arguments") or "")
    for call in _coerce_list(said.get("tool_calls")):
        if not isinstance(call, dict):
            continue
        function = _coerce_dict(call.get("function")) or call
        index = call.get("index")
        yield CallPart(
            index=index if isinstance(index, int) else None,
            id=_coerce_string(call.get("id")),
            name=_coerce_string(function.get("name")),
            arguments=function.get("arguments") or "",
        )


def _parse_usage(raw: dict[str, Any]) -> Usage | None:
    """Parse the cost; llama.cpp tells the times too."""
    usage, timings = _coerce_dict(raw.get("usage")), _coerce_dict(raw.get("timings"))
    usage = usage or _coerce_dict(_coerce_dict(raw.get("x_groq")).get("usage"))
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


def _coerce_dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _coerce_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _coerce_string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _coerce_number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and 0 <= value < _MOST else 0.0


def _coerce_bool(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


@dataclass(frozen=True, kw_only=True)
class OpenAIModel:
    """A model that the server lists; None where it does not tell an ability."""

    name: str
    sees: bool | None = None
    calls_tools: bool | None = None


def parse_listed(body: bytes) -> tuple[OpenAIModel, ...]:
    """Parse `/v1/models`, in the server's order; raise BadEventError when it is no such list.

    llama.cpp has the abilities in a second list.
    """
    raw = parse_json_object(body)
    lists = [raw[key] for key in ("data", "models") if isinstance(raw.get(key), list)]
    if not lists:
        raise BadEventError("no list of models")
    found: dict[str, OpenAIModel] = {}
    for each in (_parse_entry(entry) for entries in lists for entry in entries if isinstance(entry, dict)):
        known = found.get(each.name, each)
        found[each.name] = OpenAIModel(
            name=each.name,
            sees=each.sees if known.sees is None else known.sees,
            calls_tools=each.calls_tools if known.calls_tools is None else known.calls_tools,
        )
    return tuple(each for each in found.values() if each.name)


def _parse_entry(entry: dict[str, Any]) -> OpenAIModel:
    """Parse an entry of the list, with the abilities that llama.cpp, Mistral and OpenRouter name."""
    sees, calls = None, None
    able = entry.get("capabilities")
    if isinstance(able, list):
        sees = "multimodal" in able or "vision" in able
    if isinstance(able, dict):
        sees, calls = _coerce_bool(able.get("vision")), _coerce_bool(able.get("function_calling"))
    takes = _coerce_list(_coerce_dict(entry.get("architecture")).get("input_modalities"))
    if takes:
        sees = "image" in takes
    supports = _coerce_list(entry.get("supported_parameters"))
    if supports:
        calls = "tools" in supports
    return OpenAIModel(
        name=_coerce_string(entry.get("id")) or _coerce_string(entry.get("name")), sees=sees, calls_tools=calls
    )
