"""What an Ollama cannot do with a model, learnt from its errors: each costs one question, once."""

from collections.abc import Mapping
from typing import Any, Final

from performer.models.http_stream import ServerError
from performer.models.manners import Manner

Body = Mapping[str, Any]

_BAD_REQUEST: Final = 400
_PARSER_WORDS: Final = ("pars", "tool call", "tool_call", "unmarshal", "invalid character")
"""By which the server's own reader of tool calls says that it did not understand the model."""
_FORMAT_WORDS: Final = ("format", "grammar", "schema")
_PICTURE_WORDS: Final = ("image input", "mmproj", "multimodal")


def what_is_refused(error: ServerError, body: Body) -> Manner | None:
    """Tell what to leave out when asking again; None when it would be refused again.

    Args:
        error: What the server answered, before or in its stream.
        body: What it was asked.
    """
    said = error.said.lower()
    is_refusal = error.status == _BAD_REQUEST
    if is_refusal and "think" in body and "think" in said:
        return Manner.REFUSES_THINK
    if "format" in body and _any_of(_FORMAT_WORDS, said):
        return Manner.REFUSES_FORMAT
    if _has_pictures(body) and _any_of(_PICTURE_WORDS, said):
        return Manner.REFUSES_PICTURES
    if "tools" not in body:
        return None
    if is_refusal:
        return Manner.REFUSES_TOOLS if "does not support tools" in said else None
    return Manner.LOSES_CALLS if _any_of(_PARSER_WORDS, said) else None


def _has_pictures(body: Body) -> bool:
    return any(message.get("images") for message in body["messages"])


def _any_of(words: tuple[str, ...], said: str) -> bool:
    return any(word in said for word in words)
