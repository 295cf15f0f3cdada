"""The refusals of servers of OpenAI's kind."""

from typing import Final

from performer.models.driver.refusals import RefusalRule
from performer.models.driver.server_quirks import ServerQuirk
from performer.models.http.lines import IN_MID_ANSWER

_QUESTION: Final = (IN_MID_ANSWER, 400, 404, 415, 422, 500, 501)
"""Statuses of refusals that another question may avoid; the others are about the asker, or the moment."""
_FORM: Final = (400, 404, 415, 422, 501)
"""Statuses by which only a question's form is refused, before the model is asked."""
_MODEL: Final = (IN_MID_ANSWER, 500)
_STRANGE: Final = r"unrecognized|extra inputs|extra fields|extra_forbidden|unknown field|unknown param"
_NOT: Final = (
    r"(\bnot (a |be |currently |been )?(support|enabl|allow|permit|accept|loaded|available|multi|vision)|unsupported"
    r"|n't (support|accept|allow)|only supported|deprecated|\bno endpoints|\bno image|\bat most 0|unknown variant"
    rf"|required for image input|text[- ]only|{_STRANGE})"
)
"""The words by which something is refused, and not only mentioned."""
_CALLS: Final = r"tool_use_failed|failed_generation|failed to call a function|failed to parse"
_INSTEAD: Final = r"not supported|unsupported|instead|\buse\b"
_NO_FORMAT: Final = r"\b(response_format|json_object|json|grammar|structured|guided)"
_NO_SCHEMA: Final = r"\b(response_format|json_schema|schema|grammar|structured|guided)"
_NO_SYSTEM: Final = r"system role|role system|system message|'system'|developer instruction"
_NO_TOOLS: Final = r"\btool|function[ _]call|\bfunctions\b|\bjinja\b|\balternate\b|unexpected role"

_Q = ServerQuirk
REFUSALS: Final = (
    RefusalRule(_Q.LOSES_CALLS, "tools", r"\b(pars(e|er|ing)|unmarshal|invalid character|tool[ _]calls?)\b", _MODEL),
    RefusalRule(_Q.LOSES_CALLS, "tools", _CALLS, _QUESTION),
    RefusalRule(_Q.REFUSES_MAX_TOKENS, "max_tokens", r"\bmax_completion_tokens\b", _FORM, _INSTEAD),
    RefusalRule(_Q.REFUSES_USAGE, "stream_options", r"\b(stream_options|include_usage)\b", _QUESTION),
    RefusalRule(_Q.REFUSES_TEMPERATURE, "temperature", r"\btemperature\b", _FORM, rf"{_NOT}|invalid|\bonly\b"),
    RefusalRule(_Q.REFUSES_STOP, "stop", r"\bstop\b", _FORM, _NOT),
    RefusalRule(_Q.REFUSES_THINK, "chat_template_kwargs", r"\b(chat_template_kwargs|enable_thinking)\b", _QUESTION),
    RefusalRule(_Q.REFUSES_SCHEMA, "schema", _NO_SCHEMA, _QUESTION),
    RefusalRule(_Q.REFUSES_FORMAT, "response_format", _NO_FORMAT, _QUESTION),
    RefusalRule(_Q.REFUSES_PICTURES, "pictures", r"\b(image|vision|multi-?modal|mmproj|modalit)", _QUESTION, _NOT),
    RefusalRule(_Q.REFUSES_PICTURES, "pictures", r"valid string|be a string", _QUESTION),
    RefusalRule(_Q.REFUSES_SYSTEM, "system", _NO_SYSTEM, _QUESTION),
    RefusalRule(_Q.REFUSES_TOOLS, "tools", _NO_TOOLS, _QUESTION),
    # Something in the question is strange to the server, and it does not say what: what few know goes first.
    RefusalRule(_Q.REFUSES_THINK, "chat_template_kwargs", _STRANGE, _QUESTION),
    RefusalRule(_Q.REFUSES_USAGE, "stream_options", _STRANGE, _QUESTION),
)
