"""Arguments as a Python call gives them: `(text="hi", duration_s=5)`."""

import re

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.data.python_call import PythonCall, read_python_call
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.schema.printed import Positional

_OBJECT = re.compile(r"\s*\{")


def read(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:  # noqa: ARG001 - the ways are alike
    """Read the brackets right behind the name."""
    if not text.startswith(("(", " ("), head.end):
        return None
    call = read_python_call(text, head.at)
    if call is None or (_is_empty(call) and _OBJECT.match(text, call.end)):
        return None
    value = Positional(values=tuple(call.positional), keywords=call.keywords)
    return PrintedArguments(value=value, end=call.end, cut=call.cut or not call.closed)


def _is_empty(call: PythonCall) -> bool:
    return call.closed and not call.positional and not call.keywords
