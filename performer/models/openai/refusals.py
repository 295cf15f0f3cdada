"""The quirks of servers of OpenAI's kind, learnt from their refusals: each costs one question, once."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from performer.models.driver.server_quirks import ServerQuirk
from performer.models.http.lines import IN_MID_ANSWER, ServerError
from performer.models.http.server_client import Body, has_pictures

_ABOUT_THE_QUESTION: Final = (IN_MID_ANSWER, 400, 404, 415, 422, 500, 501)
"""Statuses of refusals that another question may avoid; the others are about the asker, or the moment."""
_BY_THE_FORM: Final = (400, 404, 415, 422, 501)
"""Statuses by which only a question's form is refused, before the model is asked."""
_BY_THE_MODEL: Final = (IN_MID_ANSWER, 500)
_STRANGE: Final = r"unrecognized|extra inputs|extra fields|extra_forbidden|unknown field|unknown param"
_NOT: Final = (
    r"(\bnot (a |be |currently |been )?(support|enabl|allow|permit|accept|loaded|available|multi|vision)|unsupported"
    r"|n't (support|accept|allow)|only supported|deprecated|\bno endpoints|\bno image|\bat most 0|unknown variant"
    rf"|required for image input|text[- ]only|{_STRANGE})"
)
"""The words by which something is refused, and not only mentioned."""


@dataclass(frozen=True)
class _Rule:
    quirk: ServerQuirk
    part: str
    """The part of the question that the quirk is about, as `_ASKED` names it."""
    words: str
    """A pattern in the refusal, in small letters."""
    refused: str = ""
    """Another pattern in it."""
    statuses: tuple[int, ...] = _ABOUT_THE_QUESTION

    def fits(self, error: ServerError, said: str, body: Body) -> bool:
        """Whether an error is about this quirk."""
        found = re.search(self.words, said) and re.search(self.refused, said)
        is_asked = _ASKED[self.part](body) if self.part in _ASKED else self.part in body
        return error.status in self.statuses and is_asked and found is not None


_ASKED: Final[Mapping[str, Callable[[Body], bool]]] = {
    "schema": lambda body: bool(body.get("response_format", {}).get("type") == "json_schema"),
    "system": lambda body: any(each.get("role") == "system" for each in body["messages"]),
    "pictures": has_pictures,
}
"""Tests whether a question has a part that is no key of its body."""

_RULES: Final = (
    _Rule(
        ServerQuirk.LOSES_CALLS,
        "tools",
        r"\b(pars(e|er|ing)|unmarshal|invalid character|tool[ _]calls?)\b",
        statuses=_BY_THE_MODEL,
    ),
    _Rule(
        ServerQuirk.LOSES_CALLS,
        "tools",
        r"tool_use_failed|failed_generation|failed to call a function|failed to parse",
    ),
    _Rule(
        ServerQuirk.REFUSES_MAX_TOKENS,
        "max_tokens",
        r"\bmax_completion_tokens\b",
        r"not supported|unsupported|instead|\buse\b",
        _BY_THE_FORM,
    ),
    _Rule(ServerQuirk.REFUSES_USAGE, "stream_options", r"\b(stream_options|include_usage)\b"),
    _Rule(
        ServerQuirk.REFUSES_TEMPERATURE, "temperature", r"\btemperature\b", rf"{_NOT}|invalid|\bonly\b", _BY_THE_FORM
    ),
    _Rule(ServerQuirk.REFUSES_STOP, "stop", r"\bstop\b", _NOT, _BY_THE_FORM),
    _Rule(ServerQuirk.REFUSES_THINK, "chat_template_kwargs", r"\b(chat_template_kwargs|enable_thinking)\b"),
    _Rule(ServerQuirk.REFUSES_SCHEMA, "schema", r"\b(response_format|json_schema|schema|grammar|structured|guided)"),
    _Rule(
        ServerQuirk.REFUSES_FORMAT,
        "response_format",
        r"\b(response_format|json_object|json|grammar|structured|guided)",
    ),
    _Rule(ServerQuirk.REFUSES_PICTURES, "pictures", r"\b(image|vision|multi-?modal|mmproj|modalit)", _NOT),
    _Rule(ServerQuirk.REFUSES_PICTURES, "pictures", r"valid string|be a string"),
    _Rule(
        ServerQuirk.REFUSES_SYSTEM,
        "system",
        r"system role|role system|system message|'system'|developer instruction",
    ),
    _Rule(
        ServerQuirk.REFUSES_TOOLS,
        "tools",
        r"\btool|function[ _]call|\bfunctions\b|\bjinja\b|\balternate\b|unexpected role",
    ),
    # Something in the question is strange to the server, and it does not say what: what few know goes first.
    _Rule(ServerQuirk.REFUSES_THINK, "chat_template_kwargs", _STRANGE),
    _Rule(ServerQuirk.REFUSES_USAGE, "stream_options", _STRANGE),
)


def find_refused(error: ServerError, body: Body) -> ServerQuirk | None:
    """Find what to leave out when asking again; None when it would be refused again, or is about this question only."""
    said = error.said.lower()
    return None if error.passes else next((rule.quirk for rule in _RULES if rule.fits(error, said, body)), None)
