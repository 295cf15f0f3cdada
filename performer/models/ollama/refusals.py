"""What an Ollama cannot do with a model, learnt from its errors: each costs one question, once."""

import re
from collections.abc import Mapping
from typing import Any, Final

from performer.models.body import has_pictures
from performer.models.http_stream import IN_MID_ANSWER, ServerError
from performer.models.manners import Manner

Body = Mapping[str, Any]

_BAD_REQUEST: Final = 400
_BY_THE_MODEL: Final = (IN_MID_ANSWER, 500)
_LOST: Final = re.compile(r"\b(pars(e|er|ing)|tool[ _]calls?|unmarshal|invalid character)\b")
"""By which the server's own reader of tool calls says that it did not understand the model."""
_NO_FORM: Final = re.compile(r"\b(format|grammar|schema)\b")
_BLIND: Final = ("missing data required for image input", "image input is not supported")
"""The two sentences of a model without eyes; one that could not be loaded may be short of memory."""


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
    if not is_refusal and error.status not in _BY_THE_MODEL:
        return None
    if "format" in body and _NO_FORM.search(said) and not error.passes:
        return Manner.REFUSES_FORMAT
    if has_pictures(body) and any(words in said for words in _BLIND):
        return Manner.REFUSES_PICTURES
    if "tools" not in body:
        return None
    if is_refusal:
        return Manner.REFUSES_TOOLS if "does not support tools" in said else None
    return Manner.LOSES_CALLS if _LOST.search(said) and not error.passes else None
