"""The refusals of an Ollama."""

from typing import Final

from performer.models.driver.refusals import RefusalRule
from performer.models.driver.server_quirks import ServerQuirk
from performer.models.http.lines import IN_MID_ANSWER

_REFUSED: Final = (400,)
_FAILED: Final = (IN_MID_ANSWER, 500)

REFUSALS: Final = (
    RefusalRule(ServerQuirk.REFUSES_THINK, "think", "think", _REFUSED),
    RefusalRule(ServerQuirk.REFUSES_FORMAT, "format", r"\b(format|grammar|schema)\b", (*_REFUSED, *_FAILED)),
    RefusalRule(  # one that could not be loaded may be short of memory: only these are a model without eyes
        ServerQuirk.REFUSES_PICTURES,
        "pictures",
        "missing data required for image input|image input is not supported",
        (*_REFUSED, *_FAILED),
    ),
    RefusalRule(ServerQuirk.REFUSES_TOOLS, "tools", "does not support tools", _REFUSED),
    # Its own reader of tool calls did not understand the model.
    RefusalRule(
        ServerQuirk.LOSES_CALLS, "tools", r"\b(pars(e|er|ing)|tool[ _]calls?|unmarshal|invalid character)\b", _FAILED
    ),
)
