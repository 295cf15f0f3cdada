"""What a server of OpenAI's kind will not take, learnt from its refusals: each costs one question, once."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from performer.models.http_stream import IN_MID_ANSWER, ServerError
from performer.models.manners import Manner

Body = Mapping[str, Any]

_ABOUT_THE_QUESTION: Final = (IN_MID_ANSWER, 400, 404, 415, 422, 500, 501)
"""Statuses of refusals that another question may avoid; the others are about who asks, or when."""
_BY_THE_MODEL: Final = (IN_MID_ANSWER, 500)
_STRANGE: Final = ("unrecognized", "extra inputs", "extra fields", "extra_forbidden", "unknown field", "unknown param")


@dataclass(frozen=True, kw_only=True)
class _Rule:
    manner: Manner
    asked: Callable[[Body], bool]
    """Whether the question had in it what the manner is about."""
    words: tuple[str, ...]
    """Of which one is in the refusal."""
    statuses: tuple[int, ...] = _ABOUT_THE_QUESTION


def _has(key: str) -> Callable[[Body], bool]:
    return lambda body: key in body


def _has_schema(body: Body) -> bool:
    return bool(body.get("response_format", {}).get("type") == "json_schema")


def _has_pictures(body: Body) -> bool:
    return any(isinstance(each.get("content"), list) for each in body["messages"])


def _has_system(body: Body) -> bool:
    return any(each.get("role") == "system" for each in body["messages"])


_RULES: Final = (
    _Rule(
        manner=Manner.LOSES_CALLS,
        asked=_has("tools"),
        words=("parse", "parsing", "unmarshal", "invalid character", "tool call"),
        statuses=_BY_THE_MODEL,
    ),
    _Rule(
        manner=Manner.LOSES_CALLS,
        asked=_has("tools"),
        words=("tool_use_failed", "failed_generation", "failed to call a function", "failed to parse"),
    ),
    _Rule(manner=Manner.REFUSES_MAX_TOKENS, asked=_has("max_tokens"), words=("max_completion_tokens",)),
    _Rule(manner=Manner.REFUSES_USAGE, asked=_has("stream_options"), words=("stream_options", "include_usage")),
    _Rule(manner=Manner.REFUSES_TEMPERATURE, asked=_has("temperature"), words=("temperature",)),
    _Rule(
        manner=Manner.REFUSES_THINK,
        asked=_has("chat_template_kwargs"),
        words=("chat_template_kwargs", "enable_thinking"),
    ),
    _Rule(
        manner=Manner.REFUSES_SCHEMA,
        asked=_has_schema,
        words=("response_format", "json_schema", "schema", "grammar", "structured", "guided"),
    ),
    _Rule(
        manner=Manner.REFUSES_FORMAT,
        asked=_has("response_format"),
        words=("response_format", "json_object", "json", "grammar", "structured", "guided"),
    ),
    _Rule(
        manner=Manner.REFUSES_PICTURES,
        asked=_has_pictures,
        words=("image", "vision", "multimodal", "multi-modal", "mmproj", "modalit", "valid string", "be a string"),
    ),
    _Rule(
        manner=Manner.REFUSES_SYSTEM,
        asked=_has_system,
        words=("system role", "role system", "system message", "'system'", "developer instruction"),
    ),
    _Rule(
        manner=Manner.REFUSES_TOOLS,
        asked=_has("tools"),
        words=("tool", "function call", "function_call", "functions", "jinja", "alternate", "unexpected role"),
    ),
    # Something in the question is strange to the server, and it does not say what: what few know goes first.
    _Rule(manner=Manner.REFUSES_THINK, asked=_has("chat_template_kwargs"), words=_STRANGE),
    _Rule(manner=Manner.REFUSES_USAGE, asked=_has("stream_options"), words=_STRANGE),
)


def what_is_refused(error: ServerError, body: Body) -> Manner | None:
    """Tell what to leave out when asking again; None when it would be refused again."""
    said = error.said.lower()
    return next(_fitting(error.status, said, body), None)


def _fitting(status: int, said: str, body: Body) -> Iterator[Manner]:
    for rule in _RULES:
        if status in rule.statuses and rule.asked(body) and any(word in said for word in rule.words):
            yield rule.manner
