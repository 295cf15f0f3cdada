"""What a server of OpenAI's kind will not take, learnt from its refusals: each costs one question, once."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from performer.models.driver.server_quirks import ServerQuirk
from performer.models.http.lines import IN_MID_ANSWER, ServerError
from performer.models.http.server_client import has_pictures

Body = Mapping[str, Any]

_ABOUT_THE_QUESTION: Final = (IN_MID_ANSWER, 400, 404, 415, 422, 500, 501)
"""Statuses of refusals that another question may avoid; the others are about who asks, or when."""
_BY_THE_FORM: Final = (400, 404, 415, 422, 501)
"""Statuses by which only a question's form is refused, before the model is asked."""
_BY_THE_MODEL: Final = (IN_MID_ANSWER, 500)
_STRANGE: Final = r"unrecognized|extra inputs|extra fields|extra_forbidden|unknown field|unknown param"
_NOT: Final = (
    r"(\bnot (a |be |currently |been )?(support|enabl|allow|permit|accept|loaded|available|multi|vision)|unsupported"
    r"|n't (support|accept|allow)|only supported|deprecated|\bno endpoints|\bno image|\bat most 0|unknown variant"
    rf"|required for image input|text[- ]only|{_STRANGE})"
)
"""By which something is refused, and not only mentioned."""


@dataclass(frozen=True, kw_only=True)
class _Rule:
    manner: ServerQuirk
    asked: Callable[[Body], bool]
    """Whether the question had in it what the manner is about."""
    words: str
    """What is found in the refusal: a pattern of small letters."""
    refused: str = ""
    """What is found in it too."""
    statuses: tuple[int, ...] = _ABOUT_THE_QUESTION

    def fits(self, error: ServerError, said: str, body: Body) -> bool:
        """Tell whether this is what an error is about."""
        found = re.search(self.words, said) and re.search(self.refused, said)
        return error.status in self.statuses and self.asked(body) and found is not None


def _has(key: str) -> Callable[[Body], bool]:
    return lambda body: key in body


def _has_schema(body: Body) -> bool:
    return bool(body.get("response_format", {}).get("type") == "json_schema")


def _has_system(body: Body) -> bool:
    return any(each.get("role") == "system" for each in body["messages"])


_RULES: Final = (
    _Rule(
        manner=ServerQuirk.LOSES_CALLS,
        asked=_has("tools"),
        words=r"\b(pars(e|er|ing)|unmarshal|invalid character|tool[ _]calls?)\b",
        statuses=_BY_THE_MODEL,
    ),
    _Rule(
        manner=ServerQuirk.LOSES_CALLS,
        asked=_has("tools"),
        words=r"tool_use_failed|failed_generation|failed to call a function|failed to parse",
    ),
    _Rule(
        manner=ServerQuirk.REFUSES_MAX_TOKENS,
        asked=_has("max_tokens"),
        words=r"\bmax_completion_tokens\b",
        refused=r"not supported|unsupported|instead|\buse\b",
        statuses=_BY_THE_FORM,
    ),
    _Rule(
        manner=ServerQuirk.REFUSES_USAGE,
        asked=_has("stream_options"),
        words=r"\b(stream_options|include_usage)\b",
    ),
    _Rule(
        manner=ServerQuirk.REFUSES_TEMPERATURE,
        asked=_has("temperature"),
        words=r"\btemperature\b",
        refused=rf"{_NOT}|invalid|\bonly\b",
        statuses=_BY_THE_FORM,
    ),
    _Rule(
        manner=ServerQuirk.REFUSES_STOP,
        asked=_has("stop"),
        words=r"\bstop\b",
        refused=_NOT,
        statuses=_BY_THE_FORM,
    ),
    _Rule(
        manner=ServerQuirk.REFUSES_THINK,
        asked=_has("chat_template_kwargs"),
        words=r"\b(chat_template_kwargs|enable_thinking)\b",
    ),
    _Rule(
        manner=ServerQuirk.REFUSES_SCHEMA,
        asked=_has_schema,
        words=r"\b(response_format|json_schema|schema|grammar|structured|guided)",
    ),
    _Rule(
        manner=ServerQuirk.REFUSES_FORMAT,
        asked=_has("response_format"),
        words=r"\b(response_format|json_object|json|grammar|structured|guided)",
    ),
    _Rule(
        manner=ServerQuirk.REFUSES_PICTURES,
        asked=has_pictures,
        words=r"\b(image|vision|multi-?modal|mmproj|modalit)",
        refused=_NOT,
    ),
    _Rule(manner=ServerQuirk.REFUSES_PICTURES, asked=has_pictures, words=r"valid string|be a string"),
    _Rule(
        manner=ServerQuirk.REFUSES_SYSTEM,
        asked=_has_system,
        words=r"system role|role system|system message|'system'|developer instruction",
    ),
    _Rule(
        manner=ServerQuirk.REFUSES_TOOLS,
        asked=_has("tools"),
        words=r"\btool|function[ _]call|\bfunctions\b|\bjinja\b|\balternate\b|unexpected role",
    ),
    # Something in the question is strange to the server, and it does not say what: what few know goes first.
    _Rule(manner=ServerQuirk.REFUSES_THINK, asked=_has("chat_template_kwargs"), words=_STRANGE),
    _Rule(manner=ServerQuirk.REFUSES_USAGE, asked=_has("stream_options"), words=_STRANGE),
)


def find_refused(error: ServerError, body: Body) -> ServerQuirk | None:
    """Tell what to leave out when asking again; None when it would be refused again, or is about this question only."""
    said = error.said.lower()
    return None if error.passes else next(_fitting(error, said, body), None)


def _fitting(error: ServerError, said: str, body: Body) -> Iterator[ServerQuirk]:
    return (rule.manner for rule in _RULES if rule.fits(error, said, body))
